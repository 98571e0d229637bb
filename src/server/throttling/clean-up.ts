import type { FastifyInstance } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { removeExpiredFailures } from './failed-attempts-store.ts'
import { removeExpired } from './store.ts'

/** Milliseconds between two rounds. */
const pauseBetweenRounds = 5 * 60 * 1000

/** Removes counts that have expired, every five minutes as long as the application runs. */
export function cleanUpThrottling(app: FastifyInstance, db: Connection): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      removeAllExpired(db).catch((error: unknown) => {
        app.log.warn({ err: error }, 'expired counts could not be removed yet')
      })
    }, pauseBetweenRounds).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

async function removeAllExpired(db: Connection): Promise<void> {
  await removeExpired(db, Date.now())
  await removeExpiredFailures(db, new Date())
}
