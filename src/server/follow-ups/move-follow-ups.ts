import type { AuditEvent, AuditTrail } from '#server/audit/store.ts'
import type { Change } from '#server/client-records/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { followUps, lockOpenFollowUps, type OpenFollowUps } from './store.ts'

interface FollowUpMove extends Change, OpenFollowUps {
  trail: AuditTrail
  actor: AuditEvent['actor']
  to: string | null
}

/** Gives open follow-ups to another employee or to nobody. Returns the ids of those that belong to existing clients. */
export async function moveFollowUps(
  trx: Connection,
  { trail, actor, to, from, clientIds, ids: only, ...change }: FollowUpMove,
): Promise<string[]> {
  const open = await lockOpenFollowUps(trx, { from, clientIds, ids: only })
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  await followUps.edit(trx, ids, { assignedTo: to }, change)
  await trail.recordEach(trx, await followUps.stored(trx, ids), (stored) => {
    const details = {
      client: String(stored.values.clientId),
      fields: ['assignedTo'],
      ...trail.proofOf(stored),
    }
    return { at: change.now, actor, action: 'edited', kind: 'follow-up', id: stored.id, details }
  })
  return open.filter(({ isShown }) => isShown).map(({ id }) => id)
}
