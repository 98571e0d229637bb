import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { OperatorError } from '#server/operator-error.ts'
import { checkServer, DatabaseAway } from './check-server.ts'
import {
  type Connection,
  connectTimeout,
  instanceName,
  liftTimeouts,
  type PoolOptions,
  singleAttemptTimeout,
  timeouts,
  typeParsers,
} from './connection.ts'
import { type DatabaseServer, parseDatabaseUrl } from './database-url.ts'
import { type DatabaseLoss, startPrivateDatabase } from './embedded/private-database.ts'
import { migrate, withMigrationLock } from './migrate.ts'
import { createPools, eitherPool, type Pools } from './pools.ts'
import { grantRights } from './rights.ts'
import type { Database } from './tables.ts'

/** The private PostgreSQL in the data folder, or an external one. */
export type DatabaseSettings = EmbeddedSettings | ExternalSettings

interface PoolSettings {
  /** From the environment; a command may use fewer connections. */
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
  url: string
  /** The role that owns and migrates the tables, if the app's role should not. */
  ownerUrl?: string | undefined
}

/** The part of a pino logger that is used. */
export interface Log {
  info(sentence: string): void
  warn(sentence: string): void
  error(sentence: string): void
}

export interface OpenDatabase {
  db: Connection
  pools: Pools
  /** Whether a query succeeds within two seconds. */
  isAlive(): Promise<boolean>
  /** Lends a connection of the role that owns the tables. */
  asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T>
  /** Grants the app's role its rights on the owner's tables, if the two differ. */
  grantRights(owner: pg.Client): Promise<void>
  /** Ends the connections and, if no other process uses it, the private PostgreSQL. Takes at most 10 seconds. */
  close(): Promise<void>
}

export interface OpenDatabaseOptions extends PoolOptions {
  progress: (sentence: string) => void
  log: Log
  /** The folder of migrations to bring the database up to. */
  migrations: string
  /**
   * `server`, the default, waits for an external database, refuses a private one that another server uses, and sets the
   * timeouts of the app's role. `attach` is for operators' commands: it works beside a running server as well as alone, and
   * the owner's connection has no timeouts.
   */
  mode?: 'server' | 'attach'
  /** Cancels creating the private database, which takes seconds. */
  signal?: AbortSignal
  /** False skips migrations, because a restore migrates the schema itself. */
  migrated?: boolean
  /** Called once if the private PostgreSQL ends unexpectedly. */
  onLost?: (loss: DatabaseLoss) => void
}

/** Milliseconds between two attempts to reach a database that is away at start: for 30 seconds. */
const pauseBetweenAttempts = 5_000
const furtherAttempts = 6

/** What differs between the two kinds of database. */
interface Backend {
  mode: OpenDatabaseOptions['mode']
  pools: Pools
  /** How to connect as the role that migrates. */
  migrator: pg.ClientConfig
  /** The app's role; null if it also owns the tables. */
  appRole: string | null
  stop(): Promise<void>
}

/** Starts the private PostgreSQL or connects to the external one, migrates the database, and opens a pool. */
export async function openDatabase(
  settings: DatabaseSettings,
  options: OpenDatabaseOptions,
): Promise<OpenDatabase> {
  const pooled = { ...settings.pool, ...options }
  const backend =
    settings.kind === 'embedded' ? await openEmbedded(settings, pooled) : await openExternal(settings, pooled)
  const { pools, appRole } = backend
  // A connection that is closed while PostgreSQL stops is no reason to warn.
  for (const pool of Object.values(pools)) {
    pool.on('error', () => {
      if (!pool.ending) options.log.warn('A connection to the database was lost.')
    })
  }
  try {
    if (options.migrated !== false) await bringUpToDate(backend, options)
    if (options.mode !== 'attach') await setRoleTimeouts(pools)
    if (settings.kind === 'external') await warnOfTooManyConnections(pools, options.log)
  } catch (error) {
    await endPools(pools)
    await backend.stop()
    throw error
  }
  let closing: Promise<void> | null = null
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: eitherPool(pools) }) })
  return {
    db,
    pools,
    asOwner: (work) => asOwner(backend, work),
    grantRights: async (owner) => {
      if (appRole) await grantRights(owner, appRole)
    },
    isAlive: () => isResponding(db),
    close() {
      closing ??= closeInOrder(backend)
      return closing
    },
  }
}

/** Does not wait long for connections in use: they end when PostgreSQL stops. */
async function closeInOrder({ pools, stop }: Backend): Promise<void> {
  await Promise.race([endPools(pools), pause(2_000, undefined, { ref: false })])
  await stop()
}

async function endPools({ reads, changes }: Pools): Promise<void> {
  await Promise.all([reads.end(), changes.end()])
}

async function openEmbedded(settings: EmbeddedSettings, options: OpenDatabaseOptions): Promise<Backend> {
  const { progress, signal, onLost, mode = 'server' } = options
  const database = await startPrivateDatabase({ ...settings, mode, progress, signal, onLost })
  return {
    mode,
    pools: createPools(database.connection, options),
    migrator: database.ownerConnection,
    appRole: String(database.connection.user),
    stop: database.stop,
  }
}

async function openExternal(settings: ExternalSettings, options: OpenDatabaseOptions): Promise<Backend> {
  const server = parseDatabaseUrl(settings.url)
  const app = await serverWhenUp(server, 'DATABASE_URL', options)
  const { ownerUrl } = settings
  const ownerServer = ownerUrl ? parseDatabaseUrl(ownerUrl) : server
  const owner = ownerUrl ? await serverWhenUp(ownerServer, 'DATABASE_OWNER_URL', options) : app
  if (owner.database !== app.database) {
    throw new OperatorError(
      'DATABASE_OWNER_URL and DATABASE_URL name different databases. They must name the same one, with different users.',
    )
  }
  return {
    mode: options.mode,
    pools: createPools({ connectionString: server.connectionString }, options),
    migrator: { connectionString: ownerServer.connectionString },
    appRole: app.role === owner.role ? null : app.role,
    stop: async () => {},
  }
}

/** After a power failure everything starts at once: the server waits for its database. A command says at once that there is none. */
async function serverWhenUp(
  server: DatabaseServer,
  variable: string,
  { mode, progress, signal }: OpenDatabaseOptions,
): ReturnType<typeof checkServer> {
  if (mode === 'attach') return await checkServer(server, variable, singleAttemptTimeout)
  for (let attempt = 0; ; attempt += 1) {
    const nextAttempt = pause(pauseBetweenAttempts, undefined, { signal })
    nextAttempt.catch(() => {})
    try {
      return await checkServer(server, variable, connectTimeout)
    } catch (error) {
      if (!(error instanceof DatabaseAway) || attempt === furtherAttempts) throw error
      progress(`${error.message} Waiting for it …`)
    }
    await nextAttempt
  }
}

async function bringUpToDate(backend: Backend, { migrations, progress }: OpenDatabaseOptions): Promise<void> {
  const { appRole } = backend
  await asOwner(backend, async (owner) => {
    await migrate(owner, migrations, progress)
    if (appRole) await grantRights(owner, appRole)
  })
}

/** Sets the timeouts as role settings, because poolers accept no startup parameters. Connections that open from now on have them. */
async function setRoleTimeouts({ reads }: Pools): Promise<void> {
  const client = await reads.connect()
  try {
    // PostgreSQL refuses one of two simultaneous changes to a role, such as by instances that start together.
    await withMigrationLock(client, async () => {
      const { rows } = await client.query(
        'SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database',
      )
      const { role, database } = rows[0]
      for (const [name, limit] of Object.entries(timeouts))
        await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${limit}'`)
    })
    // At the first start a pooler would keep this connection, which has no limits yet. Ending it fails the query.
    await client
      .query(
        `SELECT pg_terminate_backend(pg_backend_pid())
         WHERE current_setting('statement_timeout') <> '${timeouts.statement_timeout}'`,
      )
      .catch(() => {})
  } finally {
    client.release(true)
  }
}

/** Instances that are started one by one may together want more connections than the server has. */
async function warnOfTooManyConnections({ reads, changes }: Pools, log: Log): Promise<void> {
  const { rows } = await reads.query<{ instances: number; room: number }>(
    `SELECT count(DISTINCT (client_addr, application_name)) AS instances,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS room
     FROM pg_stat_activity
     WHERE datname = current_database() AND usename = current_user AND application_name LIKE '${instanceName}%'`,
  )
  const [{ instances, room }] = rows as [(typeof rows)[0]]
  const size = reads.options.max + changes.options.max
  if (size * instances <= room) return
  log.warn(
    `${instances} running ${instances === 1 ? 'instance' : 'instances'} with DATABASE_POOL ${size} may need ${size * instances} connections, and the database has ${room}. Lower DATABASE_POOL, or raise max_connections.`,
  )
}

async function asOwner<T>({ migrator, mode }: Backend, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({
    ...migrator,
    connectionTimeoutMillis: singleAttemptTimeout,
    types: typeParsers,
  })
  owner.on('error', () => {})
  await owner.connect()
  try {
    if (mode === 'attach') await liftTimeouts(owner, 'session')
    return await work(owner)
  } finally {
    await owner.end().catch(() => {})
  }
}

async function isResponding(db: Connection): Promise<boolean> {
  const isAnswered = db.executeQuery(CompiledQuery.raw('SELECT 1')).then(
    () => true,
    () => false,
  )
  return Promise.race([isAnswered, pause(2_000, false, { ref: false })])
}
