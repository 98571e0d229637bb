import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from './app-context.ts'
import { removeOldDrafts } from './drafts/store.ts'
import { removeExpiredKeys } from './http/idempotency-store.ts'
import { removeFormerEmails } from './outgoing-mail/store.ts'
import { removeOldSessions } from './session/store.ts'
import { removeExpiredFailures } from './throttling/failed-attempts-store.ts'
import { removeExpired } from './throttling/store.ts'

/** Milliseconds. */
const minute = 60_000

type Context = Pick<AppDependencies, 'db' | 'clock'>

/** Removes expired rows while the application runs. */
export function cleanUpRegularly(app: FastifyInstance, { db, clock }: Context): void {
  const jobs = [
    // The rate limiter uses the system clock.
    { every: 5 * minute, what: 'call counts', work: () => removeExpired(db, Date.now()) },
    { every: 5 * minute, what: 'failure counts', work: () => removeExpiredFailures(db, clock()) },
    { every: 60 * minute, what: 'sessions and links', work: () => removeOldSessions(db, clock()) },
    { every: 60 * minute, what: 'former addresses', work: () => removeFormerEmails(db, clock()) },
    { every: 60 * minute, what: 'drafts', work: () => removeOldDrafts(db, clock()) },
    { every: 60 * minute, what: 'idempotency keys', work: () => removeExpiredKeys(db, clock()) },
  ]
  let timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    timers = jobs.map(({ every, what, work }) =>
      setInterval(() => {
        work().catch((err: unknown) =>
          app.log.warn({ err }, `could not remove expired ${what}; trying again later`),
        )
      }, every).unref(),
    )
  })
  app.addHook('onClose', async () => timers.forEach(clearInterval))
}
