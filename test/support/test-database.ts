import { createSecretKey, randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { digestRowsWith } from '#server/audit/store.ts'
import { createPool } from '#server/database/connection.ts'
import { ownerRole } from '#server/database/embedded/roles.ts'
import type { Database } from '#server/database/tables.ts'
import { inSession, templateDatabase } from './database-server.ts'

export interface TestDatabase {
  db: Kysely<Database>
  /** Connected, like `db`, as the app's role. */
  pool: pg.Pool
  /** Connected as the role that owns the tables. */
  ownerDb: Kysely<Database>
  /** How the role connects that owns the tables. */
  connection: pg.ClientConfig
  /** The same as a DATABASE_URL: one role for everything. */
  connectionString: string
  /** How a superuser connects to this database. */
  superuserConnection: pg.ClientConfig
  close(): Promise<void>
}

// Tests that verify the trail set the key of their data folder.
digestRowsWith(() => ({ id: '0123456789ab', secret: createSecretKey(randomBytes(32)) }))

/** Milliseconds: a machine that is busy or stands still for some seconds is no database that does not answer. */
const patience = 100_000

/** A database of its own: migrated, or without any table. */
export async function createTestDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const database = `test_${randomBytes(6).toString('hex')}`
  const template = kind === 'migrated' ? templateDatabase : 'template1'
  await inSession(server.superuserConnection, (client) =>
    client.query(`CREATE DATABASE ${database} OWNER ${ownerRole} TEMPLATE ${template}`),
  )
  const connection = { ...server.ownerConnection, database }
  const [pool, ownerPool] = [{ ...server.connection, database }, connection].map((config) => {
    const opened = createPool(config, { poolSize: 5, queryTimeout: patience })
    opened.options.connectionTimeoutMillis = patience
    return opened
  }) as [pg.Pool, pg.Pool]
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    ownerDb: new Kysely<Database>({ dialect: new PostgresDialect({ pool: ownerPool }) }),
    connection,
    connectionString: urlOf(connection),
    superuserConnection: { ...server.superuserConnection, database },
    async close() {
      await pool.end()
      await ownerPool.end()
      await inSession(server.superuserConnection, (client) =>
        client.query(`DROP DATABASE ${database} WITH (FORCE)`),
      )
    },
  }
}

/** `postgres://user:password@/database?host=/socket/folder&port=5432` */
export function urlOf({ user, password, database, host, port }: pg.ClientConfig): string {
  const query = new URLSearchParams({ host: String(host), port: String(port) })
  return `postgres://${user}:${encodeURIComponent(String(password))}@/${database}?${query}`
}
