import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { tryLock } from '#server/database/locks.ts'
import type { Keyring } from './keyring.ts'
import { rememberSeal, type SealFolder } from './remembered-seal.ts'
import {
  addSeal,
  type ChainEnd,
  hashOfSeal,
  isBeingWritten,
  isWithinSequence,
  newestSeal,
  pendingRows,
  rowsOfSeals,
  type Seal,
} from './seal-store.ts'

/** Milliseconds between two rounds: a row is sealed within a second. */
const pauseBetweenRounds = 500
/** Milliseconds after which an unsealed row is logged as an error, and a copy of a seal that is still being written. */
const maxWait = 10_000
/** Milliseconds. A database that does not respond must not delay the shutdown; the next start seals the rest. */
const stopTimeout = 2_000
const batchSize = 10_000
/** Milliseconds. A skipped id is looked for this long, and for as long as a transaction is open that may have drawn it. */
const shortestSearch = 60 * 60 * 1000

interface SealingDeps {
  db: Connection
  keys: Keyring
  /** Each gets a copy of the newest seal. */
  folders: SealFolder[]
  log: Pick<FastifyBaseLogger, 'error'>
  /** Milliseconds of a monotonic clock. */
  monotonic?: () => number
}

interface Sealing {
  /** Whether no row has been unsealed for more than 10 seconds; `GET /api/health` reports it. */
  isOnTime(): boolean
  /** Whether each folder has a copy of the newest seal; `GET /api/health` reports it. */
  isKept(): boolean
  /** Seals the pending rows, then ends; within two seconds. */
  stop(): Promise<void>
}

/** Seals audit rows shortly after they were written: writers never wait for one lock (docs/decisions/0054). */
export function sealContinuously(deps: SealingDeps): Sealing {
  const { round, kept, isOnTime, isKept } = sealingRounds(deps)
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
    isKept,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await Promise.race([running.then(round).then(kept), pause(stopTimeout, undefined, { ref: false })])
    },
  }
}

type SealingState =
  | { name: 'on time' }
  /** The first row that was still unsealed at the end of the last round; 0 if the database did not answer. */
  | { name: 'waiting'; row: number; since: number }
  /** Sealing has stopped at a seal that this program did not make. */
  | { name: 'forged'; reason: string }

/** `round` seals the pending rows. It never rejects: errors are logged, and the next round tries again. */
export function sealingRounds({ db, keys, folders, log, monotonic = () => performance.now() }: SealingDeps) {
  const logProblem = onChange(log)
  const copies = folders.map((folder) => sealCopy(db, folder, log, monotonic))
  let state: SealingState = { name: 'on time' }
  /** The newest seal that this process has made or checked. */
  let newest: Seal | undefined

  const isOnTime = () =>
    state.name === 'on time' || (state.name === 'waiting' && monotonic() - state.since < maxWait)

  /** Returns the first row that stays unsealed: another instance is sealing it, or its id is not from the sequence. */
  async function sealPending(): Promise<number | undefined> {
    for (;;) {
      const [first] = await pendingRows(db, 1)
      if (!first) return undefined
      const sealed = first.isIdFromSequence ? await sealBatch(db, keys) : undefined
      if (!sealed) return first.id
      newest = sealed.seal
      // Leave rows that arrived meanwhile to the next round; under load this one would never end.
      if (!sealed.isFull) return sealed.otherId
    }
  }

  /** The app's role can add a seal without having a key: such a seal must not hide that rows are not sealed any more. */
  async function forgeryOf(seal: Seal): Promise<string | undefined> {
    if (newest?.hash.equals(seal.hash)) return undefined
    const reason = `seal ${seal.seq} of the audit trail was not made by this program; run verify-audit`
    const key = keys.find(({ id }) => id === seal.key_id)
    if (!key) {
      if (!(await isWithinSequence(db, seal))) return reason
      log.error(
        `seal ${seal.seq} of the audit trail was made with a key that is not in audit-keys or AUDIT_KEYS; sealing goes on`,
      )
    } else {
      const rows = (await rowsOfSeals(db, seal.seq, seal.seq)).get(seal.seq) ?? []
      if (!seal.hash.equals(hashOfSeal(key, seal, rows))) return reason
    }
    newest = seal
    return undefined
  }

  const waitingFor = (row: number, since: number): SealingState =>
    state.name === 'waiting' && state.row === row ? state : { name: 'waiting', row, since }

  async function sealRound(began: number): Promise<SealingState> {
    const before = await newestSeal(db)
    const reason = before && (await forgeryOf(before))
    const row = reason ? undefined : await sealPending()
    if (newest) for (const copy of copies) copy.write(newest)
    if (reason) return { name: 'forged', reason }
    return row === undefined ? { name: 'on time' } : waitingFor(row, began)
  }

  async function round(): Promise<void> {
    const began = monotonic()
    state = await sealRound(began).catch((error: unknown) => {
      log.error({ err: error }, 'audit rows could not be sealed yet')
      return state.name === 'on time' ? waitingFor(0, began) : state
    })
    logProblem(problemOf(state))
  }

  function problemOf(now: SealingState): string | undefined {
    if (now.name === 'forged') return now.reason
    if (now.name === 'on time' || isOnTime()) return undefined
    return `audit row ${now.row || 'unknown'} has been unsealed for more than 10 seconds; run verify-audit`
  }

  return {
    round,
    isOnTime,
    isKept: () => copies.every(({ isKept }) => isKept()),
    /** Resolves when the copies that are being written have been written. */
    kept: () => Promise.all(copies.map(({ written }) => written())),
  }
}

type CopyState =
  | { name: 'idle' }
  /** The next seal waits until this one has been written. */
  | { name: 'writing'; since: number; next: ChainEnd | undefined; done: Promise<void> }

/** Writes the newest seal to a folder. Sealing does not wait for it: the folder may be on a share that does not answer. */
function sealCopy(db: Connection, folder: SealFolder, log: SealingDeps['log'], monotonic: () => number) {
  const logProblem = onChange(log)
  let state: CopyState = { name: 'idle' }
  /** The last seal that was written, and why a later one could not be. */
  let last: { copied?: ChainEnd; problem?: string | undefined } = {}

  async function copy(seal: ChainEnd): Promise<void> {
    const problem = await rememberSeal(db, folder, seal).catch((error: Error) => error.message)
    last = problem ? { ...last, problem } : { copied: seal }
    logProblem(problem)
    const next = state.name === 'writing' ? state.next : undefined
    state = { name: 'idle' }
    if (next) write(next)
  }

  function write(seal: ChainEnd): void {
    if (state.name === 'writing') state.next = seal
    else if (!last.copied?.hash.equals(seal.hash))
      state = { name: 'writing', since: monotonic(), next: undefined, done: copy(seal) }
  }

  return {
    write,
    isKept: () => !last.problem && (state.name === 'idle' || monotonic() - state.since < maxWait),
    async written(): Promise<void> {
      while (state.name === 'writing') await state.done
    },
  }
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
async function sealBatch(db: Connection, [key]: Keyring) {
  return await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'audit chain'))) return undefined
    // Before the rows are read: a transaction that ends after that is not among them.
    const mayArriveLate = await isBeingWritten(trx)
    const waiting = await pendingRows(trx, batchSize)
    const rows = waiting.filter(({ isIdFromSequence }) => isIdFromSequence)
    if (rows.length === 0) return undefined
    const now = new Date()
    const giveUpBefore = mayArriveLate ? undefined : new Date(now.getTime() - shortestSearch)
    const seal = await addSeal(trx, key, { listed: rows, now, giveUpBefore })
    const otherId = waiting.find(({ isIdFromSequence }) => !isIdFromSequence)?.id
    return { seal, isFull: rows.length === batchSize, otherId }
  })
}
