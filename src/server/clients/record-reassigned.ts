import type { Actor } from '#server/access/actor.ts'
import type { StoredRecord } from '#server/audit/digest.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'

/** Writes an audit row for each client whose worker has changed. */
export async function recordReassigned(
  trx: Connection,
  { trail, actor, now }: { trail: AuditTrail; actor: Actor; now: Date },
  clients: StoredRecord[],
): Promise<void> {
  await trail.recordEach(trx, clients, (client) => {
    const details = { fields: ['assignedTo'], ...trail.proofOf(client) }
    return { at: now, actor, action: 'edited', kind: 'client', id: client.id, details }
  })
}
