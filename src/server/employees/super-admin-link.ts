import type { Role } from '#contract/access/roles.ts'
import { signInPaths } from '#contract/paths.ts'
import { anyoneHasPassword, issueLink, lockAccountByEmail } from '#server/accounts/store.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { OperatorError } from '#server/operator-error.ts'
import { dropLinkMailOf } from '#server/outgoing-mail/store.ts'
import { endSessionsOf } from '#server/session/store.ts'
import { addSuperAdmin, changeRoleOf } from './store.ts'

interface LinkDeps {
  db: Connection
  clock: () => Date
  publicUrl: string
}

export interface SuperAdminLink {
  link: string
  isNew: boolean
  /** What an employee was before the promotion. */
  promotedFrom: Role | undefined
}

const role: Role = 'super-admin'

/** The link of the first start, while nobody can sign in yet. */
export async function firstStartLink(deps: LinkDeps, email: string): Promise<string | undefined> {
  if (await anyoneHasPassword(deps.db)) return undefined
  return await superAdminLink(deps, email)
}

/** A one-time set-password link for that email, whose account is made a super-admin if it is not one yet. */
export async function superAdminLink(deps: LinkDeps, email: string): Promise<string> {
  return (await linkForSuperAdmin(deps, email, { mayPromote: true })).link
}

/** The same, and what had to be done for it; refused where that is a promotion without `mayPromote`. */
export async function linkForSuperAdmin(
  { db, clock, publicUrl }: LinkDeps,
  email: string,
  { mayPromote }: { mayPromote: boolean },
): Promise<SuperAdminLink> {
  const now = clock()
  return await db.transaction().execute(async (trx) => {
    const added = await addSuperAdmin(trx, email, now)
    if (added) await recordAudit(trx, { at: now, action: 'added', kind: 'employee', id: added })
    const account = await lockAccountByEmail(trx, email)
    if (!account) throw new Error('the address changed hands meanwhile')
    const { id } = account
    const promotedFrom = account.role === role ? undefined : account.role
    if (promotedFrom) {
      if (!mayPromote) throw promotionRefused(email, promotedFrom)
      await changeRoleOf(trx, id, role, now)
      await endSessionsOf(trx, id, 'role changed', now)
      const details = { role: { from: promotedFrom, to: role } }
      await recordAudit(trx, { at: now, action: 'changed role', kind: 'employee', id, details })
    }
    // Mail that waits would bring a newer link, and end this one.
    await dropLinkMailOf(trx, id)
    await recordAudit(trx, { at: now, action: 'made a set-up link', kind: 'employee', id })
    const token = await issueLink(trx, id, 'set-up', now)
    const link = `${publicUrl}${signInPaths.setPassword}?token=${token}`
    return { link, isNew: added !== undefined, promotedFrom }
  })
}

function promotionRefused(email: string, role: Role): OperatorError {
  return new OperatorError(
    `${email} has the role ${role}. Nothing was changed. To make that account a super-admin: npm run ops -- super-admin ${email} --promote`,
  )
}
