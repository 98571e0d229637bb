import type pg from 'pg'

/** Owns the database and its tables, and migrates them. */
export const ownerRole = 'stable_housing_owner'
/** The running server's role. It has only the rights that it needs, and owns nothing. */
export const appRole = 'stable_housing'
export const appDatabase = 'stable_housing'

/** Creates missing roles and the database. After a kill the next start creates the rest. */
export async function ensureRoles(client: pg.Client, { password }: { password: string }): Promise<void> {
  const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [appDatabase])
  if (rows.length > 0) return
  const { rows: roles } = await client.query<{ name: string }>('SELECT rolname AS name FROM pg_roles')
  for (const role of [ownerRole, appRole]) {
    if (roles.some(({ name }) => name === role)) continue
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
  }
  await client.query(`CREATE DATABASE ${appDatabase} OWNER ${ownerRole}`)
}
