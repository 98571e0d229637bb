import { accountByEmail } from '#server/accounts/store.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { type PasswordHashing, passwordHashing } from '#server/session/password-hashing.ts'
import { endSessionsOf } from '#server/session/store.ts'
import { type DemoAccount, demoAccounts } from './demo-accounts.ts'
import { demoPassword } from './demo-password.ts'
import { addDemoAccount, resetDemoAccount } from './demo-store.ts'
import { type SeedCounts, seedWithin } from './seed.ts'
import { inSeedTransaction, nextIndex, tidyUpAfterSeed } from './seed-store.ts'

/** What a small organization has after three years. */
const demoCounts: SeedCounts = { employees: 14, clients: 320, notes: 4_500, messages: 45 }

interface DemoSettings {
  /** The demo's own. */
  dataDir: string
  now: Date
  timeZone: string
  progress: (sentence: string) => void
}

/**
 * Fills a demo's database on the first start, in one transaction: one that is killed meanwhile leaves nothing, and the
 * next start begins anew. Sees to it at each start that the sign-ins hold, whatever visitors did to these accounts, and
 * answers them, one a line.
 */
export async function prepareDemo(database: OpenDatabase, settings: DemoSettings): Promise<string[]> {
  const { now, timeZone, progress } = settings
  const password = demoPassword(settings.dataDir)
  const hashing = passwordHashing()
  const isNew = await inSeedTransaction(database.pool, async (transaction) => {
    const { db } = transaction
    const isEmpty = (await nextIndex(db, 'client')) === 0
    if (isEmpty) {
      progress('Filling the demo with made-up people, notes and messages …')
      await seedWithin(transaction, demoCounts, { now, timeZone })
    }
    for (const account of demoAccounts) await ensureAccount(db, account, { password, hashing, now })
    return isEmpty
  })
  if (isNew) await database.asOwner(tidyUpAfterSeed)
  return demoAccounts.map(({ role, email }) => `Sign in as ${role}: ${email} ${password}`)
}

interface SignIn {
  password: string
  hashing: PasswordHashing
  now: Date
}

async function ensureAccount(db: Connection, account: DemoAccount, { password, hashing, now }: SignIn) {
  const existing = await accountByEmail(db, account.email)
  if (!existing) {
    const id = await addDemoAccount(db, account, await hashing.hash(password), now)
    return await recordAudit(db, { at: now, action: 'added', kind: 'employee', id })
  }
  const { id, role, password_hash: stored } = existing
  if (role === account.role && (await hashing.verify(password, stored))) return
  await resetDemoAccount(db, id, account, await hashing.hash(password), now)
  await endSessionsOf(db, id, 'demo account reset', now)
  await recordAudit(db, {
    at: now,
    action: 'reset',
    kind: 'employee',
    id,
    details: { fields: ['role', 'password'] },
  })
}
