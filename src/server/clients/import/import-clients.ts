import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import type { ClientRow } from './read-rows.ts'
import { counted, type Finding, type OnProgress, RowsRefused } from './report.ts'
import { findDuplicates, insertClients } from './store.ts'

/** What becomes of a row that names an existing client: nothing is imported, the row is left out, it is added. */
export const duplicateChoices = ['stop', 'skip', 'add'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

interface Options {
  duplicates: DuplicateChoice
  /** Does everything but keep it. */
  dryRun: boolean
  now: Date
  onProgress?: OnProgress
}

interface Outcome {
  /** What the operator should know about rows, in their order. */
  findings: Finding[]
  /** How it went, in a sentence. */
  summary: string
}

const rowsAtOnce = 1000

/** Adds the clients, all or none. */
export async function importClients(db: Connection, rows: ClientRow[], options: Options): Promise<Outcome> {
  const dryRunIsOver = new Error('dry run')
  let outcome: Outcome = { findings: [], summary: '' }
  const work = db.transaction().execute(async (trx) => {
    outcome = await importWithin(trx, rows, options)
    if (options.dryRun) throw dryRunIsOver
  })
  await work.catch((error) => {
    if (error !== dryRunIsOver) throw error
  })
  return outcome
}

async function importWithin(
  trx: Connection,
  rows: ClientRow[],
  { duplicates: choice, dryRun, now, onProgress }: Options,
): Promise<Outcome> {
  // One import at a time: the same file imported twice at once is noticed.
  await takeLock(trx, 'imports')
  const duplicates = (await findDuplicates(trx, rows)).map(({ row, clientId, firstRow }) => {
    const other = clientId ? `client ${clientId}` : `row ${firstRow}`
    return { row, reason: `The name and the date of birth are those of ${other}` }
  })
  if (choice === 'stop' && duplicates.length > 0) {
    throw new RowsRefused(
      duplicates,
      `Nothing was imported: ${counted(duplicates.length, 'row')} may be somebody who is there already. ` +
        'Say --duplicates skip to leave such rows out, or --duplicates add to add them all the same.',
    )
  }
  const skipped = new Set(choice === 'skip' ? duplicates.map(({ row }) => row) : [])
  const wanted = rows.filter(({ row }) => !skipped.has(row))
  for (let start = 0; start < wanted.length; start += rowsAtOnce) {
    const batch = wanted.slice(start, start + rowsAtOnce).map(({ input }) => input)
    await insertClients(trx, batch, now)
    onProgress?.('Importing', start + batch.length, wanted.length)
  }
  const findings = [...duplicates, ...wanted.flatMap(({ warnings }) => warnings)].sort(
    (a, b) => a.row - b.row,
  )
  const clients = counted(wanted.length, 'client')
  const rest = skipped.size > 0 ? `, ${counted(skipped.size, 'row')} skipped` : ''
  return {
    findings,
    summary: dryRun
      ? `Dry run: ${clients} would be imported${rest}. Nothing was changed.`
      : `Imported ${clients}${rest}.`,
  }
}
