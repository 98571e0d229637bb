import type { FastifyInstance } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { repeatWhileRunning } from '#server/repeat-while-running.ts'
import { removeExpiredFailures } from './failed-attempts-store.ts'
import { removeExpired } from './store.ts'

/** Removes counts that have expired, every five minutes as long as the application runs. */
export function cleanUpThrottling(app: FastifyInstance, db: Connection, clock: () => Date): void {
  repeatWhileRunning(app, {
    every: 5 * 60 * 1000,
    work: () => removeAllExpired(db, clock()),
    complaint: 'expired counts could not be removed yet',
  })
}

async function removeAllExpired(db: Connection, now: Date): Promise<void> {
  // Counted by its library, which knows no other clock.
  await removeExpired(db, Date.now())
  await removeExpiredFailures(db, now)
}
