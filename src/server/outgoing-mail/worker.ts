import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditedAction } from '#contract/audit/actions.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Config } from '#server/config.ts'
import type { Connection } from '#server/database/connection.ts'
import { composeMail, mailboxOf, type Sender } from './compose.ts'
import { type DeliveryError, deliveryError, nextAttempt } from './delivery-errors.ts'
import { type Lease, leaseNext, recordFailure, recordSent, renewLease } from './lease-store.ts'
import { type PreparedMail, prepareMail } from './prepare-mail.ts'
import { removeOldMail } from './store.ts'
import { fileTransport, removeFilesBefore, smtpTransport, type Transport } from './transports.ts'

/* Milliseconds. */
const second = 1000
const hour = 60 * 60 * second
/** Between two looks for mail of other instances, and for mail that is to be tried again. */
const pauseBetweenLooks = 5 * second
/** Three of these fit into a lease. */
const renewalInterval = 15 * second
/** For what is being sent when the server stops; the next start tries the rest again. */
const usualPatience = 3 * second
const pauseBetweenRecordings = second
const keptWhenSent = 30 * 24 * hour

/** So many at once, so that one slow answer does not hold up the others. */
const mostWorkers = 5
/** While the server can't be reached, one asks for all. */
const mostWorkersWhileUnreachable = 1

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

interface WorkerDeps {
  db: Connection
  transport: Transport
  /** Removes the files of mails that were queued before then. */
  removeFilesBefore?: (before: Date) => void
  sender: Sender
  clock: () => Date
  /** Milliseconds for what is being sent when the server stops, where a test needs more. */
  patience?: number
  log: Log
}

export interface MailWorker {
  /** Has what is due sent at once. */
  wake(): void
  /** When nothing is being sent any more. */
  settled(): Promise<void>
  /** Finishes what is being sent, within three seconds. */
  stop(): Promise<void>
}

interface MailContext {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>
  organization: Organization
  db: Connection
  clock: () => Date
  log: Log
}

/** Through the mail server of SMTP_URL, or into files. */
export function startOutgoingMail({ config, organization, ...deps }: MailContext): MailWorker {
  const { smtpUrl, mailFrom, publicUrl, dataDir } = config
  if (!smtpUrl) {
    deps.log.warn('SMTP_URL is not set: mails are not sent but become files in the folder mail of DATA_DIR.')
  }
  const folder = join(dataDir, 'mail')
  return startMailWorker({
    ...deps,
    transport: smtpUrl ? smtpTransport(smtpUrl) : fileTransport(folder),
    removeFilesBefore: (before) => removeFilesBefore(folder, before),
    sender: { from: mailboxOf(mailFrom, organization), publicUrl, organization },
  })
}

/** Sends what waits in the outbox for as long as the server runs, on each instance (docs/decisions/0019). */
export function startMailWorker(deps: WorkerDeps): MailWorker {
  const { db, transport, sender, clock, patience = usualPatience, log } = deps
  const problems = problemLog(log, clock)
  const workers = new Set<Promise<void>>()
  let isUnreachable = false
  let isStopping = false
  let stopped: Promise<void> | undefined
  let tidiedAt = 0

  const limit = () => (isUnreachable ? mostWorkersWhileUnreachable : mostWorkers)

  function wake(): void {
    if (isStopping || workers.size >= limit()) return
    const worker = sendDueMail()
      .catch(problems.database)
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
      await whileRenewing(db, lease, () => send(lease, now), problems.leaseLost)
      if (workers.size > limit()) return
    }
  }

  async function send(lease: Lease, startedAt: Date): Promise<void> {
    const mail = await prepareMail(db, lease, startedAt)
    if (!mail) return
    try {
      await transport(composeMail(sender, lease, mail, startedAt))
    } catch (error) {
      const failure = deliveryError(error)
      isUnreachable = failure.isUnreachable
      await noteFailure(lease, startedAt, failure)
      if (isUnreachable) await failDueMail(startedAt, failure)
      return
    }
    isUnreachable = false
    problems.solved()
    await noteSent(lease, mail)
  }

  /** One attempt counts for all that wait: if each waited for a silent server, their turns would come ever later. */
  async function failDueMail(startedAt: Date, failure: DeliveryError): Promise<void> {
    const now = clock()
    for (;;) {
      const lease = await leaseNext(db, now)
      if (!lease) return
      await noteFailure(lease, startedAt, failure)
    }
  }

  async function noteFailure(lease: Lease, startedAt: Date, failure: DeliveryError): Promise<void> {
    const { isFinal, problem, logged } = failure
    const now = clock()
    const nextAttemptAt = isFinal ? undefined : nextAttempt({ ...lease, startedAt }, now)
    if (nextAttemptAt) problems.delivery(logged)
    else log.warn({ mail: lease.id, reason: logged }, 'a mail was refused for good')
    await recordFailure(db, lease, { problem, nextAttemptAt }, now)
  }

  /** Goes on until the database has it, or the mail would be sent twice. */
  async function noteSent({ id }: Lease, mail: PreparedMail): Promise<void> {
    const at = clock()
    for (;;) {
      try {
        await db.transaction().execute(async (trx) => {
          await recordSent(trx, id, at)
          await recordAudit(trx, { at, ...auditedAction(mail) })
        })
        return
      } catch (error) {
        problems.database(error)
        await pause(pauseBetweenRecordings, undefined, { ref: false })
      }
    }
  }

  /** Once an hour, beginning with the start. */
  async function tidy(): Promise<void> {
    const now = clock().getTime()
    if (now - tidiedAt < hour) return
    tidiedAt = now
    const before = new Date(now - keptWhenSent)
    await removeOldMail(db, before, sender.organization.notify?.contactMessages ?? [])
    deps.removeFilesBefore?.(before)
  }

  async function settled(): Promise<void> {
    while (workers.size > 0) await Promise.all(workers)
  }

  async function finish(): Promise<void> {
    isStopping = true
    clearInterval(timer)
    await Promise.race([settled(), pause(patience, undefined, { ref: false })])
  }

  const timer = setInterval(() => {
    wake()
    void tidy().catch(problems.database)
  }, pauseBetweenLooks).unref()
  wake()

  return {
    wake,
    settled,
    stop() {
      stopped ??= finish()
      return stopped
    },
  }
}

/** Keeps the lease as long as `work` takes, however slow the mail server is. */
async function whileRenewing(
  db: Connection,
  lease: Lease,
  work: () => Promise<void>,
  onLost: (mail: string) => void,
): Promise<void> {
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // One at a time. One that fails is followed by another before the lease has ended.
    renewing = renewing.then(renew).catch(() => {})
  }, renewalInterval).unref()

  async function renew(): Promise<void> {
    if ((await renewLease(db, lease)) !== 'lost') return
    clearInterval(timer)
    onLost(lease.id)
  }

  try {
    await work()
  } finally {
    clearInterval(timer)
    await renewing
  }
}

function auditedAction(mail: PreparedMail): AuditedAction & { id: string } {
  if (mail.kind === 'new-message')
    return { action: 'sent notice', kind: 'contact message', id: mail.messageId }
  const action = mail.kind === 'set-up' ? 'sent set-up mail' : 'sent reset mail'
  return { action, kind: 'employee', id: mail.employeeId }
}

/** Says once when something begins to keep mail from going out, and then once an hour. */
function problemLog(log: Log, clock: () => Date) {
  let last: { reason: string; at: number } | undefined

  function isNew(reason: string): boolean {
    const at = clock().getTime()
    if (last?.reason === reason && at - last.at < hour) return false
    last = { reason, at }
    return true
  }

  return {
    database(error: unknown): void {
      if (isNew('database')) log.warn({ err: error }, 'mail cannot be sent for now, and is tried again')
    },
    /** `reason` holds codes alone: what a mail server says may hold addresses. */
    delivery(reason: string): void {
      if (isNew(reason)) log.warn({ reason }, 'mail waits: it could not be handed over for now')
    },
    leaseLost(mail: string): void {
      log.warn({ mail }, 'a mail may go out twice: its lease could not be renewed in time')
    },
    solved(): void {
      if (last) log.info('mail goes out again')
      last = undefined
    },
  }
}
