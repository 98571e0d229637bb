import type { AuditEvent, AuditTrail } from '#server/audit/store.ts'
import type { Change } from '#server/client-records/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { followUps, lockOpenFollowUps } from './store.ts'

interface FollowUpMove extends Change {
  trail: AuditTrail
  actor: AuditEvent['actor']
  from: string
  to: string | null
  /** Only those of these clients. */
  clientIds?: string[]
}

/**
 * Gives open follow-ups of an employee, all or those of some clients, to another employee or to nobody. Returns how many
 * belong to existing clients.
 */
export async function moveFollowUps(
  trx: Connection,
  { trail, actor, from, to, clientIds, ...change }: FollowUpMove,
): Promise<number> {
  const open = await lockOpenFollowUps(trx, from, clientIds)
  if (open.length === 0) return 0
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
  return open.filter(({ isShown }) => isShown).length
}
