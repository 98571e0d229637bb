import pg from 'pg'
import { grantInTransaction, withMigrationLock } from '../migrate.ts'

/** Owns the database and its tables, and migrates them. */
export const ownerRole = 'stable_housing_owner'
/** The running server's role. It has only the rights that it needs, and owns nothing. */
export const appRole = 'stable_housing'
export const appDatabase = 'stable_housing'

/** Creates missing roles and the database. After a kill the next start creates the rest. */
export async function ensureRoles(
  client: pg.Client,
  superuserConnection: pg.ClientConfig & { password: string },
): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [appDatabase],
  )
  const owner = rows[0]?.owner
  if (owner === ownerRole) return
  const { rows: roles } = await client.query<{ name: string }>('SELECT rolname AS name FROM pg_roles')
  for (const role of [ownerRole, appRole]) {
    if (roles.some(({ name }) => name === role)) continue
    const password = client.escapeLiteral(superuserConnection.password)
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${password}`)
  }
  if (!owner) await client.query(`CREATE DATABASE ${appDatabase} OWNER ${ownerRole}`)
  if (owner === appRole) await moveOwnership(superuserConnection)
}

/**
 * Until November 2026 one role both owned the tables and ran the server. Ownership moves in one transaction, so that a
 * running server is not disturbed.
 */
async function moveOwnership(superuserConnection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...superuserConnection, database: appDatabase })
  client.on('error', () => {})
  await client.connect()
  try {
    await withMigrationLock(client, async () => {
      await client.query(`REASSIGN OWNED BY ${appRole} TO ${ownerRole}`)
      await grantInTransaction(client, appRole)
    })
  } finally {
    await client.end().catch(() => {})
  }
}
