import { createSecretKey, randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import { auditTrail } from '#server/audit/store.ts'
import { createPool } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import { cloneTemplate, inSession, templateDatabase, urlOf } from './database-server.ts'

export interface TestDatabase {
  db: Kysely<Database>
  /** Connected, like `db`, as the app's role. */
  pool: pg.Pool
  /** Connected as the role that owns the tables. */
  ownerDb: Kysely<Database>
  /** The connection of the role that owns the tables. */
  connection: pg.ClientConfig
  /** The same as a DATABASE_URL. */
  connectionString: string
  /** The connection of a superuser. */
  superuserConnection: pg.ClientConfig
  close(): Promise<void>
}

/** For tests that don't verify the trail: its key is in no data folder. */
export const testTrail = auditTrail({ id: '0123456789ab', secret: createSecretKey(randomBytes(32)) })

/** Milliseconds; long, so that a busy machine is not taken for a dead database. */
const patience = 100_000

/** A database of its own, closed with the test or the test file that made it. */
export async function createTestDatabase(kind: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const database = `test_${randomBytes(6).toString('hex')}`
  const template = kind === 'migrated' ? templateDatabase : 'template1'
  const copy = await cloneTemplate(server, database, template)
  const connection = copy.ownerConnection
  const [pool, ownerPool] = [copy.connection, connection].map((config) => {
    const opened = createPool(config, { poolSize: 5, queryTimeout: patience })
    opened.options.connectionTimeoutMillis = patience
    return opened
  }) as [pg.Pool, pg.Pool]
  let closing: Promise<void> | undefined
  const drop = async () => {
    await pool.end()
    await ownerPool.end()
    await inSession(server.superuserConnection, (client) =>
      client.query(`DROP DATABASE ${database} WITH (FORCE)`),
    )
  }
  const close = () => {
    closing ??= drop()
    return closing
  }
  atEnd(close)
  return {
    close,
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    ownerDb: new Kysely<Database>({ dialect: new PostgresDialect({ pool: ownerPool }) }),
    connection,
    connectionString: urlOf(connection),
    superuserConnection: copy.superuserConnection,
  }
}

/** At the end of the running test, or outside of tests at the end of the file. */
export function atEnd(close: () => Promise<void>): void {
  try {
    onTestFinished(close)
  } catch {
    afterAll(close)
  }
}
