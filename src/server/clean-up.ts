import type { FastifyInstance } from 'fastify'
import type { AppDependencies } from './app-context.ts'
import { removeOldDrafts } from './drafts/store.ts'
import { removeExpiredKeys } from './http/idempotency-store.ts'
import { removeFormerEmails } from './outgoing-mail/store.ts'
import { removeOldSessions } from './session/store.ts'
import { removeExpired } from './throttling/store.ts'

/** Milliseconds. */
const interval = 10 * 60_000

/** Removes expired rows while the application runs. */
export function cleanUpRegularly(
  app: FastifyInstance,
  { db, clock }: Pick<AppDependencies, 'db' | 'clock'>,
): void {
  const jobs = {
    limits: () => removeExpired(db, clock()),
    'sessions and links': () => removeOldSessions(db, clock()),
    'former addresses': () => removeFormerEmails(db, clock()),
    drafts: () => removeOldDrafts(db, clock()),
    'idempotency keys': () => removeExpiredKeys(db, clock()),
  }
  const timer = setInterval(() => {
    for (const [what, work] of Object.entries(jobs)) {
      work().catch((err: unknown) =>
        app.log.warn({ err }, `could not remove expired ${what}; trying again later`),
      )
    }
  }, interval).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
