import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { createPool, type PoolOptions } from './connection.ts'
import { isOutOfConnections } from './transient-errors.ts'

/** One for calls that change something, the other for everything else: reads, and the server's own work between calls. */
export interface Pools {
  reads: pg.Pool
  changes: pg.Pool
}

/** Half of the connections each: calls that wait for a lock, or for the disk of a standby, block no reads. */
export function createPools(target: pg.ClientConfig, { poolSize = 20, ...limits }: PoolOptions = {}): Pools {
  const half = Math.ceil(poolSize / 2)
  return {
    reads: createPool(target, { ...limits, poolSize: half }),
    changes: createPool(target, { ...limits, poolSize: Math.max(1, poolSize - half) }),
  }
}

const chosen = new AsyncLocalStorage<keyof Pools>()

/** Runs the work with connections from that pool; without it they come from `reads`. */
export const onPool = <T>(name: keyof Pools, work: () => Promise<T>): Promise<T> => chosen.run(name, work)

/** Both as one for Kysely. */
export function eitherPool({ reads, changes }: Pools): Pick<pg.Pool, 'connect' | 'end' | 'options'> {
  const connect = { reads: connectorOf(reads), changes: connectorOf(changes) }
  return {
    connect: (() => connect[chosen.getStore() ?? 'reads']()) as pg.Pool['connect'],
    end: async () => {},
    options: reads.options,
  }
}

/** Milliseconds until the pool tries to open more connections again. */
const pauseWithoutRoom = 10_000

/** If the database takes no more connections, calls wait for those that the pool has. */
function connectorOf(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const size = pool.options.max
  return async function connect() {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isOutOfConnections(error) || pool.totalCount === 0) throw error
      if (pool.options.max === size) setTimeout(() => (pool.options.max = size), pauseWithoutRoom).unref()
      pool.options.max = pool.totalCount
      return await connect()
    }
  }
}
