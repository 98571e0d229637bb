import type pg from 'pg'
import { lockClass, locks } from './locks.ts'

/**
 * A transaction that no other instance's migration overlaps. The lock belongs to the transaction and not to
 * the session: it holds behind a transaction pooler too, and a killed holder's is gone with its transaction.
 */
export async function inMigrationLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [lockClass, locks.migrations])
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
