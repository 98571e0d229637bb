import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Organization } from '#contract/organization/schema.ts'
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
/** Between two looks for mail of other instances, and for mail that is to be tried again. */
const pollInterval = 5 * second
/** Three of these fit into a lease. */
const renewalInterval = 15 * second
/** For what is being sent when the server stops; the next start tries the rest again. */
const defaultStopTimeout = 3 * second
const recordRetryDelay = second
const retention = 30 * 24 * hour

/** At once, so that one slow answer does not hold up the others. */
const maxWorkers = 5
/** While the server can't be reached, one asks for all. */
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
  /** Milliseconds for what is being sent when the server stops, where a test needs more. */
  stopTimeout?: number
}

interface MailContext extends SharedDeps {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>
  organization: Organization
}

export interface MailWorker {
  /** Has what is due sent at once. */
  wake(): void
  /** When nothing is being sent any more. */
  settled(): Promise<void>
  /** Finishes what is being sent, within three seconds. */
  stop(): Promise<void>
}

/** Through the mail server of SMTP_URL, or into files. */
export function startOutgoingMail({ config, organization, ...deps }: MailContext): MailWorker {
  const { smtpUrl, mailFrom, publicUrl, dataDir } = config
  if (!smtpUrl) {
    deps.log.warn('SMTP_URL is not set: mails are not sent but become files in the folder mail of DATA_DIR.')
  }
  const mailFolder = join(dataDir, 'mail')
  return startMailWorker({
    ...deps,
    transport: smtpUrl ? smtpTransport(smtpUrl) : fileTransport(mailFolder),
    mailFolder,
    sender: { from: mailboxOf(mailFrom, organization), publicUrl, organization },
  })
}

/** Sends what waits in the outbox for as long as the server runs, on each instance (docs/decisions/0019). */
export function startMailWorker(deps: WorkerDeps): MailWorker {
  const { db, transport, sender, mailFolder, clock, stopTimeout = defaultStopTimeout, log } = deps
  const workers = new Set<Promise<void>>()
  let isUnreachable = false
  let isStopping = false
  let cleanedUpAt = 0
  let lastProblem: { reason: string; at: number } | undefined

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
      // There may be more: another worker looks for it meanwhile.
      wake()
      await sendAndRenew(lease, now)
      if (workers.size > limit()) return
    }
  }

  /** Keeps the lease as long as the mail takes, however slow the mail server is. */
  async function sendAndRenew(lease: Lease, startedAt: Date): Promise<void> {
    const timer = setInterval(async () => {
      // A renewal that fails is followed by another before the lease has ended.
      if (await renewLease(db, lease).catch(() => true)) return
      clearInterval(timer)
      log.warn({ mail: lease.id }, 'a mail may go out twice: its lease could not be renewed in time')
    }, renewalInterval).unref()
    try {
      await send(lease, startedAt)
    } finally {
      clearInterval(timer)
    }
  }

  async function send(lease: Lease, startedAt: Date): Promise<void> {
    const mail = await prepareMail(db, sender, lease, startedAt)
    if (!mail) return
    try {
      await transport(composeMail(sender.from, mail.to, mail.content, startedAt), lease)
    } catch (error) {
      const failure = deliveryError(error)
      isUnreachable = failure.isUnreachable
      await handleFailure(lease, startedAt, failure)
      if (isUnreachable) await failDueMail(startedAt, failure)
      return
    }
    isUnreachable = false
    if (lastProblem) log.info('mail goes out again')
    lastProblem = undefined
    await noteSent(lease, mail)
  }

  /** One attempt counts for all that wait: if each waited for a silent server, their turns would come ever later. */
  async function failDueMail(startedAt: Date, failure: DeliveryError): Promise<void> {
    const now = clock()
    for (;;) {
      const lease = await leaseNext(db, now)
      if (!lease) return
      await handleFailure(lease, startedAt, failure)
    }
  }

  async function handleFailure(lease: Lease, startedAt: Date, failure: DeliveryError): Promise<void> {
    const { isFinal, problem, logged: reason } = failure
    const now = clock()
    const nextAttemptAt = isFinal ? undefined : nextAttempt({ ...lease, startedAt }, now)
    if (nextAttemptAt) warnHourly(reason, { reason }, 'mail waits: it could not be handed over for now')
    else log.warn({ mail: lease.id, reason }, 'a mail was refused for good')
    await recordFailure(db, lease, { problem, nextAttemptAt }, now)
  }

  /** Goes on until the database has it, or the mail would be sent twice. */
  async function noteSent({ id }: Lease, { audited }: PreparedMail): Promise<void> {
    const at = clock()
    for (;;) {
      try {
        await db.transaction().execute(async (trx) => {
          await recordSent(trx, id, at)
          await recordAudit(trx, { at, ...audited })
        })
        return
      } catch (error) {
        warnOfDatabase(error)
        await pause(recordRetryDelay, undefined, { ref: false })
      }
    }
  }

  /** Once an hour, beginning with the start. */
  async function cleanUp(): Promise<void> {
    const now = clock().getTime()
    if (now - cleanedUpAt < hour) return
    cleanedUpAt = now
    const before = new Date(now - retention)
    await removeOldMail(db, before, sender.organization.notify?.contactMessages ?? [])
    if (mailFolder) removeFilesBefore(mailFolder, before)
  }

  function warnOfDatabase(err: unknown): void {
    warnHourly('database', { err }, 'mail cannot be sent for now, and is tried again')
  }

  /** Once when something begins to keep mail from going out, and then once an hour. No detail may hold an address. */
  function warnHourly(reason: string, details: object, sentence: string): void {
    const at = clock().getTime()
    if (lastProblem?.reason === reason && at - lastProblem.at < hour) return
    lastProblem = { reason, at }
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
  /** With the one that failed. */
  attempts: number
  startedAt: Date
}

/**
 * When a mail that could not be handed over for now is tried again: after 15 seconds, then 30, then at least every minute
 * for an hour, then ever less often up to every 15 minutes. Undefined after three days: it is given up.
 */
export function nextAttempt({ createdAt, attempts, startedAt }: Attempt, now: Date): Date | undefined {
  const age = now.getTime() - createdAt.getTime()
  if (age >= 72 * hour) return undefined
  // A little less than a minute, because the worker looks every few seconds only.
  const atFirst = Math.min(50 * second, 15 * second * 2 ** (attempts - 1))
  const wait = age < hour ? atFirst : Math.max(atFirst, Math.min(15 * minute, age / 60))
  // From its start: an attempt that took long was wait enough, but for five seconds.
  return new Date(Math.max(now.getTime() + 5 * second, startedAt.getTime() + wait))
}
