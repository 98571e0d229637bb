import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import {
  type Connection,
  createPool,
  makeFirstConnections,
  type PoolOptions,
  valueTypes,
} from './connection.ts'
import { type DatabaseLoss, startPrivateDatabase } from './embedded/private-database.ts'
import { grantRights, migrate } from './migrate.ts'
import { checkServer, createPrimary, serversOf, startTimeout } from './servers.ts'
import type { Database } from './tables.ts'

/** Which PostgreSQL to use: the private one in the data folder, or one that somebody else runs. */
export type DatabaseSettings = EmbeddedSettings | ExternalSettings

interface PoolSettings {
  /** What the environment says of the connections; a command may use fewer. */
  pool?: PoolOptions
}

export interface EmbeddedSettings extends PoolSettings {
  kind: 'embedded'
  /** Absolute path. */
  dataDir: string
  /** A folder with `postgres` and `initdb`; without it the npm package's. */
  binDir?: string | undefined
}

export interface ExternalSettings extends PoolSettings {
  kind: 'external'
  /** May name several hosts (`postgres://user:password@one:5432,two:5432/name`): the primary is found. */
  url: string
  /** The role that migrates, where the app's own role shall not own the tables. */
  ownerUrl?: string | undefined
}

/** Where the running program reports to; a pino logger is one. */
export interface Log {
  info(sentence: string): void
  warn(sentence: string): void
  error(sentence: string): void
}

export interface OpenDatabase {
  db: Connection
  pool: pg.Pool
  /** Whether a query is answered within two seconds. */
  isAlive(): Promise<boolean>
  /** Lends a connection of the role that owns the tables. */
  asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T>
  /** Gives the app's role its rights on the owner's tables, where the two differ: tables may be new. */
  grantRights(owner: pg.Client): Promise<void>
  /** Ends the connections and, if nobody else uses it, the private PostgreSQL. 10 seconds at the most. */
  close(): Promise<void>
}

export interface OpenDatabaseOptions extends PoolOptions {
  progress: (sentence: string) => void
  log: Log
  /** The folder of migrations to bring the database up to. */
  migrations: string
  /**
   * `server` refuses a private database that another server uses; `attach` is for operators' commands, which
   * work beside a running server as well as alone.
   */
  mode?: 'server' | 'attach'
  /** Breaks off the making of the private database, which takes seconds. */
  signal?: AbortSignal
  /** False leaves the schema as it is found: restoring a backup brings its own. */
  migrated?: boolean
  /** Called once if the private PostgreSQL ends without being asked to: no connection is of use any more. */
  onLost?: (loss: DatabaseLoss) => void
}

/** What differs between the two kinds of database. */
interface Backend {
  pool: pg.Pool
  /** Connects as the role that migrates. */
  migrator: pg.ClientConfig
  /** The app's role, where it isn't the one that migrates. */
  appRole: string | null
  stop(): Promise<void>
}

/** Brings the database up, migrates it, and opens a pool. What a person has to put right is an OperatorError. */
export async function openDatabase(
  settings: DatabaseSettings,
  options: OpenDatabaseOptions,
): Promise<OpenDatabase> {
  const pooled = { ...settings.pool, ...options }
  const backend =
    settings.kind === 'embedded' ? await openEmbedded(settings, pooled) : await openExternal(settings, pooled)
  const { pool, appRole } = backend
  // Of the connections that were told to end, PostgreSQL may cut some off while it stops.
  pool.on('error', () => {
    if (!pool.ending) options.log.warn('A connection to the database was lost.')
  })
  try {
    if (options.migrated !== false) await bringUpToDate(backend, options)
    await makeFirstConnections(pool)
  } catch (error) {
    await pool.end()
    await backend.stop()
    throw error
  }
  let closing: Promise<void> | null = null
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    asOwner: (work) => asOwner(backend, work),
    grantRights: async (owner) => {
      if (appRole) await grantRights(owner, appRole)
    },
    isAlive: () => answers(pool),
    close() {
      closing ??= closeInOrder(backend)
      return closing
    },
  }
}

/** Connections first; those that a request still holds are cut off when PostgreSQL stops. */
async function closeInOrder({ pool, stop }: Backend): Promise<void> {
  await Promise.race([pool.end(), pause(2_000, undefined, { ref: false })])
  await stop()
}

async function openEmbedded(settings: EmbeddedSettings, options: OpenDatabaseOptions): Promise<Backend> {
  const { progress, signal, onLost, mode = 'server' } = options
  const database = await startPrivateDatabase({ ...settings, mode, progress, signal, onLost })
  return {
    pool: createPool(database.connection, options),
    migrator: database.ownerConnection,
    appRole: String(database.connection.user),
    stop: database.stop,
  }
}

async function openExternal(settings: ExternalSettings, options: PoolOptions): Promise<Backend> {
  const primary = createPrimary(serversOf(settings.url, 'DATABASE_URL'))
  const app = await checkServer(primary, 'DATABASE_URL')
  const { ownerUrl } = settings
  const ownerPrimary = ownerUrl ? createPrimary(serversOf(ownerUrl, 'DATABASE_OWNER_URL')) : primary
  const owner = ownerUrl ? await checkServer(ownerPrimary, 'DATABASE_OWNER_URL') : app
  if (owner.database !== app.database) {
    throw new OperatorError(
      'DATABASE_OWNER_URL and DATABASE_URL lead to different databases. They differ in the user only: correct one.',
    )
  }
  return {
    pool: createPool(primary, options),
    migrator: { connectionString: ownerPrimary.current().connectionString },
    appRole: app.role === owner.role ? null : app.role,
    stop: async () => {},
  }
}

async function bringUpToDate(backend: Backend, { migrations, progress }: OpenDatabaseOptions): Promise<void> {
  const { appRole } = backend
  await asOwner(backend, async (owner) => {
    await migrate(owner, migrations, progress)
    if (appRole) await grantRights(owner, appRole)
  })
}

async function asOwner<T>({ migrator }: Backend, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({
    ...migrator,
    connectionTimeoutMillis: startTimeout,
    types: valueTypes,
  })
  owner.on('error', () => {})
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end().catch(() => {})
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const answer = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, pause(2_000, false, { ref: false })])
}
