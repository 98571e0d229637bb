import type { FastifyBaseLogger } from 'fastify'

/** Milliseconds after which the same trouble is told again. */
const repeatedAfter = 60 * 60 * 1000

/** What a mail server or a database that stays away makes the log say: once when it begins, then once an hour. */
export function troubleLog(log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>, clock: () => Date) {
  const database = onceAnHour(clock)
  const server = onceAnHour(clock)
  return {
    databaseFailed(error: unknown): void {
      if (database.isNew('away')) log.warn({ err: error }, 'mail cannot be sent for now, and is tried again')
    },
    databaseAnswered: () => database.end(),
    /** `reason` holds codes alone: what a mail server says may hold addresses. */
    mailMustWait(reason: string): void {
      if (server.isNew(reason)) log.warn({ reason }, 'mail waits: it could not be handed over for now')
    },
    mailWasRefused(mail: string, reason: string): void {
      log.warn({ mail, reason }, 'a mail was refused for good')
    },
    claimWasLost(mail: string): void {
      log.warn(
        { mail },
        'a mail may go out twice: for some time the database did not hear that it was being sent',
      )
    },
    mailWentOut(): void {
      if (server.end()) log.info('mail goes out again')
    },
  }
}

function onceAnHour(clock: () => Date) {
  let told: { what: string; at: number } | undefined
  return {
    isNew(what: string): boolean {
      const at = clock().getTime()
      if (told?.what === what && at - told.at < repeatedAfter) return false
      told = { what, at }
      return true
    },
    /** True if there was something to end. */
    end(): boolean {
      const wasTold = told !== undefined
      told = undefined
      return wasTold
    },
  }
}
