import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '#server/database/connection.ts'
import { isDigestValid, keyIdOf } from './digest.ts'
import { type Keyring, MissingKeys } from './keyring.ts'
import { recoveryHint, rememberedSeal, type SealFolder, sealFile } from './remembered-seal.ts'
import {
  type ChainEnd,
  type CheckedRow,
  databaseIdentity,
  emptyChain,
  findDuplicateRow,
  hashOfSeal,
  newestSeal,
  rowsOfSeals,
  type Seal,
  sealsAfter,
  unlistedRows,
} from './seal-store.ts'

/** Milliseconds after which a row that no seal lists counts as never sealed. */
const maxSealDelay = 10_000
/** Milliseconds in which a running server seals rows that a long transaction has just committed. */
const sealGrace = 2_000
const unlistedLimit = 10_000

export type Verdict =
  /** `comparedWith` is empty: rows deleted at the end would go unnoticed. */
  | {
      outcome: 'intact'
      rows: number
      end: ChainEnd
      waiting: number
      comparedWith: KnownSeal[]
    }
  /** `reason` names the first row or seal that was changed or is missing. */
  | { outcome: 'broken'; reason: string }
  /** No error was found, but some rows or seals can't be checked without these keys. */
  | { outcome: 'missing keys'; missing: MissingKeys }
  /** No error was found except that these rows were never sealed. */
  | { outcome: 'unsealed'; count: number; first: number }

/** A seal that is known from outside the database. */
export interface KnownSeal {
  /** As in 'The data folder remembers seal 7'. */
  name: string
  seal: ChainEnd
  /** What the operator can do if the trail does not have the seal. */
  hint?: string
}

interface VerificationDeps {
  db: Connection
  keys: Keyring
  /** Folders with a copy of the newest seal, the data folder first. */
  folders: [SealFolder, ...SealFolder[]]
  /** Seals of backups. */
  backups?: KnownSeal[]
  progress: (done: number, total: number) => void
}

/** Checks the whole trail, and compares it with every seal that is known from outside the database. */
export async function verifyTrail(deps: VerificationDeps): Promise<Verdict> {
  const { db, keys, folders, backups = [], progress } = deps
  // Read before the seals: a seal that is added meanwhile would look deleted.
  const knownSeals = [...(await rememberedSeals(db, folders)), ...backups]
  const missing = new MissingKeys()
  const chain = await verifyChain({ db, keys, knownSeals, missing, progress })
  if (chain.outcome === 'broken') return chain
  const { end, rows } = chain
  const later = knownSeals.find(({ seal }) => seal.seq > end.seq)
  if (later) {
    return broken(
      `The trail ends at seal ${end.seq}, but ${later.name} remembers seal ${later.seal.seq}: rows at the end were deleted.${later.hint ?? ''}`,
    )
  }
  const unlisted = await unlistedRows(db, unlistedLimit)
  const forged = digestError(unlisted, keys, missing)
  if (forged) return broken(forged)
  const copied = await findDuplicateRow(db)
  if (copied) return broken(`Row ${copied.copy} is a copy of row ${copied.id}: both have the same digest.`)
  if (missing.count > 0) return { outcome: 'missing keys', missing }
  const overdue = await overdueRows(db, unlisted)
  if (overdue[0]) return { outcome: 'unsealed', count: overdue.length, first: overdue[0].id }
  return { outcome: 'intact', rows, end, waiting: unlisted.length, comparedWith: knownSeals }
}

interface ChainDeps {
  db: Connection
  keys: Keyring
  knownSeals: KnownSeal[]
  missing: MissingKeys
  progress: VerificationDeps['progress']
}

/** The chain as far as it was checked. */
interface CheckedPart {
  end: ChainEnd
  rows: number
}

type ChainVerdict =
  | ({ outcome: 'intact' } & CheckedPart)
  /** `reason` names the first row or seal that was changed or is missing. */
  | { outcome: 'broken'; reason: string }

/**
 * Checks all seals in order, each with the rows that it lists. What can't be checked without a key is added to `missing`.
 */
async function verifyChain({ db, keys, knownSeals, missing, progress }: ChainDeps): Promise<ChainVerdict> {
  let checked: CheckedPart = { end: emptyChain, rows: 0 }
  for await (const { seal, rows } of sealsInOrder(db, progress)) {
    const reason =
      positionError(seal, checked.end) ??
      missingRowError(seal, rows) ??
      digestError(rows, keys, missing) ??
      hashError(seal, rows, keys, missing) ??
      otherSealError(seal, knownSeals)
    if (reason) return broken(reason)
    checked = { end: seal, rows: checked.rows + rows.length }
  }
  return { outcome: 'intact', ...checked }
}

async function rememberedSeals(db: Connection, folders: SealFolder[]): Promise<KnownSeal[]> {
  const database = await databaseIdentity(db)
  const found = await Promise.all(
    folders.map(async ({ name, path }) => ({
      name,
      seal: await rememberedSeal(path, database),
      hint: ` ${recoveryHint(sealFile(path, database))}`,
    })),
  )
  return found.flatMap(({ seal, ...source }) => (seal ? [{ ...source, seal }] : []))
}

function otherSealError({ seq, hash }: ChainEnd, knownSeals: KnownSeal[]): string | undefined {
  const other = knownSeals.find(({ seal }) => seal.seq === seq && !seal.hash.equals(hash))
  return (
    other &&
    `Seal ${seq} is not the one that ${other.name} remembers: the trail was replaced.${other.hint ?? ''}`
  )
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

function positionError({ seq, previous_hash }: Seal, before: ChainEnd): string | undefined {
  if (seq !== before.seq + 1) return `Seal ${before.seq + 1} is missing.`
  if (previous_hash.equals(before.hash)) return undefined
  return `Seal ${seq} does not follow from seal ${before.seq}.`
}

function missingRowError({ seq, event_ids }: Seal, rows: CheckedRow[]): string | undefined {
  const ids = new Set(rows.map(({ id }) => id))
  for (const [, from, to] of event_ids.matchAll(/\[(\d+),(\d+)\)/g)) {
    for (let id = Number(from); id < Number(to); id += 1)
      if (!ids.has(id)) return `Row ${id}, listed by seal ${seq}, is missing.`
  }
  return undefined
}

function digestError(rows: CheckedRow[], keys: Keyring, missing: MissingKeys): string | undefined {
  for (const row of rows) {
    const digest = Buffer.from(row.digest, 'hex')
    const isValid = isDigestValid(keys, row, digest)
    if (isValid === false) return `Row ${row.id} is not what the server wrote: its digest does not match.`
    if (isValid === undefined) missing.add(keyIdOf(digest), `row ${row.id}`)
  }
  return undefined
}

/** Call after the rows' digests were checked: then a wrong hash means that the seal or its list of rows was changed. */
function hashError(seal: Seal, rows: CheckedRow[], keys: Keyring, missing: MissingKeys): string | undefined {
  const { seq, event_ids, hash, key_id } = seal
  const maker = keys.find((key) => hash.equals(hashOfSeal(key, seal, rows)))
  if (maker?.id === key_id) return undefined
  if (!maker && keys.every(({ id }) => id !== key_id)) {
    missing.add(key_id, `seal ${seq}`)
    return undefined
  }
  return `Seal ${seq}, or one of its rows ${event_ids}, was changed after it was sealed.`
}

/** Rows that are older than `maxSealDelay` and are still unsealed after `sealGrace`. */
async function overdueRows(db: Connection, unlisted: CheckedRow[]): Promise<CheckedRow[]> {
  const isOld = ({ at }: CheckedRow) => Date.now() - Date.parse(at) > maxSealDelay
  const old = new Set(unlisted.filter(isOld).map(({ id }) => id))
  if (old.size === 0) return []
  await pause(sealGrace)
  // Rows that arrived meanwhile don't count, even if their instance's clock is slow.
  return (await unlistedRows(db, unlistedLimit)).filter(({ id }) => old.has(id))
}
