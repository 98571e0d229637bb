import type { Role } from '#contract/access/roles.ts'
import { hasAnyPassword, issueLink, lockAccountByEmail } from '#server/accounts/store.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { linkAddress } from '#server/outgoing-mail/compose.ts'
import { dropLinkMail } from '#server/outgoing-mail/store.ts'
import { endEmployeeSessions } from '#server/session/store.ts'
import { addSuperAdmin, changeRoleOf } from './store.ts'

interface LinkDeps {
  db: Connection
  trail: AuditTrail
  clock: () => Date
  publicUrl: string
}

export interface SuperAdminLink {
  link: string
  isNew: boolean
  /** The role before the promotion. */
  promotedFrom: Role | undefined
}

const role: Role = 'super-admin'

/** The link that each start prints until an employee has a password. */
export async function firstStartLink(deps: LinkDeps, email: string): Promise<string | undefined> {
  if (await hasAnyPassword(deps.db)) return undefined
  return await superAdminLink(deps, email)
}

/** Creates a one-time link to set the password of that email's account, and makes the account a super-admin. */
export async function superAdminLink(deps: LinkDeps, email: string): Promise<string> {
  return (await linkForSuperAdmin(deps, email, { mayPromote: true })).link
}

/** Like `superAdminLink`, and says what was changed. Throws instead of promoting without `mayPromote`. */
export async function linkForSuperAdmin(
  { db, trail, clock, publicUrl }: LinkDeps,
  email: string,
  { mayPromote }: { mayPromote: boolean },
): Promise<SuperAdminLink> {
  const now = clock()
  return await db.transaction().execute(async (trx) => {
    const added = await addSuperAdmin(trx, email, now)
    if (added) await trail.record(trx, { at: now, action: 'added', kind: 'employee', id: added })
    const account = await lockAccountByEmail(trx, email)
    if (!account) throw new Error('the email address was changed meanwhile')
    const { id } = account
    const promotedFrom = account.role === role ? undefined : account.role
    if (promotedFrom) {
      if (!mayPromote) throw promotionError(email, promotedFrom)
      await changeRoleOf(trx, id, role, now)
      await endEmployeeSessions(trx, id, 'role changed', now)
      const details = { role: { from: promotedFrom, to: role } }
      await trail.record(trx, { at: now, action: 'changed role', kind: 'employee', id, details })
    }
    // A queued mail would create a newer link and end this one.
    await dropLinkMail(trx, id)
    await trail.record(trx, { at: now, action: 'made a set-up link', kind: 'employee', id })
    const token = await issueLink(trx, id, 'set-up', now)
    return { link: linkAddress(token, { publicUrl }), isNew: added !== undefined, promotedFrom }
  })
}

function promotionError(email: string, role: Role): OperatorError {
  return new OperatorError(
    `${email} has the role ${role}. Nothing was changed. To make that account a super-admin: npm run ops -- super-admin ${email} --promote`,
  )
}
