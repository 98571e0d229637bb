import { endLinksOf } from '#server/accounts/link-store.ts'
import { storePassword } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { dropLinkMailOf } from '#server/outgoing-mail/store.ts'
import { forgetNetworks } from './known-networks-store.ts'
import { endSessionsOf } from './store.ts'

/**
 * Stores a new password's hash and ends what the old one may have opened: all sessions, links, link mail that still
 * waits, and the trust in networks (decision 23, docs/decisions/0020). The employee's row is held already.
 */
export async function takeNewPassword(
  trx: Connection,
  employeeId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await storePassword(trx, employeeId, passwordHash, now)
  await endSessionsOf(trx, employeeId, 'password set', now)
  await endLinksOf(trx, employeeId, 'password set', now)
  await dropLinkMailOf(trx, employeeId)
  await forgetNetworks(trx, employeeId)
}
