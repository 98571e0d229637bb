import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { tryLock } from '#server/database/locks.ts'
import type { AuditKey } from './keyring.ts'
import { rememberSeal } from './remembered-seal.ts'
import { addSeal, waitingRows } from './seal-store.ts'

/** Milliseconds between two rounds: a row is sealed within a second. */
const pauseBetweenRounds = 500
/** Milliseconds after which a row that is not sealed is an error. */
const longestWait = 10_000
/** Milliseconds: a database that does not answer must not hold up the end; the next start seals the rest. */
const patienceAtTheEnd = 2_000
const rowsAtOnce = 10_000

interface SealingDeps {
  db: Connection
  key: AuditKey
  dataDir: string
  log: Pick<FastifyBaseLogger, 'error'>
  /** Milliseconds that pass, whatever the clock on the wall is set to. */
  monotonic?: () => number
}

export interface Sealing {
  /** Whether every row is sealed in time, for the health call. */
  isWell(): boolean
  /** Seals what is there, then ends; within two seconds. */
  stop(): Promise<void>
}

/** Seals audit rows a moment after they were written, so that writers never queue behind one lock (docs/decisions/0054). */
export function sealContinuously(deps: SealingDeps): Sealing {
  const { round, isWell } = sealingRounds(deps)
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
    isWell,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await Promise.race([running.then(round), pause(patienceAtTheEnd, undefined, { ref: false })])
    },
  }
}

/** `round` seals what is not sealed, whenever it is called, and never fails: it reports and tries again. */
export function sealingRounds({ db, key, dataDir, log, monotonic = () => performance.now() }: SealingDeps) {
  const report = { wait: reporter(log), memory: reporter(log) }
  /** What was not sealed at the end of the last round. */
  let left: { row: number; since: number } | undefined
  const isWell = () => !left || monotonic() - left.since < longestWait

  /** Answers the first row that is left: sealed by another instance, or not numbered by the database. */
  async function sealAll(): Promise<number | undefined> {
    for (;;) {
      const [first] = await waitingRows(db, 1)
      if (!first) return undefined
      const sealed = first.isNumbered ? await sealSome(db, key) : undefined
      if (!sealed) return first.id
      report.memory(await rememberSeal(db, dataDir, sealed.seal))
      // Rows that came meanwhile wait for the next round, or rounds would never end under load.
      if (!sealed.isWholeBatch) return sealed.notNumbered
    }
  }

  async function round(): Promise<void> {
    const began = monotonic()
    const row = await sealAll().catch((error: unknown) => {
      log.error({ err: error }, 'audit rows could not be sealed yet')
      return left?.row ?? 0
    })
    if (row !== left?.row) left = row === undefined ? undefined : { row, since: began }
    report.wait(
      isWell()
        ? undefined
        : `audit row ${row || 'unknown'} has waited for its seal for more than 10 seconds; run verify-audit`,
    )
  }

  return { round, isWell }
}

/** Says a complaint once, and again only when it changes. */
function reporter(log: SealingDeps['log']) {
  let last: string | undefined
  return (complaint: string | undefined): void => {
    if (complaint && complaint !== last) log.error(complaint)
    last = complaint
  }
}

/** Undefined where another instance does it, or has done it. */
async function sealSome(db: Connection, key: AuditKey) {
  return await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'audit chain'))) return undefined
    const waiting = await waitingRows(trx, rowsAtOnce)
    const rows = waiting.filter(({ isNumbered }) => isNumbered)
    if (rows.length === 0) return undefined
    const seal = await addSeal(trx, key, rows, { now: new Date() })
    const notNumbered = waiting.find(({ isNumbered }) => !isNumbered)?.id
    return { seal, isWholeBatch: rows.length === rowsAtOnce, notNumbered }
  })
}
