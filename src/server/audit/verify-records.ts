import type { Connection } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import { isRecordDigestValid, type ProvenKind, recordKeyIdOf, type StoredRecord } from './digest.ts'
import { type Keyring, MissingKeys } from './keyring.ts'
import { goneRecords, type RecordedState, recordedStates, storedVersions } from './record-store.ts'

const pageSize = 5_000

/** How to read a kind of record as stored; deleted ones, too. */
export interface RecordSource {
  table: keyof Database
  count(db: Connection): Promise<number>
  /** In the order of ids. */
  page(db: Connection, page: { after: string | undefined; limit: number }): Promise<StoredEntry[]>
  /** Earlier versions, in the order of record and version. */
  versions?(
    db: Connection,
    page: { after: StoredRecord | undefined; limit: number },
  ): Promise<StoredVersion[]>
}

/** An earlier version. */
export interface StoredVersion {
  record: StoredRecord
  /** Made by `ops seed`, which leaves a single row for all. */
  isMadeUp: boolean
}

interface StoredEntry extends StoredVersion {
  /** How many earlier versions are stored, of kinds that keep them. */
  earlierVersions?: number
}

interface VerificationDeps {
  db: Connection
  keys: Keyring
  sources: Record<ProvenKind, RecordSource>
  progress: (done: number) => void
}

export interface RecordsVerdict {
  /** A sentence for each record that does not match the trail. */
  differences: string[]
  /** Records that match their last row, by kind. */
  proven: Record<ProvenKind, number>
  /** Records that `seed` made: the trail does not cover their contents. */
  madeUp: number
  missing: MissingKeys
}

/** Compares records with what their last rows say. Call it once the trail itself is known to be intact. */
export async function verifyRecords(deps: VerificationDeps): Promise<RecordsVerdict> {
  const { db, keys, progress } = deps
  const sources = Object.entries(deps.sources) as [ProvenKind, RecordSource][]
  const differences: string[] = []
  const proven = Object.fromEntries(sources.map(([kind]) => [kind, 0])) as RecordsVerdict['proven']
  let madeUp = 0
  const missing = new MissingKeys()
  let done = 0

  function compare(record: StoredRecord, row: number, stored: string): boolean {
    const isValid = isRecordDigestValid(keys, record, stored)
    if (isValid === undefined) missing.add(recordKeyIdOf(stored), `row ${row}`)
    return isValid !== false
  }

  function check({ record, isMadeUp, earlierVersions }: StoredEntry, last: RecordedState | undefined): void {
    const name = `The ${record.kind} ${record.id}`
    if (!last) {
      if (isMadeUp) madeUp += 1
      else differences.push(`${name} has no row in the audit trail: this program did not write it.`)
    } else if (record.kind === 'client' && isMadeUp && last.wasAdded) {
      differences.push(`${name} is marked as made up, but row ${last.row} and others say that it is not.`)
    } else if (earlierVersions !== undefined && earlierVersions < last.edits) {
      differences.push(
        `${name} has fewer earlier versions (${earlierVersions}) than the audit trail has edits (${last.edits}).`,
      )
    } else if (last.stored !== null && compare(record, last.row, last.stored)) {
      proven[record.kind] += 1
    } else {
      differences.push(`${name} does not match what row ${last.row} recorded: it has been changed since.`)
    }
  }

  for (const [kind, { page }] of sources) {
    for (let after: string | undefined; ; ) {
      const { entries, changes } = await inSnapshot(db, async (trx) => {
        const entries = await page(trx, { after, limit: pageSize })
        return {
          entries,
          changes: await recordedStates(trx, kind, idsOf(entries.map(({ record }) => record))),
        }
      })
      for (const entry of entries) check(entry, changes.get(entry.record.id))
      after = entries.at(-1)?.record.id
      done += entries.length
      progress(done)
      if (after === undefined) break
    }
  }
  for (const [kind, { versions }] of sources) {
    for (let after: StoredRecord | undefined; versions; ) {
      const found = await versions(db, { after, limit: pageSize })
      const ids = idsOf(found.map(({ record }) => record))
      const [rows, states] = [await storedVersions(db, kind, ids), await recordedStates(db, kind, ids)]
      for (const { record, isMadeUp } of found) {
        const name = `Version ${record.version} of the ${kind} ${record.id}`
        const row = rows.of(record)
        // Made-up records that have moved to another client have rows, but none that says that they were added.
        const wasMadeUp = isMadeUp || states.get(record.id)?.wasAdded === false
        // Versions of a note don’t say which client it had at that time.
        const clientId = record.values.clientId ?? row?.client ?? null
        if (!row && !wasMadeUp) differences.push(`${name} has no row in the audit trail.`)
        else if (row && !compare({ ...record, values: { ...record.values, clientId } }, row.row, row.stored))
          differences.push(`${name} does not match what row ${row.row} recorded.`)
      }
      after = found.at(-1)?.record
      done += found.length
      progress(done)
      if (!after) break
    }
  }
  const tables = Object.fromEntries(sources.map(([kind, { table }]) => [kind, table]))
  for (const { kind, id, row } of await goneRecords(db, tables as Record<ProvenKind, keyof Database>, 1_000))
    differences.push(`The ${kind} ${id} is gone: row ${row} names it, and no row says that it was purged.`)
  return { differences, proven, madeUp, missing }
}

const idsOf = (records: StoredRecord[]) => [...new Set(records.map(({ id }) => id))]

/** Reads a page and its rows in one snapshot, because the server keeps writing. */
async function inSnapshot<T>(db: Connection, work: (trx: Connection) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}
