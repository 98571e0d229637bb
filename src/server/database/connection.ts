import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './tables.ts'
import { isLockTimeout, isStatementTimeout, isTransientError } from './transient-errors.ts'

/** The pool or a transaction; the first argument of every store function. */
export type Connection = Kysely<Database>

/** A connection of the role that owns the tables, from `asOwner`. */
export type OwnerConnection = pg.Client

/** Wraps a pg client that is in a transaction for store functions. */
export function kyselyFor(client: pg.ClientBase): Connection {
  const connection = { query: client.query.bind(client), release: () => {} } as unknown as pg.PoolClient
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

const { builtins } = pg.types
const bigintArray = 1016
const dateArray = 1182
const textArray = 1009
const uuidArray = 2951

type Parser = (text: string) => unknown

const asText: Parser = (text) => text
// The typings lack array types, but the parser table has them.
const asTexts: Parser = pg.types.getTypeParser(textArray as never)
const asNumbers: Parser = (text) => (asTexts(text) as (string | null)[]).map((item) => item && Number(item))

/** What `isoText` selects, as JSON has it. An era, infinity or a year of five digits stays as PostgreSQL has it. */
const asInstant: Parser = (text) => {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(text)) return text
  const time = text.length === 19 ? `${text.slice(11)}.000` : text.slice(11, 23).padEnd(12, '0')
  return `${text.slice(0, 10)}T${time}Z`
}

/** Ids have no commas, quotes or nulls. */
const asIds: Parser = (text) => (text === '{}' ? [] : text.slice(1, -1).split(','))

const ownParsers = new Map<number, Parser>([
  // `pg` returns int8 as strings. Our counts and ids stay far below 2^53.
  [builtins.INT8, Number],
  [bigintArray, asNumbers],
  // Calendar dates stay text: as a Date they would shift with the time zone.
  [builtins.DATE, asText],
  [dateArray, asTexts],
  // For each note of a list, `pg`'s own parser took a seventh of the time.
  [uuidArray, asIds],
  [builtins.TIMESTAMP, asInstant],
])

/** Type parsers of every connection. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    ownParsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

export interface PoolOptions {
  /** Connections at once; the default leaves room for four instances on PostgreSQL's default of 100. */
  poolSize?: number | undefined
  /** Milliseconds until a query fails; 0 means no limit, neither here nor in PostgreSQL, for long operations. */
  queryTimeout?: number | undefined
}

/** Milliseconds until a connection attempt fails. */
export const connectTimeout = 5_000

/**
 * The same for an operator's command and for the owner's connection, which nothing repeats: the machine may be busy. A server
 * that is down refuses at once anyway.
 */
export const singleAttemptTimeout = 20_000

/** Milliseconds until a call that waits for a lock fails. */
export const lockTimeout = 3_000

/** Limits of every connection of the app's role on the database's side. Without them an instance that vanishes would hold its locks until TCP gives up. */
export const timeouts = {
  statement_timeout: '15s',
  lock_timeout: `${lockTimeout}ms`,
  idle_in_transaction_session_timeout: '20s',
}

/**
 * For migrations, backups and operators' commands, which may take longer. The server lifts them for a transaction only: after
 * it, a transaction pooler hands the connection to others.
 */
export async function liftTimeouts(client: pg.ClientBase, scope: 'session' | 'transaction'): Promise<void> {
  const isLocal = scope === 'transaction'
  const settings = Object.keys(timeouts).map((name) => `set_config('${name}', '0', ${isLocal})`)
  await client.query(`SELECT ${settings.join(', ')}`)
}

/** What connections are named, before the process id. */
export const instanceName = 'stable-housing '

/** Milliseconds; later than `statement_timeout`, so that the database has told why. */
const defaultQueryTimeout = 17_000

export function createPool(
  target: pg.ClientConfig,
  { poolSize, queryTimeout = defaultQueryTimeout }: PoolOptions = {},
): pg.Pool {
  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super(options)
      // Without a listener, a broken connection would crash Node.js.
      this.on('error', () => {})
      this.query = queryOf(this, queryTimeout) as typeof this.query
    }
  }
  const pool = new pg.Pool({
    ...target,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: `${instanceName}${process.pid}`,
    types: typeParsers,
    Client,
    onConnect: async (client) => {
      if (queryTimeout === 0) await liftTimeouts(client, 'session')
    },
  })
  // The pool replaces broken idle connections; without a listener they would crash Node.js.
  pool.on('error', () => {})
  return pool
}

/** A connection keeps no more statements, so that memory can't grow. */
const mostNames = 500

/** The names of statements by their text. A connection parses and plans what has a name once (docs/decisions/0049). */
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < mostNames) {
    // A pooler that mixes up prepared statements must never run another one of the same name.
    names.set(text, `s_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`)
  }
  return names.get(text)
}

/**
 * The connection's `query`: it names statements with parameters, fails what takes too long, and ends the connection after a
 * transient error. Otherwise that would return to the pool, and if the server is gone each later borrower would wait until the
 * kernel gives up after 15 minutes.
 *
 * The promise and the timeout are made here and not by `pg`: it assigns both as functions to a property, which V8 creates
 * as old objects, so that every result would stay in memory until the next full garbage collection.
 */
function queryOf(client: pg.Client, timeout: number) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  return (statement: unknown, values?: unknown, callback?: unknown): unknown => {
    const result = run(statement, values)
    if (typeof callback !== 'function') return result
    // From `pool.query`.
    result.then(
      (found) => callback(null, found),
      (error) => callback(error),
    )
    return undefined
  }

  async function run(statement: unknown, values: unknown): Promise<unknown> {
    const hasParameters = typeof statement === 'string' && Array.isArray(values) && values.length > 0
    const config = hasParameters ? { text: statement, name: nameOf(statement) } : statement
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve, reject) => {
        if (timeout > 0) timer = setTimeout(() => reject(new Error('Query read timeout')), timeout)
        send(config, values, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)))
      })
    } catch (error) {
      // The pool discards an ended connection. One whose statement PostgreSQL has stopped in time is not broken.
      const isBroken = isTransientError(error) && !isLockTimeout(error) && !isStatementTimeout(error)
      if (isBroken) client.end().catch(() => {})
      // The caller's stack trace, instead of the socket's.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
