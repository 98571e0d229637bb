import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { connectTimeout } from './connection.ts'
import { isOutOfConnections, PoolBusyError } from './transient-errors.ts'

/** Whether what runs belongs to a call that changes something. */
const writing = new AsyncLocalStorage<boolean>()

/** For a call that changes something: it may wait long for a lock, or for the disk of a standby. */
export const asWriter = <T>(work: () => Promise<T>): Promise<T> => writing.run(true, work)

/** For what is read for several calls together. */
export const asReader = <T>(work: () => Promise<T>): Promise<T> => writing.run(false, work)

/** Milliseconds after which it is tried again to open more connections. */
const pauseWithoutRoom = 10_000

/**
 * Lends connections so that calls that change something have at most half of them: one locked record must not keep everyone
 * from reading. If the database takes no more connections, calls wait for those that this instance has.
 */
export function sharedPool(pool: pg.Pool): Pick<pg.Pool, 'connect' | 'end' | 'options'> {
  const size = pool.options.max
  const waiting = new Set<() => void>()
  let writers = 0

  async function enter(): Promise<void> {
    if (writers < Math.max(1, Math.floor(pool.options.max / 2))) {
      writers += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(next)
        reject(new PoolBusyError())
      }, connectTimeout)
      waiting.add(next)
    })
  }

  function leave(): void {
    const [next] = waiting
    if (!next) writers -= 1
    else {
      waiting.delete(next)
      next()
    }
  }

  async function lend(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await pool.connect()
      } catch (error) {
        if (!isOutOfConnections(error) || pool.totalCount === 0) throw error
        if (pool.options.max === size) setTimeout(() => (pool.options.max = size), pauseWithoutRoom).unref()
        pool.options.max = pool.totalCount
      }
    }
  }

  async function lendToWriter(): Promise<pg.PoolClient> {
    await enter()
    try {
      const client = await lend()
      const { release } = client
      client.release = (problem) => {
        leave()
        release(problem)
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  }

  return {
    connect: (() => (writing.getStore() ? lendToWriter() : lend())) as pg.Pool['connect'],
    end: () => pool.end(),
    options: pool.options,
  }
}
