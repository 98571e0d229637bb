import { sql } from 'kysely'
import type { Connection } from './connection.ts'

/** First half of the key of each advisory lock of this program. */
export const lockClass = 21_320

/** Second half, by what the lock is for. All of them stand here, so that no two are the same. */
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
} as const

export type LockName = keyof typeof locks

const keyOf = (name: LockName) => sql`${sql.lit(lockClass)}, ${sql.lit(locks[name])}`

/** Lets those who take it follow each other, on all instances, until the transaction ends. */
export async function takeLock(trx: Connection, name: LockName): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${keyOf(name)})`.execute(trx)
}

/** The same where nobody has it; answers whether it was taken. */
export async function tryLock(trx: Connection, name: LockName): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${keyOf(name)}) AS taken`.execute(trx)
  return rows[0]?.taken === true
}
