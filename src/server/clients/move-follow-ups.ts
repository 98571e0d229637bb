import type { AuditEvent, AuditTrail } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { reassignFollowUps } from './caseload-store.ts'

interface FollowUpMove {
  trail: AuditTrail
  actor: AuditEvent['actor']
  from: string
  to: string | null
  /** Only those of this client. */
  clientId?: string
  now: Date
}

/** Open follow-ups go along with their client. Returns each, and whether its client exists. */
export async function moveFollowUps(trx: Connection, { trail, actor, now, ...move }: FollowUpMove) {
  const moved = await reassignFollowUps(trx, move)
  const rows = moved.map(({ id, client }) => {
    const details = { client, fields: ['assignedTo'] }
    return { at: now, actor, action: 'edited', kind: 'follow-up', id, details } as const
  })
  if (rows.length > 0) await trail.record(trx, ...rows)
  return moved
}
