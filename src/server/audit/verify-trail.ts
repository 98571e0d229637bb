import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '#server/database/connection.ts'
import { isDigestValid, keyIdOf } from './digest.ts'
import { type Keyring, MissingKeys } from './keyring.ts'
import { recoveryHint, rememberedSeal, type SealFolder, sealFile } from './remembered-seal.ts'
import {
  archiveRows,
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
      start: ChainEnd
      end: ChainEnd
      archived: Archive | undefined
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
  /** First and last seals of archives; they don't show where the trail ends. */
  archives?: KnownSeal[]
  progress: (done: number, total: number) => void
}

/** Checks the whole trail, and compares it with every seal that is known from outside the database. */
export async function verifyTrail(deps: VerificationDeps): Promise<Verdict> {
  const { db, keys, folders, backups = [], archives = [], progress } = deps
  // Read before the seals: a seal that is added meanwhile would look deleted.
  const knownSeals = [...(await rememberedSeals(db, folders)), ...backups]
  const missing = new MissingKeys()
  const archived = await newestArchive(db, keys)
  const known = [...knownSeals, ...archives]
  const chain = await verifyChain({ db, keys, knownSeals: known, missing, archived, progress })
  if (chain.outcome === 'broken') return chain
  const { start, end, rows } = chain
  const later = known.find(({ seal }) => seal.seq > end.seq)
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
  const comparedWith = knownSeals.filter(({ seal }) => seal.seq >= start.seq)
  return { outcome: 'intact', rows, start, end, archived, waiting: unlisted.length, comparedWith }
}

interface ChainDeps {
  db: Connection
  keys: Keyring
  knownSeals: KnownSeal[]
  missing: MissingKeys
  archived?: Archive | undefined
  /** An archive begins where the one before it ends. */
  beginsAnywhere?: boolean
  progress?: VerificationDeps['progress']
}

/** The chain as far as it was checked. */
interface CheckedPart {
  /** The seal before the first one: that of the archive, or none. */
  start: ChainEnd
  /** The last seal, or `start` if there is none. */
  end: ChainEnd
  rows: number
}

export type ChainVerdict =
  | ({ outcome: 'intact' } & CheckedPart)
  /** `reason` names the first row or seal that was changed or is missing. */
  | { outcome: 'broken'; reason: string }

/**
 * Checks all seals in order, each with the rows that it lists. What can't be checked without a key is added to `missing`.
 */
export async function verifyChain(deps: ChainDeps): Promise<ChainVerdict> {
  const { db, keys, knownSeals, missing, archived, progress = () => {} } = deps
  const archiveError = (seal: ChainEnd) =>
    archived?.end.seq === seal.seq && !archived.end.hash.equals(seal.hash)
      ? `Seal ${seal.seq} is not the one that row ${archived.row} says was archived.`
      : undefined

  let checked: CheckedPart | undefined
  for await (const { seal, rows } of sealsInOrder(db, progress)) {
    checked ??= beginningAt(seal, deps)
    const reason =
      archiveError(checked.end) ??
      otherSealError(checked.end, knownSeals) ??
      positionError(seal, checked.end) ??
      missingRowError(seal, rows) ??
      digestError(rows, keys, missing) ??
      hashError(seal, rows, keys, missing) ??
      archiveError(seal) ??
      otherSealError(seal, knownSeals)
    if (reason) return broken(reason)
    checked = { start: checked.start, end: seal, rows: checked.rows + rows.length }
  }
  checked ??= { start: emptyChain, end: emptyChain, rows: 0 }
  if (archived && archived.end.seq > checked.end.seq) {
    return broken(
      `The trail ends at seal ${checked.end.seq}, but row ${archived.row} says that seal ${archived.end.seq} was archived.`,
    )
  }
  return { outcome: 'intact', ...checked }
}

/** The chain begins with seal 1, or after the seals that were moved into an archive. */
function beginningAt({ seq, previous_hash }: Seal, { archived, beginsAnywhere }: ChainDeps): CheckedPart {
  const mayBegin = beginsAnywhere || (archived && seq <= archived.end.seq + 1)
  const start = mayBegin && seq > 1 ? { seq: seq - 1, hash: previous_hash } : emptyChain
  return { start, end: start, rows: 0 }
}

/** Where the trail begins since old rows were moved into an archive. */
interface Archive {
  /** The row that says so. */
  row: number
  end: ChainEnd
  /** When the last seal in the archive was made. */
  until: string
}

/** The newest row about an archive that this program wrote. */
async function newestArchive(db: Connection, keys: Keyring): Promise<Archive | undefined> {
  const rows = await archiveRows(db)
  const row = rows.find(
    (candidate) => isDigestValid(keys, candidate, Buffer.from(candidate.digest, 'hex')) !== false,
  )
  if (!row) return undefined
  const { seal: seq, hash, until } = JSON.parse(row.details).archived
  return { row: row.id, end: { seq, hash: Buffer.from(hash, 'hex') }, until }
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
