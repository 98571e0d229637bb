import { can, type Permission } from '#contract/access/permissions.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { Failure } from '#server/http/failure.ts'
import { findActiveSession } from './store.ts'

/**
 * Asks once more who calls and what they may, as at the door: for a call that has waited for others, which may have signed
 * out, deleted or demoted whoever calls.
 */
export async function refuseWhoLostAccess(
  trx: Connection,
  { sessionId }: Actor,
  permission: Permission,
  now: Date,
): Promise<void> {
  const current = await findActiveSession(trx, sessionId, now)
  if (!current) throw new Failure('not-signed-in')
  if (!can(current.role, permission)) throw new Failure('not-allowed')
}
