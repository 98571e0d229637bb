import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Organization } from '#contract/organization/schema.ts'
import type { Origin } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connection.ts'
import { composeMail, mailboxOf, type Sender } from './compose.ts'
import { type Lease, leaseNext, recordFailure, recordSent, renewLease } from './lease-store.ts'
import { type PreparedMail, prepareMail } from './prepare-mail.ts'
import { removeOldMail } from './store.ts'
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
const minute = 60 * second
const hour = 60 * minute
/** Interval of polls for retries and for mail that other instances queued. */
const pollInterval = 5 * second
/** Three renewals fit into a lease. */
const renewalInterval = 15 * second
/** Time to finish sending at shutdown; the next start sends the rest. */
const defaultStopTimeout = 3 * second
const recordRetryDelay = second
const retention = 30 * 24 * hour

/** Concurrent workers, so that one slow delivery does not delay the others. */
const maxWorkers = 5
/** Workers while the server can't be reached. */
const maxWorkersWhileUnreachable = 1

interface SharedDeps {
  db: Connection
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

interface WorkerDeps extends SharedDeps {
  transport: Transport
  sender: Sender
  /** Where old `.eml` files are removed. */
  mailFolder?: string
  /** Whether the transport writes files there. */
  writesFiles?: boolean
  /** Milliseconds for sending at shutdown; tests need more. */
  stopTimeout?: number
}

interface MailContext extends SharedDeps {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>
  organization: Organization
}

export interface MailWorker {
  /** Sends what is due at once. */
  wake(): void
  /**
   * Without a mail server: writes the file of a leased mail at once, for the call of that origin. Returns the link in it if the employee has never set a
   * password (docs/product.md 69).
   */
  writeFile?: ((lease: Lease, origin: Origin) => Promise<string | undefined>) | undefined
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>
  /** Finishes what is being sent, within three seconds. */
  stop(): Promise<void>
}

/** Through the mail server of SMTP_URL, or into files. */
export function startOutgoingMail({ config, organization, ...deps }: MailContext): MailWorker {
  const { smtpUrl, mailFrom, publicUrl, dataDir } = config
  if (!smtpUrl) {
    deps.log.warn('SMTP_URL is not set: emails are not sent, but saved as files in DATA_DIR/mail.')
  }
  const mailFolder = join(dataDir, 'mail')
  return startMailWorker({
    ...deps,
    transport: smtpUrl ? smtpTransport(smtpUrl) : fileTransport(mailFolder),
    mailFolder,
    writesFiles: !smtpUrl,
    sender: { from: mailboxOf(mailFrom, organization), publicUrl, organization },
  })
}

/** Sends the outbox's mail while the server runs, on each instance (docs/decisions/0019). */
export function startMailWorker(deps: WorkerDeps): MailWorker {
  const {
    db,
    transport,
    sender,
    mailFolder,
    writesFiles,
    clock,
    stopTimeout = defaultStopTimeout,
    log,
  } = deps
  const workers = new Set<Promise<void>>()
  let isUnreachable = false
  let isStopping = false
  let cleanedUpAt = 0
  let lastWarning: { reason: string; at: number } | undefined

  const limit = () => (isUnreachable ? maxWorkersWhileUnreachable : maxWorkers)

  function wake(): void {
    if (isStopping || workers.size >= limit()) return
    const worker = sendDueMail()
      .catch(warnOfDatabase)
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  async function sendDueMail(): Promise<void> {
    while (!isStopping) {
      const now = clock()
      const lease = await leaseNext(db, now)
      if (!lease) return
      // Another worker looks for more mail meanwhile.
      wake()
      await sendAndRenew(lease, now)
      if (workers.size > limit()) return
    }
  }

  /** Renews the lease however long the mail takes. */
  async function sendAndRenew(
    lease: Lease,
    startedAt: Date,
    origin?: Origin,
  ): Promise<PreparedMail | undefined> {
    const timer = setInterval(async () => {
      // A failed renewal is followed by another before the lease ends.
      if (await renewLease(db, lease).catch(() => true)) return
      clearInterval(timer)
      log.warn({ mail: lease.id }, 'an email may be sent twice: its lease could not be renewed in time')
    }, renewalInterval).unref()
    try {
      return await send(lease, startedAt, origin)
    } finally {
      clearInterval(timer)
    }
  }

  /** Returns the mail if it was sent. */
  async function send(lease: Lease, startedAt: Date, origin?: Origin): Promise<PreparedMail | undefined> {
    const mail = await prepareMail(db, sender, lease, startedAt)
    if (!mail) return undefined
    try {
      await transport(composeMail(sender.from, mail.to, mail.content, startedAt), lease)
    } catch (error) {
      const failure = deliveryError(error)
      isUnreachable = failure.isUnreachable
      await handleFailure(lease, startedAt, failure)
      if (isUnreachable) await failDueMail(startedAt, failure)
      return undefined
    }
    isUnreachable = false
    if (lastWarning) log.info('mail is being sent again')
    lastWarning = undefined
    await recordDelivery(lease, mail, origin)
    return mail
  }

  async function writeFile(lease: Lease, origin: Origin): Promise<string | undefined> {
    return (await sendAndRenew(lease, clock(), origin))?.setupLink
  }

  /** Counts one attempt for all due mail. If each mail waited for an unresponsive server, retries would fall behind. */
  async function failDueMail(startedAt: Date, failure: DeliveryError): Promise<void> {
    const now = clock()
    for (;;) {
      const lease = await leaseNext(db, now)
      if (!lease) return
      await handleFailure(lease, startedAt, failure)
    }
  }

  async function handleFailure(lease: Lease, startedAt: Date, failure: DeliveryError): Promise<void> {
    const { isFinal, lastError, logged: reason } = failure
    const now = clock()
    const nextAttemptAt = isFinal ? undefined : nextAttempt({ ...lease, startedAt }, now)
    if (nextAttemptAt) warnHourly(reason, { reason }, 'mail could not be delivered; trying again later')
    else log.warn({ mail: lease.id, reason }, 'an email was permanently rejected')
    await recordFailure(db, lease, { lastError, nextAttemptAt }, now)
  }

  /** Retries until the database has it, or the mail would be sent twice. */
  async function recordDelivery({ id }: Lease, { audited }: PreparedMail, origin?: Origin): Promise<void> {
    const at = clock()
    for (;;) {
      try {
        await db.transaction().execute(async (trx) => {
          await recordSent(trx, id, at)
          await recordAudit(trx, { at, origin, ...audited })
        })
        return
      } catch (error) {
        warnOfDatabase(error)
        await pause(recordRetryDelay, undefined, { ref: false })
      }
    }
  }

  /** At start and then hourly. */
  async function cleanUp(): Promise<void> {
    const now = clock().getTime()
    if (now - cleanedUpAt < hour) return
    cleanedUpAt = now
    const before = new Date(now - retention)
    await removeOldMail(db, before, sender.organization.notify?.contactMessages ?? [])
    if (mailFolder) removeFilesBefore(mailFolder, before)
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

  const timer = setInterval(() => {
    wake()
    void cleanUp().catch(warnOfDatabase)
  }, pollInterval).unref()
  wake()

  return {
    wake,
    writeFile: writesFiles ? writeFile : undefined,
    settled,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await Promise.race([settled(), pause(stopTimeout, undefined, { ref: false })])
    },
  }
}

interface Attempt {
  createdAt: Date
  /** Including the one that failed. */
  attempts: number
  startedAt: Date
}

/**
 * The time of the next attempt after a transient error: after 15 and 30 seconds, then at least every minute for an hour,
 * then up to every 15 minutes. Undefined after three days.
 */
export function nextAttempt({ createdAt, attempts, startedAt }: Attempt, now: Date): Date | undefined {
  const age = now.getTime() - createdAt.getTime()
  if (age >= 72 * hour) return undefined
  // A little less than a minute, because the worker polls every few seconds.
  const atFirst = Math.min(50 * second, 15 * second * 2 ** (attempts - 1))
  const wait = age < hour ? atFirst : Math.max(atFirst, Math.min(15 * minute, age / 60))
  // The wait counts from the attempt's start, but is at least five seconds.
  return new Date(Math.max(now.getTime() + 5 * second, startedAt.getTime() + wait))
}
