import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withPreparedStatements } from './prepared-statements.ts'
import { connectTimeout, type Primary, refuseStandby, startTimeout } from './servers.ts'
import type { Database } from './tables.ts'
import { isTransientError } from './transient-errors.ts'

/** What every store function takes first: the pool, or the transaction that the statement belongs to. */
export type Connection = Kysely<Database>

/** A connection of the role that owns the tables, as `asOwner` lends it. */
export type OwnerConnection = pg.Client

/** A connection that is in a transaction already, in the form that store functions take. */
export function connectionOf(client: pg.ClientBase): Connection {
  const connection = { query: client.query.bind(client), release: () => {} } as unknown as pg.PoolClient
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

const { builtins } = pg.types
const bigintArray = 1016
const dateArray = 1182
const textArray = 1009

type Parser = (text: string) => unknown

const asText: Parser = (text) => text
// The typings know single values only, the parser table knows arrays too.
const asTexts: Parser = pg.types.getTypeParser(textArray as never)
const asNumbers: Parser = (text) => (asTexts(text) as (string | null)[]).map((item) => item && Number(item))

const ownParsers = new Map<number, Parser>([
  // Our counts and ids stay far below 2^53; `pg` would answer them as strings.
  [builtins.INT8, Number],
  [bigintArray, asNumbers],
  // A calendar date stays as written. As a Date it would shift with the time zone.
  [builtins.DATE, asText],
  [dateArray, asTexts],
])

/** How values of the database become JavaScript's, for every connection. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    ownParsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

export interface PoolOptions {
  /** Connections at once; the default leaves room for four instances on PostgreSQL's default of 100. */
  poolSize?: number | undefined
  /** Milliseconds after which a query without an answer counts as lost; 0 waits for ever, as long work must. */
  queryTimeout?: number | undefined
  /** False for a transaction pooler that knows no prepared statements. */
  preparedStatements?: boolean | undefined
}

/** Connections to one place, or to whichever server is the primary at the moment. */
export function createPool(
  target: pg.ClientConfig | Primary,
  { poolSize = 20, queryTimeout = 15_000, preparedStatements = true }: PoolOptions = {},
): pg.Pool {
  const primary = 'look' in target ? target : undefined
  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super(primary ? { ...options, connectionString: primary.current().connectionString } : options)
      // Without a listener, a connection that breaks would end Node.
      this.on('error', () => {})
      // Every connection that ends, or never came about, may mean a fail-over.
      if (primary) this.once('end', () => void primary.look())
      const send = evictBrokenConnection(this)
      this.query = (preparedStatements ? withPreparedStatements(send) : send) as typeof this.query
    }
  }
  const pool = new pg.Pool({
    ...(primary ? {} : (target as pg.ClientConfig)),
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: queryTimeout,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: `stable-housing ${process.pid}`,
    types: valueTypes,
    Client,
    ...(primary && primary.servers.length > 1 && { onConnect: refuseStandby }),
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end Node.
  pool.on('error', () => {})
  return pool
}

/**
 * Ends a connection on which a query met a transient error. The borrower returns it as sound: where the server fell
 * silent, each later borrower would wait in vain, until the kernel gives up after a quarter of an hour.
 */
function evictBrokenConnection(client: pg.Client): (...args: unknown[]) => unknown {
  const send: (...args: unknown[]) => unknown = client.query.bind(client)
  return (...args) => {
    const answer = send(...args)
    // Ended at once. The pool takes no connection back that has ended.
    if (answer instanceof Promise) {
      answer.catch((error) => {
        if (isTransientError(error)) client.end().catch(() => {})
      })
    }
    return answer
  }
}

/**
 * Makes the connections that sealing, mail and backups begin with. The website is prepared at the same time, in steps
 * that take seconds on a busy machine, and an answer that waits for such a step would count as timed out.
 */
export async function makeFirstConnections(pool: pg.Pool): Promise<void> {
  const { connectionTimeoutMillis } = pool.options
  pool.options.connectionTimeoutMillis = startTimeout
  try {
    await Promise.all([1, 2, 3].map(async () => (await pool.connect()).release()))
  } finally {
    pool.options.connectionTimeoutMillis = connectionTimeoutMillis
  }
}
