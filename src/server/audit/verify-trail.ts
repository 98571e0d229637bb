import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '#server/database/connection.ts'
import { isGenuine, keyIdOf } from './digest.ts'
import { checkFormerChain } from './former-chain-store.ts'
import { type Keyring, MissingKeys } from './keyring.ts'
import { fileOfSeal, rememberedSeal, wayOn } from './remembered-seal.ts'
import {
  beforeAll,
  type ChainEnd,
  type CheckedRow,
  copiedRow,
  databaseIdentity,
  hashOfSeal,
  listedRow,
  newestSeal,
  rowsOfSeals,
  type Seal,
  sealsAfter,
  unlistedRows,
} from './seal-store.ts'

/** Milliseconds after which a row that no seal lists is no longer just waiting for the next one. */
const usualWait = 10_000
/** Milliseconds in which a running server seals what a long transaction has just committed. */
const lastChance = 2_000
const unlistedAtOnce = 10_000

export type Verdict =
  /** `isWitnessed`: the data folder remembers a seal, so that rows cut off at the end would be missed. */
  | { outcome: 'whole'; rows: number; end: ChainEnd | undefined; waiting: number; isWitnessed: boolean }
  /** The first audit row, or seal, that is not what was written, in sentences. */
  | { outcome: 'broken'; reason: string }
  /** Nothing is known to be wrong, but some of it can't be told without these keys. */
  | { outcome: 'uncheckable'; missing: MissingKeys }
  /** Nothing is wrong but that these rows were never sealed. */
  | { outcome: 'unsealed'; count: number; first: number }

interface VerificationDeps {
  db: Connection
  keys: Keyring
  dataDir: string
  progress: (done: number, total: number) => void
}

/** Goes through the whole trail, and holds its end against what the data folder remembers. */
export async function verifyTrail({ db, keys, dataDir, progress }: VerificationDeps): Promise<Verdict> {
  const database = await databaseIdentity(db)
  const file = fileOfSeal(dataDir, database)
  // Before the seals are read: one that is added meanwhile is not missed then.
  const remembered = rememberedSeal(dataDir, database)
  const missing = new MissingKeys()
  const former = await checkFormerChain(db, { keys, missing, dataDir })
  if (former.reason) return broken(former.reason)

  let end: ChainEnd | undefined
  let count = 0
  for await (const { seal, rows } of sealsInOrder(db, progress)) {
    const reason =
      wrongPlace(seal, end) ??
      missingRow(seal, rows) ??
      (seal.is_former ? undefined : firstReason(rows, keys, missing)) ??
      wrongHash(seal, rows, keys, missing)
    if (reason) return broken(reason)
    if (seal.seq === remembered?.seq && !seal.hash.equals(remembered.hash)) {
      return broken(
        `Seal ${seal.seq} is not the one that the data folder remembers: the trail was written anew. ${wayOn(file)}`,
      )
    }
    end = seal
    count += rows.length
  }
  if (remembered && remembered.seq > (end?.seq ?? 0)) {
    return broken(
      `The trail ends at seal ${end?.seq ?? 0}, but the data folder remembers seal ${remembered.seq}: the rows after it were cut off. ${wayOn(file)}`,
    )
  }
  const unlisted = await unlistedRows(db, unlistedAtOnce)
  const forged = firstReason(unlisted, keys, missing)
  if (forged) return broken(forged)
  const copied = await copiedRow(db)
  if (copied) return broken(`Row ${copied.copy} is a copy of row ${copied.id}: both have the same digest.`)
  if (missing.count > 0) return { outcome: 'uncheckable', missing }
  const left = await leftUnsealed(db, unlisted)
  if (left[0]) return { outcome: 'unsealed', count: left.length, first: left[0].id }
  const isWitnessed = remembered !== undefined
  return { outcome: 'whole', rows: count, end, waiting: unlisted.length, isWitnessed }
}

const broken = (reason: string) => ({ outcome: 'broken', reason }) as const

async function* sealsInOrder(db: Connection, progress: VerificationDeps['progress']) {
  const total = (await newestSeal(db))?.seq ?? 0
  for (let done = 0; ; ) {
    const seals = await sealsAfter(db, done)
    const [first, last] = [seals[0], seals.at(-1)]
    if (!first || !last) return
    const rowsBySeal = await rowsOfSeals(db, first.seq, last.seq)
    for (const seal of seals) yield { seal, rows: rowsBySeal.get(seal.seq) ?? [] }
    done = last.seq
    progress(done, Math.max(done, total))
  }
}

function wrongPlace(
  { seq, is_former, previous_hash }: Seal,
  before: ChainEnd = beforeAll,
): string | undefined {
  if (seq !== before.seq + 1) return `Seal ${before.seq + 1} is missing.`
  // The first one of a chain that was taken over refers to the end of that chain.
  if ((is_former && seq === 1) || previous_hash.equals(before.hash)) return undefined
  return `Seal ${seq} does not follow from seal ${before.seq}.`
}

function missingRow({ seq, event_ids }: Seal, rows: CheckedRow[]): string | undefined {
  const ids = new Set(rows.map(({ id }) => id))
  for (const [, from, to] of event_ids.matchAll(/\[(\d+),(\d+)\)/g)) {
    for (let id = Number(from); id < Number(to); id += 1)
      if (!ids.has(id)) return `Row ${id}, listed by seal ${seq}, is missing.`
  }
  return undefined
}

function firstReason(rows: CheckedRow[], keys: Keyring, missing: MissingKeys): string | undefined {
  for (const row of rows) {
    if (row.digest === null) return `Row ${row.id} has no digest: it was not written by this program.`
    const digest = Buffer.from(row.digest, 'hex')
    const genuine = isGenuine(keys, row, digest)
    if (genuine === false) return `Row ${row.id} is not what this program wrote: its digest does not fit.`
    if (genuine === undefined) missing.add(keyIdOf(digest), `row ${row.id}`)
  }
  return undefined
}

/** The digests of the rows fit: somebody changed which of them the seal lists, or the seal itself. */
function wrongHash(seal: Seal, rows: CheckedRow[], keys: Keyring, missing: MissingKeys): string | undefined {
  const { seq, event_ids, is_former, hash, key_id } = seal
  const key = keys.find(({ id }) => id === key_id)
  if (!key) missing.add(key_id, `seal ${seq}`)
  const listed = rows.map((row) => listedRow(row, is_former))
  if (!key || hash.equals(hashOfSeal(key, seal, listed))) return undefined
  return `Seal ${seq}, or one of its rows ${event_ids}, was changed after it was sealed.`
}

/** Rows that should long have been sealed, and are not even after a moment. */
async function leftUnsealed(db: Connection, unlisted: CheckedRow[]): Promise<CheckedRow[]> {
  const isOld = ({ at }: CheckedRow) => Date.now() - Date.parse(at) > usualWait
  const old = new Set(unlisted.filter(isOld).map(({ id }) => id))
  if (old.size === 0) return []
  await pause(lastChance)
  // Rows that have come since are new, whatever the clock of their instance says.
  return (await unlistedRows(db, unlistedAtOnce)).filter(({ id }) => old.has(id))
}
