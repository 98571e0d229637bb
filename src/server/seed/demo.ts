import { accountByEmail } from '#server/accounts/store.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import { secretFromDataFolder } from '#server/data-folder.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { passwordHashing } from '#server/session/password-hashing.ts'
import { endEmployeeSessions } from '#server/session/store.ts'
import { turnOffTwoStep } from '#server/session/two-step-store.ts'
import { type SeedCounts, seedWithin } from './seed.ts'
import { changeEmployee, insertRecords, nextIndex, tidyUpAfterSeed } from './store.ts'

/** As many as a small organization has after three years. */
const demoCounts: SeedCounts = { employees: 14, clients: 320, notes: 4_500, messages: 45 }

/** Those who are marked as made up get clients, and notes in their name. */
const accounts = [
  { role: 'super-admin', first_name: 'Ingrid', last_name: 'Halvorson', dob: '1971-05-17', made_up: false },
  { role: 'admin', first_name: 'Marcus', last_name: 'Coleman', dob: '1979-11-02', made_up: false },
  { role: 'manager', first_name: 'Hodan', last_name: 'Warsame', dob: '1988-02-29', made_up: true },
  { role: 'employee', first_name: 'Tou', last_name: 'Xiong', dob: '1996-08-09', made_up: true },
] as const

const emailOf = (role: string) => `${role}@demo.example`

interface DemoSettings {
  trail: AuditTrail
  /** The demo's own data folder. */
  dataDir: string
  now: Date
  timeZone: string
  progress: (sentence: string) => void
}

/**
 * Fills a demo's database on the first start, all or nothing. Every start resets the accounts' roles and passwords, which
 * visitors may have changed. Returns a line with the sign-in of each account.
 */
export async function prepareDemo(
  { db, asOwner }: OpenDatabase,
  { trail, dataDir, now, timeZone, progress }: DemoSettings,
): Promise<string[]> {
  // Each demo has its own password, because a demo may be public.
  const password = secretFromDataFolder(dataDir, 'demo-secret').slice(0, 12)
  const hashing = passwordHashing()
  const isNew = await db.transaction().execute(async (trx) => {
    const isEmpty = (await nextIndex(trx, 'clients')) === 0
    for (const { role, ...person } of accounts) {
      const email = emailOf(role)
      const existing = await accountByEmail(trx, email)
      const isUnchanged = existing?.role === role && !existing.two_step_at
      if (isUnchanged && (await hashing.verify(password, existing.password_hash))) continue
      const password_hash = await hashing.hash(password)
      const signIn = { role, password_hash, password_set_at: now, updated_at: now }
      const event = { at: now, kind: 'employee' } as const
      if (existing) {
        const { id } = existing
        await changeEmployee(trx, id, signIn)
        await turnOffTwoStep(trx, id)
        await endEmployeeSessions(trx, id, 'demo account reset', now)
        await trail.record(trx, { ...event, action: 'reset', id, details: { fields: ['role', 'password'] } })
      } else {
        const id = crypto.randomUUID()
        const account = { id, ...person, ...signIn, email, phone: '6125550101', created_at: now }
        await insertRecords(trx, [{ employees: [account] }])
        await trail.record(trx, { ...event, action: 'added', id })
      }
    }
    if (isEmpty) {
      progress('Filling the demo with made-up people, notes and messages …')
      await seedWithin(trx, demoCounts, { trail, now, timeZone })
    }
    return isEmpty
  })
  if (isNew) await asOwner(tidyUpAfterSeed)
  return accounts.map(({ role }) => `Sign in as ${role}: ${emailOf(role)} ${password}`)
}
