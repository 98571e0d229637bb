import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import type { Carrier } from './carriers.ts'
import { type Claim, claimNext, recordFailure } from './claim-store.ts'
import { composeLetter, type Sender } from './compose-letter.ts'
import { type DeliveryFailure, deliveryFailure } from './delivery-failure.ts'
import { holdClaim } from './hold-claim.ts'
import { noteSent } from './note-sent.ts'
import { prepareMail } from './prepare-mail.ts'
import { nextAttempt } from './retry-times.ts'
import { tidyHourly } from './tidy.ts'
import { troubleLog } from './trouble-log.ts'

/** Milliseconds between two looks for mail of other instances, and for mail that is to be tried again. */
const pauseBetweenLooks = 5_000
/** Milliseconds for what is being sent when the server stops; the next start tries the rest again. */
const usualPatience = 3_000
/** So many at once, so that one slow answer does not hold up the others. */
const mostAtOnce = 5
/** To a server that was not to be reached: one asks for all. */
const mostWhileAway = 1

interface Needs {
  db: Connection
  carry: Carrier
  /** Removes what else is left of mails that were queued before then. */
  forget?: (before: Date) => void
  sender: Sender
  clock: () => Date
  /** Milliseconds for what is being sent when the server stops, where a test needs more. */
  patience?: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

export interface MailSending {
  /** Has what is due sent at once. */
  wake(): void
  /** When nothing is being sent any more. */
  settled(): Promise<void>
  /** Finishes what is being sent, within three seconds. */
  stop(): Promise<void>
}

/** Sends what waits in the outbox for as long as the server runs, on each instance (decision 22, docs/decisions/0019). */
export function sendContinuously(needs: Needs): MailSending {
  const { db, carry, sender, clock, patience = usualPatience } = needs
  const tidy = tidyHourly(needs)
  const trouble = troubleLog(needs.log, clock)
  const lanes = new Set<Promise<void>>()
  let isServerAway = false
  let isStopping = false
  let stopped: Promise<void> | undefined

  function wake(): void {
    if (isStopping || lanes.size >= (isServerAway ? mostWhileAway : mostAtOnce)) return
    const lane = sendWhatIsDue()
      .catch((error: unknown) => trouble.databaseFailed(error))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }

  async function sendWhatIsDue(): Promise<void> {
    while (!isStopping) {
      const now = clock()
      const claim = await claimNext(db, now)
      trouble.databaseAnswered()
      if (!claim) return
      wake()
      await holdClaim(db, claim, () => send(claim, now), trouble)
      if (isServerAway && lanes.size > mostWhileAway) return
    }
  }

  async function send(claim: Claim, startedAt: Date): Promise<void> {
    const mail = await prepareMail(db, claim, startedAt)
    if (!mail) return
    try {
      await carry(composeLetter(sender, claim, mail, startedAt))
    } catch (error) {
      const failure = deliveryFailure(error)
      isServerAway = failure.isOfServer
      await noteFailure(claim, startedAt, failure)
      if (isServerAway) await failWhatIsDue(startedAt, failure)
      return
    }
    isServerAway = false
    trouble.mailWentOut()
    await noteSent(needs, claim, mail, trouble)
  }

  /** One attempt counts for all that wait: each with a silence of its own to wait for would take its turn ever later. */
  async function failWhatIsDue(startedAt: Date, failure: DeliveryFailure): Promise<void> {
    const now = clock()
    for (;;) {
      const claim = await claimNext(db, now)
      if (!claim) return
      await noteFailure(claim, startedAt, failure)
    }
  }

  async function noteFailure(claim: Claim, startedAt: Date, failure: DeliveryFailure): Promise<void> {
    const { isFinal, problem, logged } = failure
    const now = clock()
    const nextAttemptAt = isFinal ? undefined : nextAttempt({ ...claim, startedAt }, now)
    if (nextAttemptAt) trouble.mailMustWait(logged)
    else trouble.mailWasRefused(claim.id, logged)
    await recordFailure(db, claim, { problem, nextAttemptAt }, now)
  }

  async function settled(): Promise<void> {
    while (lanes.size > 0) await Promise.all(lanes)
  }

  async function finish(): Promise<void> {
    isStopping = true
    clearInterval(timer)
    await Promise.race([settled(), pause(patience, undefined, { ref: false })])
  }

  const timer = setInterval(() => {
    wake()
    void tidy().catch((error: unknown) => trouble.databaseFailed(error))
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
