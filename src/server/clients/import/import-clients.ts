import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { type Comparison, findDuplicates } from './duplicates.ts'
import { counted, type Finding, RowsRefused } from './findings.ts'
import { compareWithClients, insertClients } from './import-store.ts'
import { noProgress, type Progress, type StartProgress } from './progress.ts'
import type { ClientRow } from './read-row.ts'

/** What becomes of a row that names somebody who is there already: nothing is imported, it is left out, it is added. */
export const duplicateChoices = ['stop', 'skip', 'add'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

const rowsAtOnce = 1000

interface Needs {
  db: Connection
  clock: () => Date
  progress?: StartProgress
}

interface Choices {
  duplicates: DuplicateChoice
  /** Does everything but keep it. */
  dryRun: boolean
}

interface Outcome {
  /** What the person at the terminal should know about rows, in their order. */
  findings: Finding[]
  /** How it went, in a sentence. */
  summary: string
}

/** Adds the clients, all or none. */
export async function importClients(needs: Needs, rows: ClientRow[], choices: Choices): Promise<Outcome> {
  const transaction = await needs.db.startTransaction().execute()
  try {
    const answer = await importInto({ ...needs, db: transaction }, rows, choices)
    if (choices.dryRun) await transaction.rollback().execute()
    else await transaction.commit().execute()
    return answer
  } catch (error) {
    // The connection may be what failed; then its transaction is gone anyway.
    if (!transaction.isCommitted && !transaction.isRolledBack) {
      await transaction
        .rollback()
        .execute()
        .catch(() => {})
    }
    throw error
  }
}

async function importInto(
  { db, clock, progress = noProgress }: Needs,
  rows: ClientRow[],
  { duplicates: choice, dryRun }: Choices,
): Promise<Outcome> {
  // One after another: the same file imported twice at once is noticed.
  await takeLock(db, 'imports')
  const comparisons: Comparison[] = []
  await inBatches(rows, progress('Comparing'), async (batch) => {
    comparisons.push(...(await compareWithClients(db, batch)))
  })
  const duplicates = findDuplicates(comparisons)
  if (choice === 'stop' && duplicates.length > 0) throw undecided(duplicates)
  const left = new Set(choice === 'skip' ? duplicates.map(({ row }) => row) : [])
  const wanted = rows.filter(({ row }) => !left.has(row))
  const now = clock()
  await inBatches(wanted, progress('Importing'), async (batch) => {
    const inputs = batch.map(({ input }) => input)
    await insertClients(db, inputs, now)
  })
  const findings = [...duplicates, ...wanted.flatMap(({ doubts }) => doubts)].sort((a, b) => a.row - b.row)
  return { findings, summary: summary(wanted.length, left.size, dryRun) }
}

async function inBatches(
  rows: ClientRow[],
  progress: Progress,
  work: (batch: ClientRow[]) => Promise<void>,
): Promise<void> {
  try {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const batch = rows.slice(start, start + rowsAtOnce)
      await work(batch)
      progress.show(start + batch.length, rows.length)
    }
  } finally {
    progress.end()
  }
}

function undecided(duplicates: Finding[]): RowsRefused {
  return new RowsRefused(
    duplicates,
    `Nothing was imported: ${counted(duplicates.length, 'row')} may be somebody who is there already. ` +
      'Say --duplicates skip to leave such rows out, or --duplicates add to add them all the same.',
  )
}

function summary(imported: number, skipped: number, dryRun: boolean): string {
  const clients = counted(imported, 'client')
  const rest = skipped > 0 ? `, ${counted(skipped, 'row')} skipped` : ''
  return dryRun
    ? `Dry run: ${clients} would be imported${rest}. Nothing was changed.`
    : `Imported ${clients}${rest}.`
}
