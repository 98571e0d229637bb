import { onPool } from './pools.ts'

/**
 * For statements that read very many rows: one with the same key at a time. The calls that arrive while it runs share the next
 * one, so that each sees what was stored before it. Nothing is cached.
 */
export function sharedReads() {
  const running = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Promise<unknown>>()
  return function share<Found>(key: string, read: () => Promise<Found>): Promise<Found> {
    async function run(): Promise<Found> {
      // Calls of the same turn of the event loop are one run, too.
      await (running.get(key) ?? new Promise(setImmediate))
      waiting.delete(key)
      const found = onPool('reads', read)
      const ended: Promise<unknown> = found
        .catch(() => {})
        .then(() => running.get(key) === ended && running.delete(key))
      running.set(key, ended)
      return await found
    }
    const shared = (waiting.get(key) as Promise<Found> | undefined) ?? run()
    waiting.set(key, shared)
    return shared
  }
}
