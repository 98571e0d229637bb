import type { FileHandle } from 'node:fs/promises'
import type { ClientRecord } from '#contract/client-records/schema.ts'
import type { Client } from '#contract/clients/schema.ts'
import { savedName } from '#contract/files/rules.ts'
import { listTrail } from '#server/audit/reading-store.ts'
import { authorizations } from '#server/authorizations/store.ts'
import type { ClientRecordStore } from '#server/client-records/store.ts'
import { listAssignments } from '#server/clients/caseload-store.ts'
import { findClient, listStatusChanges } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { filesOfClient } from '#server/files/store.ts'
import { followUps } from '#server/follow-ups/store.ts'
import { goals } from '#server/goals/store.ts'
import { homes } from '#server/homes/store.ts'
import { earlierVersions } from '#server/notes/store.ts'
import { papers } from '#server/papers/store.ts'
import { people } from '#server/people/store.ts'
import { recordsAtOnce } from '#server/throttling/large-lists.ts'
import type { ReadPart } from './parts.ts'
import {
  countDeletedNotes,
  type FormerRecord,
  formerRecords,
  listServing,
  notesInOrder,
  type Period,
  snapshot,
} from './store.ts'

interface Source {
  db: Connection
  clientId: string
  timeZone: string
  period: Period
  withVersions: boolean
}

export interface ReadRecord {
  client: Client
  alsoKeptAs: FormerRecord[]
  /** Those in the period that were not purged. */
  deletedNotes: number
}

/** A row as JSON, and then each of its earlier versions, so that no line is long. */
export type Line = { row: object } | { version: object }

type Rows = AsyncIterable<{ id?: string; versions?: Iterable<object> | AsyncIterable<object> }>

/** How each part is read, in the order of the packet. */
const readings: Record<ReadPart, (source: Source) => Rows> = {
  async *workers({ db, clientId }) {
    yield* (await listAssignments(db, clientId)).reverse() as object[]
  },
  async *notes({ db, clientId, timeZone, withVersions }) {
    const texts = new Map((await goals.ofClient(db, clientId)).map(({ id, text }) => [id, text]))
    for await (const note of notesInOrder(db, clientId, timeZone)) {
      const row = withGoals(note, texts)
      if (!withVersions) yield row
      else yield { ...row, versions: versionsWithGoals(earlierVersions(db, note), texts) }
    }
  },
  async *statusHistory({ db, clientId }) {
    yield* (await listStatusChanges(db, clientId)).reverse() as object[]
  },
  async *goals(source) {
    const serving = await listServing(source.db, source)
    // Those that were entered by mistake come last.
    const inOrder = recordsOf(goals, ({ state, agreedOn }) => `${state === 'mistaken'} ${agreedOn}`)
    for await (const { id = '', ...goal } of inOrder(source))
      yield { id, ...goal, ...(serving.get(id) ?? { notes: [], minutes: 0 }) }
  },
  papers: recordsOf(papers, ({ signedOn }) => signedOn),
  people: recordsOf(people, ({ createdAt }) => createdAt),
  homes: recordsOf(homes, ({ movedInOn }) => movedInOn),
  authorizations: recordsOf(authorizations, ({ startsOn }) => startsOn),
  async *files({ db, clientId }) {
    const oldestFirst = (await filesOfClient(db, clientId)).reverse()
    for (const [index, file] of oldestFirst.entries())
      yield {
        ...file,
        inPacket: `files/${String(index + 1).padStart(3, '0')} ${savedName(file).toWellFormed()}`,
      }
  },
  followUps: recordsOf(followUps, ({ on }) => on),
  async *accesses({ db, clientId }) {
    for (let cursor: string | undefined; ; ) {
      const page = await listTrail(db, { record: clientId }, recordsAtOnce, cursor)
      for (const { sessionId, network, requestId, records, ...row } of page?.items ?? []) yield row
      if (!page?.nextCursor) return
      cursor = page.nextCursor
    }
  },
}

/** A note with the goals that it names as they are now. */
const withGoals = <Of extends { goals: string[] }>({ goals, ...note }: Of, texts: Map<string, string>) => ({
  ...note,
  goals: goals.map((id) => ({ id, text: texts.get(id) ?? '' })),
})

async function* versionsWithGoals(
  versions: ReturnType<typeof earlierVersions>,
  texts: Map<string, string>,
): AsyncGenerator<object> {
  for await (const version of versions) yield withGoals(version, texts)
}

function recordsOf<Row extends ClientRecord>(store: ClientRecordStore<Row>, keyOf: (record: Row) => string) {
  return async function* ({ db, clientId, withVersions }: Source): Rows {
    const records = await store.ofClient(db, clientId)
    for (const record of records.sort((a, b) => keyOf(a).localeCompare(keyOf(b))))
      yield withVersions ? { ...record, versions: await store.versionsOf(db, record.id) } : record
  }
}

/**
 * Reads a record as of one moment and writes the rows of each part to its file, so that the transaction is over before
 * anything is drawn. Undefined if the client does not exist.
 */
export function readRecord(
  { db, ...source }: Source,
  files: Partial<Record<ReadPart, FileHandle>>,
  signal?: AbortSignal,
): Promise<ReadRecord | undefined> {
  return snapshot(db, async (trx) => {
    const client = await findClient(trx, source.clientId)
    if (!client) return undefined
    for (const [name, file] of Object.entries(files) as [ReadPart, FileHandle][]) {
      await file.appendFile(batchesOf(linesOf(readings[name]({ db: trx, ...source }))), { signal })
    }
    const alsoKeptAs = await formerRecords(trx, client.id)
    return { client, alsoKeptAs, deletedNotes: await countDeletedNotes(trx, source) }
  })
}

async function* linesOf(rows: Rows): AsyncGenerator<string> {
  for await (const { versions, ...row } of rows) {
    yield lineOf({ row: versions ? { ...row, versions: [] } : row })
    for await (const version of versions ?? []) yield lineOf({ version })
  }
}

const lineOf = (line: Line) => `${JSON.stringify(line)}\n`

/** Joins lines, because a write for each would take far longer. */
async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let batch = ''
  for await (const line of lines) {
    batch += line
    if (batch.length < batchSize) continue
    yield batch
    batch = ''
  }
  yield batch
}

/** Characters. */
const batchSize = 64 * 1024
