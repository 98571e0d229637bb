import type { Actor } from '#server/access/actor.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import { recordReassigned } from '#server/clients/record-reassigned.ts'
import { reassignClients } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { moveFollowUps } from '#server/follow-ups/move-follow-ups.ts'

interface CaseloadMove {
  trail: AuditTrail
  actor: Actor
  from: string
  to: string | null
  now: Date
}

/** Returns how many clients and follow-ups others can see. */
export async function moveCaseload(trx: Connection, { trail, actor, from, to, now }: CaseloadMove) {
  const by = actor.employeeId
  const clients = await reassignClients(trx, { from, to, by, now })
  await recordReassigned(trx, { trail, actor, now }, clients)
  const followUps = await moveFollowUps(trx, { trail, actor, from, to, by, now })
  const existing = clients.filter(({ values }) => values.deletedAt === null)
  return { clients: existing.length, followUps: followUps.length }
}
