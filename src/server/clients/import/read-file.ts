import { parentPort, workerData } from 'node:worker_threads'
import type { CheckedImport } from '#contract/clients/import-endpoints.ts'
import {
  type ImportEncoding,
  type ImportField,
  importLimits,
  mostFindings,
  type OfficeField,
} from '#contract/clients/import-fields.ts'
import { filledOtherwise, findField, type MappedColumns, mapColumns, whatIsUnclear } from './columns.ts'
import { FileRefused, type Place } from './file-refused.ts'
import { type ReadingContext, type ReadRows, readRows } from './read-rows.ts'
import { decode, readTable, type Table } from './read-table.ts'

/* Runs in a worker thread for all but small files: reading a large one would hold up every other call. */

export interface FileJob {
  bytes: Uint8Array
  encoding: ImportEncoding | undefined
  columns: ReadonlyMap<string, ImportField | null>
  context: Required<Omit<ReadingContext, 'office'>>
  /** The organization's own. */
  office: Record<OfficeField, string>
  /** What empty cells get. */
  filled: readonly OfficeField[]
}

export type ReadFile = Pick<CheckedImport, 'columns' | 'missing' | 'headingsRow' | 'rows' | 'wrongRows'> &
  // Of findings and unknown values no more than a reply has: receiving all would hold up every other call.
  Pick<ReadRows, 'wrong' | 'unknownValues' | 'office'> & {
    /** What is wrong with rows even if every unknown value is answered. */
    wrongAnyway: ReadRows['wrong']
    /** Why the columns are not clear; then no row was read. */
    unclear: string | undefined
    /** Clients as JSON, a few in each text, so that no other call has to wait for all of them. */
    clients: string[]
  }

/** Clients that are parsed at a time. */
const batchSize = 200

function readFile({ bytes, encoding, columns, context, office, filled }: FileJob): ReadFile {
  const table = readTable(decode(bytes, encoding), (cell) => findField(cell) !== undefined)
  if (table.rows.length > importLimits.rows)
    throw new FileRefused(
      'file',
      `The file has ${table.rows.length.toLocaleString('en-US')} rows, and can have ${importLimits.rows.toLocaleString('en-US')}. Split it into several files, each with the headings.`,
    )
  const mapped = mapColumns(table.header, columns, filledOtherwise(filled))
  const unclear = whatIsUnclear(mapped)
  const entered = Object.fromEntries(filled.map((field) => [field, office[field]]))
  const {
    clients,
    wrong,
    unknownValues,
    office: counts,
  }: ReadRows = unclear
    ? { clients: [], wrong: [], unknownValues: [], office: { phone: 0, email: 0 } }
    : readRows(table, mapped.map, { ...context, office: entered })
  const batches = Array.from({ length: Math.ceil(clients.length / batchSize) }, (_, batch) =>
    JSON.stringify(clients.slice(batch * batchSize, (batch + 1) * batchSize)),
  )
  const wrongAnyway = wrong.filter(({ isUnknown }) => !isUnknown)
  const { headingsRow, rows } = table
  const { missing } = mapped
  return {
    columns: shownColumns(table, mapped),
    missing,
    unclear,
    headingsRow,
    rows: rows.length,
    wrong: wrong.slice(0, mostFindings),
    wrongAnyway: wrongAnyway.slice(0, mostFindings),
    wrongRows: new Set(wrongAnyway.map(({ row }) => row)).size,
    unknownValues: unknownValues.slice(0, mostFindings),
    office: counts,
    clients: batches,
  }
}

const mostExamples = 3
const longestExample = 80

function shownColumns({ header, rows }: Table, { names, map, unclear }: MappedColumns): ReadFile['columns'] {
  const fieldOf = new Map(Object.entries(map).map(([field, column]) => [column, field as ImportField]))
  const likely = new Map(
    unclear.flatMap(({ field, columns }) => columns.map((column) => [column, field] as const)),
  )
  return header.map((_, column) => {
    const examples = new Set<string>()
    for (const { cells } of rows) {
      const text = (cells[column] ?? '').trim()
      if (text !== '') examples.add(text.slice(0, longestExample).toWellFormed())
      if (examples.size === mostExamples) break
    }
    return {
      heading: names[column] ?? '',
      field: fieldOf.get(column) ?? null,
      likely: likely.get(column) ?? null,
      examples: [...examples],
    }
  })
}

/** What the thread sends: what it read, or why it can't. */
export type FileReply = { read: ReadFile } | { refused: Partial<Record<Place, string>> }

export function replyTo(job: FileJob): FileReply {
  try {
    return { read: readFile(job) }
  } catch (error) {
    if (error instanceof FileRefused) return { refused: { [error.place]: error.message } }
    throw error
  }
}

if (workerData?.bytes instanceof Uint8Array) parentPort?.postMessage(replyTo(workerData))
