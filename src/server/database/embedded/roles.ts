import { createHmac } from 'node:crypto'
import type pg from 'pg'

/** Creates the other roles and the database when PostgreSQL starts, and is not logged in after that. */
export const superuser = 'postgres'
/** Owns the database and its tables, and migrates them. */
export const ownerRole = 'stable_housing_owner'
/** The running server's role. It has only the rights that it needs, and owns nothing. */
export const appRole = 'stable_housing'
export const appDatabase = 'stable_housing'

/** A role's password. A process that learns it can't derive those of the other roles. */
export function rolePassword(role: string, clusterPassword: string): string {
  return createHmac('sha256', clusterPassword).update(role).digest('base64url')
}

/**
 * Creates missing roles and the database; after a kill the next start creates the rest. Sets the passwords each time, because
 * a role may change its own.
 */
export async function ensureRoles(client: pg.Client, passwordOf: (role: string) => string): Promise<void> {
  const { rows: roles } = await client.query<{ name: string }>('SELECT rolname AS name FROM pg_roles')
  for (const role of [ownerRole, appRole]) {
    const verb = roles.some(({ name }) => name === role) ? 'ALTER' : 'CREATE'
    const password = client.escapeLiteral(passwordOf(role))
    await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${password}`)
  }
  const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [appDatabase])
  if (rows.length === 0) await client.query(`CREATE DATABASE ${appDatabase} OWNER ${ownerRole}`)
}
