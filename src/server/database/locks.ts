import { sql } from 'kysely'
import type { Connection } from './connection.ts'

/** First half of the key of all our advisory locks. */
export const lockClass = 21_320

/** Second half of the key, by purpose. Listed in one place to keep them distinct. */
export const locks = {
  server: 1,
  use: 2,
  setup: 3,
  migrations: 4,
  staff: 5,
  notices: 6,
  'audit chain': 7,
  seed: 8,
  imports: 10,
  'daily backup': 11,
  files: 12,
} as const

export type LockName = keyof typeof locks

const keyOf = (name: LockName) => sql`${sql.lit(lockClass)}, ${sql.lit(locks[name])}`

/** Waits for the lock, which all instances share, and holds it until the transaction ends. */
export async function takeLock(trx: Connection, name: LockName): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${keyOf(name)})`.execute(trx)
}

/** Takes the lock without waiting. Returns whether it was free. */
export async function tryLock(trx: Connection, name: LockName): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${keyOf(name)}) AS taken`.execute(trx)
  return rows[0]?.taken === true
}

/** Does the work, however long it takes, while this instance holds the lock. Does nothing if another one does. */
export async function whileLocked(db: Connection, name: LockName, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, name))) return
    await sql`SELECT set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx)
    await work()
  })
}
