import type { FastifyInstance } from 'fastify'
import { removeLinksOverSince } from '#server/accounts/link-store.ts'
import type { Connection } from '#server/database/connection.ts'
import { repeatWhileRunning } from '#server/repeat-while-running.ts'
import { removeSessionsOverSince } from './store.ts'

const hour = 60 * 60 * 1000
/** Milliseconds after their end. Who signed in when, and who set a password, stands in the audit trail. */
const kept = 90 * 24 * hour

/** Removes sessions and one-time links that have been over for 90 days, every hour as long as the application runs. */
export function cleanUpAccess(app: FastifyInstance, db: Connection, clock: () => Date): void {
  repeatWhileRunning(app, {
    every: hour,
    work: () => removeOldAccess(db, clock()),
    complaint: 'sessions and links that are over could not be removed yet',
  })
}

export async function removeOldAccess(db: Connection, now: Date): Promise<void> {
  const before = new Date(now.getTime() - kept)
  await removeSessionsOverSince(db, before)
  await removeLinksOverSince(db, before)
}
