import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from './app-context.ts'
import { removeExpiredKeys } from './http/idempotency-store.ts'
import { removeOldSessions } from './session/store.ts'
import { removeExpiredFailures } from './throttling/failed-attempts-store.ts'
import { removeExpired } from './throttling/store.ts'

/** Milliseconds. */
const minute = 60_000

type Context = Pick<AppDependencies, 'db' | 'clock'>

/** Removes rows that are over, as long as the application runs. */
export function cleanUpRegularly(app: FastifyInstance, { db, clock }: Context): void {
  const jobs = [
    // The library counts by the system's clock.
    { every: 5 * minute, what: 'counts of calls', work: () => removeExpired(db, Date.now()) },
    { every: 5 * minute, what: 'counts of failures', work: () => removeExpiredFailures(db, clock()) },
    { every: 60 * minute, what: 'sessions and links', work: () => removeOldSessions(db, clock()) },
    { every: 60 * minute, what: 'idempotency keys', work: () => removeExpiredKeys(db, clock()) },
  ]
  let timers: NodeJS.Timeout[] = []
  app.addHook('onReady', async () => {
    timers = jobs.map(({ every, what, work }) =>
      setInterval(() => {
        work().catch((err: unknown) =>
          app.log.warn({ err }, `${what} that are over could not be removed yet`),
        )
      }, every).unref(),
    )
  })
  app.addHook('onClose', async () => timers.forEach(clearInterval))
}
