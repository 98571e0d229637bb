import { once } from 'node:events'
import pg from 'pg'
import { startProgram } from '#commands/trial/child.ts'
import type { Cleanup } from '#commands/trial/cleanup.ts'
import type { Household } from '#commands/trial/household.ts'
import type { Database } from './database.ts'

const employees = 20
const messages = 100

/** Made-up records by the product's own command, then what PostgreSQL does by itself after a while. */
export async function fill(
  household: Household,
  database: Database,
  { clients, notes }: { clients: number; notes: number },
  cleanup: Cleanup,
): Promise<void> {
  const wanted = { clients, notes, employees, messages }
  const parameters = Object.entries(wanted).flatMap(([name, count]) => [`--${name}`, `${count}`])
  const child = await startProgram(cleanup, household.env, 'ops', ['seed', ...parameters])
  child.stdout?.resume()
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The records could not be made: "ops seed" ended with ${code}.`)
  await settle(database)
}

/** Statistics, visible pages and a checkpoint, which would else come in the middle of some round. */
async function settle({ superuser, application }: Database): Promise<void> {
  const client = new pg.Client({ ...superuser, database: application.database })
  await client.connect()
  try {
    await client.query('VACUUM (ANALYZE)')
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}
