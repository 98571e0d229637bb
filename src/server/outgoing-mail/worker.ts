import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Organization } from '#contract/organization/schema.ts'
import type { Origin } from '#server/access/actor.ts'

import type { AuditTrail } from '#server/audit/store.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connection.ts'
import { composeMail, mailboxOf } from './compose.ts'
import {
  claimDue,
  endStaleClaims,
  type QueuedMail,
  recordFailure,
  recordSent,
  removeOldMail,
} from './delivery-store.ts'
import { type PreparedMail, prepareMail } from './prepare-mail.ts'
import {
  type DeliveryError,
  deliveryError,
  fileTransport,
  removeFilesBefore,
  smtpTransport,
  type Transport,
} from './transports.ts'

/* Milliseconds. */
const second = 1000
const hour = 60 * 60 * second
/** Interval of polls for retries and for mail that other instances queued. */
const pollInterval = 5 * second
/** Time to finish sending at shutdown; the next start sends the rest. */
const defaultStopTimeout = 3 * second
const recordRetryDelay = second
const recordTimeout = 24 * hour
const retention = 30 * 24 * hour

/** Concurrent workers: one slow delivery must not delay the others. */
const maxWorkers = 5

interface MailDeps {
  db: Connection
  trail: AuditTrail
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'> & Partial<Pick<Config, 'oidc'>>
  organization: Organization
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** For tests. */
  transport?: Transport
  /** Milliseconds for sending at shutdown; tests need more. */
  stopTimeout?: number
}

export interface MailWorker {
  /** Sends what is due at once. */
  wake(): void
  /**
   * Without a mail server: writes the file of a claimed mail at once, for the call of that origin. Returns the link in it
   * if the employee has never set a password (docs/product.md 69).
   */
  writeFile?: ((mail: QueuedMail, origin: Origin) => Promise<string | undefined>) | undefined
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>
  /** Finishes what is being sent, within three seconds. */
  stop(): Promise<void>
}

/** Sends the outbox's mail while the server runs, on each instance (docs/decisions/0019). */
export function startMailWorker({
  db,
  trail,
  config,
  organization,
  clock,
  log,
  ...deps
}: MailDeps): MailWorker {
  const { smtpUrl, mailFrom, publicUrl, dataDir, oidc } = config
  const mailFolder = join(dataDir, 'mail')
  const { transport = smtpUrl ? smtpTransport(smtpUrl, publicUrl) : fileTransport(mailFolder) } = deps
  const sender = { from: mailboxOf(mailFrom, organization), publicUrl, organization, oidc }
  const workers = new Set<Promise<void>>()
  let limit = maxWorkers
  let isStopping = false
  let lastWarning: { reason: string; at: number } | undefined

  function wake(): void {
    if (isStopping || workers.size >= limit) return
    const worker = sendDueMail()
      .catch(warnOfDatabase)
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  async function sendDueMail(): Promise<void> {
    while (!isStopping && workers.size <= limit) {
      const mail = await claimDue(db, clock())
      if (!mail) return
      // Another worker looks for more mail meanwhile.
      wake()
      await send(mail)
    }
  }

  /** Returns the mail if it was sent. */
  async function send(mail: QueuedMail, origin?: Origin): Promise<PreparedMail | undefined> {
    const startedAt = clock()
    const prepared = await prepareMail(db, sender, mail.id, startedAt)
    if (!prepared) return undefined
    try {
      await transport(composeMail(sender, { ...prepared, id: mail.id }, startedAt), mail)
    } catch (error) {
      const failure = deliveryError(error)
      await handleFailure(mail, failure, startedAt)
      limit = failure.isUnreachable ? 1 : maxWorkers
      if (failure.isUnreachable) await failDueMail(failure, startedAt)
      return undefined
    }
    limit = maxWorkers
    if (lastWarning) log.info('mail delivery has resumed')
    lastWarning = undefined
    await recordDelivery(mail, prepared, origin)
    return prepared
  }

  /** Counts one attempt for all due mail. If each mail waited for an unresponsive server, retries would fall behind. */
  async function failDueMail(failure: DeliveryError, startedAt: Date): Promise<void> {
    const now = clock()
    for (;;) {
      const mail = await claimDue(db, now)
      if (!mail) return
      await handleFailure(mail, failure, startedAt)
    }
  }

  async function handleFailure({ id }: QueuedMail, failure: DeliveryError, startedAt: Date): Promise<void> {
    const { logged: reason } = failure
    if (await recordFailure(db, id, failure, { startedAt, now: clock() }))
      log.warn({ mail: id, reason }, 'an email was permanently rejected')
    else warnHourly(reason, { reason }, 'mail could not be delivered; trying again later')
  }

  /**
   * Retries while the database is away, or the mail would be sent twice. Another instance that gets the database back first
   * leaves it the time (`endStaleClaims`).
   */
  async function recordDelivery({ id }: QueuedMail, { audited }: PreparedMail, origin?: Origin) {
    const at = clock()
    for (;;) {
      try {
        await db.transaction().execute(async (trx) => {
          await recordSent(trx, id, at)
          await trail.record(trx, { at, origin, ...audited })
        })
        return
      } catch (error) {
        warnOfDatabase(error)
        if (clock().getTime() - at.getTime() >= recordTimeout)
          return log.error({ mail: id }, 'an email was sent but could not be recorded; it may be sent again')
        await pause(recordRetryDelay, undefined, { ref: false })
      }
    }
  }

  async function removeOld(): Promise<void> {
    const before = new Date(clock().getTime() - retention)
    await removeOldMail(db, before, organization.notify?.contactMessages ?? [])
    removeFilesBefore(mailFolder, before)
  }

  function warnOfDatabase(err: unknown): void {
    warnHourly('database', { err }, 'the mail queue could not be read; trying again later')
  }

  /** Warns when delivery starts to fail, and then hourly. Details hold no address. */
  function warnHourly(reason: string, details: object, sentence: string): void {
    const at = clock().getTime()
    if (lastWarning?.reason === reason && at - lastWarning.at < hour) return
    lastWarning = { reason, at }
    log.warn(details, sentence)
  }

  async function settled(): Promise<void> {
    while (workers.size > 0) await Promise.all(workers)
  }

  const poll = () => void endStaleClaims(db, clock()).then(wake, warnOfDatabase)
  const cleanUp = () => void removeOld().catch(warnOfDatabase)
  const timers = [setInterval(poll, pollInterval).unref(), setInterval(cleanUp, hour).unref()]
  wake()
  cleanUp()

  return {
    wake,
    writeFile: smtpUrl ? undefined : async (mail, origin) => (await send(mail, origin))?.setupLink,
    settled,
    async stop() {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      const timeout = pause(deps.stopTimeout ?? defaultStopTimeout, undefined, { ref: false })
      await Promise.race([settled(), timeout])
    },
  }
}
