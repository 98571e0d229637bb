import type { Role } from '#contract/access/roles.ts'
import { signInPaths } from '#contract/paths.ts'
import { anyoneHasPassword, issueLink, lockedAccountByEmail } from '#server/accounts/store.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { dropLinkMailOf } from '#server/outgoing-mail/store.ts'
import { endSessionsOf } from '#server/session/store.ts'
import { addSuperAdmin, makeSuperAdmin } from './store.ts'

interface LinkDeps {
  db: Connection
  clock: () => Date
  publicUrl: string
}

export interface SuperAdminLink {
  link: string
  /** What had to be done to the account. */
  done: 'created' | 'promoted' | 'nothing'
  /** What a promoted employee was. */
  from: Role
}

/** The address belongs to an employee of another role, who was to stay what they are; nothing was changed. */
export class PromotionRefused extends Error {
  override name = 'PromotionRefused'
  readonly role: Role

  constructor(role: Role) {
    super(`an employee of the role ${role} was not to be promoted`)
    this.role = role
  }
}

/** The link of the first start, while nobody can sign in yet. */
export async function firstStartLink(deps: LinkDeps, email: string): Promise<string | undefined> {
  if (await anyoneHasPassword(deps.db)) return undefined
  return await superAdminLink(deps, email)
}

/** A one-time set-password link for that email, whose account is made a super-admin if it is not one yet. */
export async function superAdminLink(deps: LinkDeps, email: string): Promise<string> {
  return (await linkForSuperAdmin(deps, email, { mayPromote: true })).link
}

/** The same, and what had to be done for it; a PromotionRefused where that is a promotion without `mayPromote`. */
export async function linkForSuperAdmin(
  { db, clock, publicUrl }: LinkDeps,
  email: string,
  { mayPromote }: { mayPromote: boolean },
): Promise<SuperAdminLink> {
  const now = clock()
  return await db.transaction().execute(async (trx) => {
    const { id, role: from, isNew } = await lockedAccount(trx, email, now)
    const isPromotion = await makeSuperAdmin(trx, id, now)
    // Rolls everything back.
    if (isPromotion && !mayPromote) throw new PromotionRefused(from)
    if (isPromotion) await followPromotion(trx, id, from, now)
    // Mail that waits would bring a newer link, and end this one.
    await dropLinkMailOf(trx, id)
    await recordAudit(trx, { at: now, action: 'made a set-up link', kind: 'employee', id })
    const token = await issueLink(trx, id, 'set-up', now)
    const link = `${publicUrl}${signInPaths.setPassword}?token=${token}`
    return { link, done: isNew ? 'created' : isPromotion ? 'promoted' : 'nothing', from }
  })
}

/** The account of that address, made where there is none, and held until the transaction ends. */
async function lockedAccount(
  db: Connection,
  email: string,
  now: Date,
): Promise<{ id: string; role: Role; isNew: boolean }> {
  const added = await addSuperAdmin(db, email, now)
  if (added) {
    await recordAudit(db, { at: now, action: 'added', kind: 'employee', id: added })
    return { id: added, role: 'super-admin', isNew: true }
  }
  const account = await lockedAccountByEmail(db, email)
  if (!account) throw new Error('the address changed hands meanwhile')
  return { id: account.id, role: account.role, isNew: false }
}

async function followPromotion(db: Connection, id: string, from: Role, now: Date): Promise<void> {
  await endSessionsOf(db, id, 'role changed', now)
  const details = { role: { from, to: 'super-admin' } } as const
  await recordAudit(db, { at: now, action: 'changed role', kind: 'employee', id, details })
}
