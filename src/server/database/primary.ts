import pg from 'pg'
import type { DatabaseServer } from './database-url.ts'
import { valueTypes } from './value-types.ts'

/** Milliseconds after which a server that does not answer counts as away. */
const connectTimeout = 5_000

/**
 * The same for the first connections of a start, when a busy machine builds the website beside it. Nobody is waiting for
 * an answer yet, and a server that isn't there refuses at once.
 */
export const firstConnectTimeout = 20_000

/** Of several servers the one that takes writes. Looks anew when a connection to the last one fails. */
export interface Primary {
  isOneOfSeveral: boolean
  current(): DatabaseServer
  /** All servers are asked at once; the first that is not in recovery wins. No answer keeps the last. */
  look(): Promise<void>
}

export function createPrimary(servers: DatabaseServer[]): Primary {
  let [current] = servers
  let looking: Promise<void> | null = null
  const look = async () => {
    if (servers.length === 1) return
    current = await Promise.any(servers.map(whenPrimary)).catch(() => current)
  }
  return {
    isOneOfSeveral: servers.length > 1,
    current() {
      if (!current) throw new Error('no database server was named')
      return current
    },
    look() {
      looking ??= look().finally(() => {
        looking = null
      })
      return looking
    },
  }
}

async function whenPrimary(server: DatabaseServer): Promise<DatabaseServer> {
  const client = new pg.Client({
    connectionString: server.connectionString,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: connectTimeout,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    if (await isInRecovery(client)) throw new Error('in recovery')
    return server
  } finally {
    void client.end().catch(() => {})
  }
}

async function isInRecovery(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
  return rows[0]?.standby === true
}

/**
 * A pool whose new connections go to the primary of the moment. Every connection that ends, or never came
 * about, makes it look again, so that a fail-over costs the requests of a few seconds.
 */
export function createPool(primary: Primary, size: number, queryTimeout?: number): pg.Pool {
  class PrimaryClient extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: primary.current().connectionString })
      this.once('end', () => void primary.look())
    }
  }
  const settings = { ...poolSettings(size, queryTimeout), Client: PrimaryClient }
  return new pg.Pool(primary.isOneOfSeveral ? { ...settings, onConnect: refuseStandby } : settings)
}

/** A standby would answer reads with what was true a while ago, and refuse every write. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  if (await isInRecovery(client)) throw Object.assign(new Error('a standby server'), { code: '25006' })
}

/** Milliseconds after which a query that got no answer counts as lost; no call of the API works nearly as long. */
const usualQueryTimeout = 15_000

export function poolSettings(size: number, queryTimeout = usualQueryTimeout): pg.PoolConfig {
  return {
    max: size,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: queryTimeout,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: `stable-housing ${process.pid}`,
    types: valueTypes,
  }
}
