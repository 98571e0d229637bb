import { signInPaths } from '#contract/paths.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import {
  accountByEmail,
  addSuperAdmin,
  anyoneHasPassword,
  lockEmployee,
  makeSuperAdmin,
} from '#server/employees/store.ts'
import { issueLink } from '#server/session/account-link-store.ts'
import { endSessionsOf } from '#server/session/store.ts'

interface Needs {
  db: Connection
  clock: () => Date
  publicUrl: string
}

/** The link of the first start, while nobody can sign in yet (decisions 21, 47). */
export async function firstStartLink(needs: Needs, email: string): Promise<string | undefined> {
  if (await anyoneHasPassword(needs.db)) return undefined
  return await superAdminLink(needs, email)
}

/** A one-time set-password link for that e-mail, whose account is made a super-admin if it is not one yet. */
export async function superAdminLink({ db, clock, publicUrl }: Needs, email: string): Promise<string> {
  const now = clock()
  const token = await db.transaction().execute(async (trx) => {
    const id = await superAdminAccount(trx, email, now)
    await lockEmployee(trx, id)
    await recordAudit(trx, { at: now, action: 'made a set-up link', kind: 'employee', id })
    return await issueLink(trx, id, 'set-up', now)
  })
  return `${publicUrl}${signInPaths.setPassword}?token=${token}`
}

async function superAdminAccount(db: Connection, email: string, now: Date): Promise<string> {
  const added = await addSuperAdmin(db, email, now)
  if (added) {
    await recordAudit(db, { at: now, action: 'added', kind: 'employee', id: added })
    return added
  }
  const account = await accountByEmail(db, email)
  if (!account) throw new Error('the account vanished between two statements')
  if (await makeSuperAdmin(db, account.id, now)) {
    await endSessionsOf(db, account.id, 'role changed', now)
    await recordAudit(db, { at: now, action: 'changed role', kind: 'employee', id: account.id })
  }
  return account.id
}
