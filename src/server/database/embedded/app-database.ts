import type pg from 'pg'
import { whileSettingUp } from './cluster-locks.ts'

/** The role that the app connects with: owner of its database, and no superuser. */
export const appRole = 'stable_housing'
export const appDatabase = 'stable_housing'

/** Makes role and database unless they are there; killed in between, the next start makes the rest. */
export async function ensureAppDatabase(keeper: pg.Client, password: string): Promise<void> {
  if (await isComplete(keeper)) return
  await whileSettingUp(keeper, async () => {
    if (!(await exists(keeper, 'pg_roles WHERE rolname', appRole))) {
      await keeper.query(`CREATE ROLE ${appRole} LOGIN PASSWORD ${keeper.escapeLiteral(password)}`)
    }
    if (!(await exists(keeper, 'pg_database WHERE datname', appDatabase))) {
      await keeper.query(`CREATE DATABASE ${appDatabase} OWNER ${appRole}`)
    }
  })
}

async function isComplete(keeper: pg.Client): Promise<boolean> {
  return (
    (await exists(keeper, 'pg_roles WHERE rolname', appRole)) &&
    (await exists(keeper, 'pg_database WHERE datname', appDatabase))
  )
}

async function exists(keeper: pg.Client, rowsWhere: string, name: string): Promise<boolean> {
  const { rowCount } = await keeper.query(`SELECT FROM ${rowsWhere} = $1`, [name])
  return rowCount !== 0
}
