import type { Role } from '#contract/access/roles.ts'
import { accountByEmail } from '#server/accounts/store.ts'
import type { AuditTrail } from '#server/audit/store.ts'

import { secretFromDataFolder } from '#server/data-folder.ts'
import type { Connection } from '#server/database/connection.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { moveCaseload } from '#server/employees/caseload.ts'
import { passwordHashing } from '#server/session/password-hashing.ts'
import { endEmployeeSessions } from '#server/session/store.ts'
import { turnOffTwoStep } from '#server/session/two-step-store.ts'
import { type SeedCounts, seedWithin } from './seed.ts'
import { findMadeUpEmployees, nextIndex, saveDemoAccount, tidyUpAfterSeed } from './store.ts'

/** As many as a small organization has after three years. */
const demoCounts: SeedCounts = { employees: 14, clients: 320, notes: 4_500, messages: 45 }

const accounts = [
  account('super-admin', 'Ingrid', 'Halvorson', '1971-05-17', '2418 Park Avenue, Minneapolis, MN 55404'),
  account('admin', 'Marcus', 'Coleman', '1979-11-02', '731 Selby Avenue Apt 204, St. Paul, MN 55104'),
  account('manager', 'Hodan', 'Warsame', '1988-02-29', '1420 Cedar Avenue S, Minneapolis, MN 55404'),
  account('employee', 'Tou', 'Xiong', '1996-08-09', '1188 Arcade Street, St. Paul, MN 55106'),
]

function account(role: Role, first_name: string, last_name: string, dob: string, address: string) {
  return { role, first_name, last_name, dob, address, email: `${role}@demo.example`, phone: '6125550101' }
}

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
    if (isEmpty) {
      progress('Filling the demo with made-up people, notes and messages …')
      await seedWithin(trx, demoCounts, { trail, now, timeZone })
    }
    for (const account of accounts) {
      const existing = await accountByEmail(trx, account.email)
      const isUnchanged = existing?.role === account.role && !existing.two_step_at
      if (isUnchanged && (await hashing.verify(password, existing.password_hash))) continue
      const id = await saveDemoAccount(trx, account, await hashing.hash(password), now)
      const event = { at: now, kind: 'employee', id } as const
      if (!existing) await trail.record(trx, { ...event, action: 'added' })
      else {
        await turnOffTwoStep(trx, id)
        await endEmployeeSessions(trx, id, 'demo account reset', now)
        await trail.record(trx, { ...event, action: 'reset', details: { fields: ['role', 'password'] } })
      }
    }
    if (isEmpty) await handOverCaseloads(trx, trail, now)
    return isEmpty
  })
  if (isNew) await asOwner(tidyUpAfterSeed)
  return accounts.map(({ role, email }) => `Sign in as ${role}: ${email} ${password}`)
}

/** Two of the accounts each take over the caseload of a made-up employee, so that they have clients. */
async function handOverCaseloads(trx: Connection, trail: AuditTrail, now: Date): Promise<void> {
  const [by, ...takers] = await Promise.all(
    ['super-admin', 'manager', 'employee'].map((role) => accountByEmail(trx, `${role}@demo.example`)),
  )
  const makers = await findMadeUpEmployees(trx)
  for (const [place, taker] of takers.entries()) {
    const from = makers[place]
    if (!by || !taker || !from) continue
    const actor = { role: by.role, id: by.id }
    await moveCaseload(trx, { trail, actor, by: by.id, from: from.id, to: taker.id, now })
  }
}
