import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { tryLock } from '#server/database/locks.ts'
import type { AuditKey } from './keyring.ts'
import { rememberSeal } from './remembered-seal.ts'
import { addSeal, pendingRows } from './seal-store.ts'

/** Milliseconds between two rounds: a row is sealed within a second. */
const pauseBetweenRounds = 500
/** Milliseconds after which an unsealed row is logged as an error. */
const maxWait = 10_000
/** Milliseconds. A database that does not respond must not delay the shutdown; the next start seals the rest. */
const stopTimeout = 2_000
const batchSize = 10_000

interface SealingDeps {
  db: Connection
  key: AuditKey
  dataDir: string
  log: Pick<FastifyBaseLogger, 'error'>
  /** Milliseconds of a clock that nobody can set. */
  monotonic?: () => number
}

export interface Sealing {
  /** Whether no row has been unsealed for more than 10 seconds; `GET /api/health` reports it. */
  isOnTime(): boolean
  /** Seals the pending rows, then ends; within two seconds. */
  stop(): Promise<void>
}

/** Seals audit rows shortly after they were written, so that writers never wait for one lock (docs/decisions/0054). */
export function sealContinuously(deps: SealingDeps): Sealing {
  const { round, isOnTime } = sealingRounds(deps)
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let running: Promise<void> = Promise.resolve()

  function schedule(): void {
    if (isStopping) return
    timer = setTimeout(() => {
      running = round().then(schedule)
    }, pauseBetweenRounds).unref()
  }

  schedule()
  return {
    isOnTime,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await Promise.race([running.then(round), pause(stopTimeout, undefined, { ref: false })])
    },
  }
}

/** `round` seals the pending rows. It never rejects: errors are logged, and the next round tries again. */
export function sealingRounds({ db, key, dataDir, log, monotonic = () => performance.now() }: SealingDeps) {
  const logDelay = onChange(log)
  const logRememberedSeal = onChange(log)
  /** The first row that was still unsealed at the end of the last round. */
  let left: { row: number; since: number } | undefined
  const isOnTime = () => !left || monotonic() - left.since < maxWait

  /** Returns the first row that stays unsealed: another instance is sealing it, or its id is not from the sequence. */
  async function sealPending(): Promise<number | undefined> {
    for (;;) {
      const [first] = await pendingRows(db, 1)
      if (!first) return undefined
      const sealed = first.isIdFromSequence ? await sealBatch(db, key) : undefined
      if (!sealed) return first.id
      logRememberedSeal(await rememberSeal(db, dataDir, sealed.seal))
      // Leave rows that arrived meanwhile to the next round; under load this one would never end.
      if (!sealed.isFull) return sealed.otherId
    }
  }

  async function round(): Promise<void> {
    const began = monotonic()
    const row = await sealPending().catch((error: unknown) => {
      log.error({ err: error }, 'audit rows could not be sealed yet')
      return left?.row ?? 0
    })
    if (row !== left?.row) left = row === undefined ? undefined : { row, since: began }
    logDelay(
      isOnTime()
        ? undefined
        : `audit row ${row || 'unknown'} has been unsealed for more than 10 seconds; run verify-audit`,
    )
  }

  return { round, isOnTime }
}

/** Logs a message only when it differs from the last one. */
function onChange(log: SealingDeps['log']) {
  let last: string | undefined
  return (message: string | undefined): void => {
    if (message && message !== last) log.error(message)
    last = message
  }
}

/** Returns undefined if another instance is sealing the rows, or has sealed them. */
async function sealBatch(db: Connection, key: AuditKey) {
  return await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'audit chain'))) return undefined
    const waiting = await pendingRows(trx, batchSize)
    const rows = waiting.filter(({ isIdFromSequence }) => isIdFromSequence)
    if (rows.length === 0) return undefined
    const seal = await addSeal(trx, key, rows, { now: new Date() })
    const otherId = waiting.find(({ isIdFromSequence }) => !isIdFromSequence)?.id
    return { seal, isFull: rows.length === batchSize, otherId }
  })
}
