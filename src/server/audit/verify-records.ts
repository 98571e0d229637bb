import type { Connection } from '#server/database/connection.ts'
import { isRecordDigestValid, recordKeyIdOf, type StoredRecord } from './digest.ts'
import { type Keyring, MissingKeys } from './keyring.ts'
import { goneRecords, type LastChange, lastChanges, storedVersions } from './record-store.ts'

const pageSize = 5_000

interface Page {
  after: string | undefined
  limit: number
}

/** Reads a kind of record in the order of ids; deleted ones, too. */
type ReadPage = (db: Connection, page: Page) => Promise<StoredEntry[]>

interface StoredEntry {
  record: StoredRecord
  /** Made by `ops seed`, which leaves a single row for all. */
  isMadeUp: boolean
  /** How many earlier texts a note has. */
  earlierTexts?: number
}

interface VerificationDeps {
  db: Connection
  keys: Keyring
  sources: Record<StoredRecord['kind'], ReadPage>
  /** Earlier texts of notes. */
  versions(db: Connection, page: { after: StoredRecord | undefined; limit: number }): Promise<StoredRecord[]>
  progress: (done: number) => void
}

export interface RecordsVerdict {
  /** A sentence for each record that does not match the trail. */
  differences: string[]
  /** Records that match their last row, by kind. */
  proven: Record<StoredRecord['kind'], number>
  /** Records that `seed` made: the trail does not cover their contents. */
  madeUp: number
  missing: MissingKeys
}

/** Compares clients and notes with what their last rows say. Call it once the trail itself is known to be intact. */
export async function verifyRecords(deps: VerificationDeps): Promise<RecordsVerdict> {
  const { db, keys, sources, versions, progress } = deps
  const differences: string[] = []
  const proven: RecordsVerdict['proven'] = { client: 0, note: 0 }
  let madeUp = 0
  const missing = new MissingKeys()
  let done = 0

  function compare(record: StoredRecord, row: number, stored: string): boolean {
    const isValid = isRecordDigestValid(keys, record, stored)
    if (isValid === undefined) missing.add(recordKeyIdOf(stored), `row ${row}`)
    return isValid !== false
  }

  function check({ record, isMadeUp, earlierTexts }: StoredEntry, last: LastChange | undefined): void {
    const name = `The ${record.kind} ${record.id}`
    if (!last) {
      if (isMadeUp) madeUp += 1
      else differences.push(`${name} has no row in the audit trail: this program did not write it.`)
    } else if (record.kind === 'client' && isMadeUp && last.wasAdded) {
      differences.push(`${name} is marked as made up, but row ${last.row} and others say that it is not.`)
    } else if (earlierTexts !== undefined && earlierTexts < last.edits) {
      differences.push(
        `${name} has fewer earlier texts (${earlierTexts}) than the audit trail has edits (${last.edits}).`,
      )
    } else if (last.stored !== null && compare(record, last.row, last.stored)) {
      proven[record.kind] += 1
    } else {
      differences.push(`${name} does not match what row ${last.row} recorded: it has been changed since.`)
    }
  }

  for (const [kind, page] of Object.entries(sources) as [StoredRecord['kind'], ReadPage][]) {
    for (let after: string | undefined; ; ) {
      const { entries, changes } = await inSnapshot(db, async (trx) => {
        const entries = await page(trx, { after, limit: pageSize })
        return { entries, changes: await lastChanges(trx, kind, idsOf(entries.map(({ record }) => record))) }
      })
      for (const entry of entries) check(entry, changes.get(entry.record.id))
      after = entries.at(-1)?.record.id
      done += entries.length
      progress(done)
      if (after === undefined) break
    }
  }
  for (let after: StoredRecord | undefined; ; ) {
    const texts = await versions(db, { after, limit: pageSize })
    const rows = await storedVersions(db, idsOf(texts))
    for (const text of texts) {
      const row = rows.of(text)
      if (row && !compare(text, row.row, row.stored))
        differences.push(
          `Version ${text.version} of the note ${text.id} does not match what row ${row.row} recorded.`,
        )
    }
    after = texts.at(-1)
    done += texts.length
    progress(done)
    if (!after) break
  }
  for (const { kind, id, row } of await goneRecords(db, 1_000))
    differences.push(`The ${kind} ${id} is gone: row ${row} names it, and no row says that it was purged.`)
  return { differences, proven, madeUp, missing }
}

const idsOf = (records: StoredRecord[]) => [...new Set(records.map(({ id }) => id))]

/** Reads a page and its rows in one snapshot, because the server goes on writing. */
async function inSnapshot<T>(db: Connection, work: (trx: Connection) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}
