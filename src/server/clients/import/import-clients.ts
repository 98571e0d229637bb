import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import type { ClientRow } from './read-rows.ts'
import { counted, type Finding, noProgress, RowsRefused, type StartProgress } from './report.ts'
import { type Comparison, compareWithClients, insertClients } from './store.ts'

/** What becomes of a row that names an existing client: nothing is imported, the row is left out, it is added. */
export const duplicateChoices = ['stop', 'skip', 'add'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

interface Choices {
  duplicates: DuplicateChoice
  /** Does everything but keep it. */
  dryRun: boolean
  clock: () => Date
  progress?: StartProgress
}

interface Outcome {
  /** What the person at the terminal should know about rows, in their order. */
  findings: Finding[]
  /** How it went, in a sentence. */
  summary: string
}

/** Adds the clients, all or none. */
export async function importClients(db: Connection, rows: ClientRow[], choices: Choices): Promise<Outcome> {
  const dryRunIsOver = new Error('dry run')
  let outcome: Outcome = { findings: [], summary: '' }
  try {
    await db.transaction().execute(async (trx) => {
      outcome = await importWithin(trx, rows, choices)
      if (choices.dryRun) throw dryRunIsOver
    })
  } catch (error) {
    if (error !== dryRunIsOver) throw error
  }
  return outcome
}

async function importWithin(
  trx: Connection,
  rows: ClientRow[],
  { duplicates: choice, dryRun, clock, progress = noProgress }: Choices,
): Promise<Outcome> {
  // One import at a time: the same file imported twice at once is noticed.
  await takeLock(trx, 'imports')
  const comparisons: Comparison[] = []
  await inBatches(rows, progress('Comparing'), async (batch) => {
    comparisons.push(...(await compareWithClients(trx, batch)))
  })
  const duplicates = findDuplicates(comparisons)
  if (choice === 'stop' && duplicates.length > 0) {
    throw new RowsRefused(
      duplicates,
      `Nothing was imported: ${counted(duplicates.length, 'row')} may be somebody who is there already. ` +
        'Say --duplicates skip to leave such rows out, or --duplicates add to add them all the same.',
    )
  }
  const skipped = new Set(choice === 'skip' ? duplicates.map(({ row }) => row) : [])
  const wanted = rows.filter(({ row }) => !skipped.has(row))
  const now = clock()
  await inBatches(wanted, progress('Importing'), async (batch) => {
    const inputs = batch.map(({ input }) => input)
    await insertClients(trx, inputs, now)
  })
  const findings = [...duplicates, ...wanted.flatMap(({ doubts }) => doubts)].sort((a, b) => a.row - b.row)
  const clients = counted(wanted.length, 'client')
  const rest = skipped.size > 0 ? `, ${counted(skipped.size, 'row')} skipped` : ''
  return {
    findings,
    summary: dryRun
      ? `Dry run: ${clients} would be imported${rest}. Nothing was changed.`
      : `Imported ${clients}${rest}.`,
  }
}

/** The rows that name an existing client or somebody further up in the file. */
function findDuplicates(comparisons: Comparison[]): Finding[] {
  const firstRowOf = new Map<string, number>()
  return comparisons.flatMap(({ row, person, clientId }) => {
    const earlier = firstRowOf.get(person)
    if (earlier === undefined) firstRowOf.set(person, row)
    if (!clientId && earlier === undefined) return []
    const other = clientId ? `client ${clientId}` : `row ${earlier}`
    return [{ row, reason: `The name and the date of birth are those of ${other}` }]
  })
}

const rowsAtOnce = 1000

async function inBatches(
  rows: ClientRow[],
  progress: ReturnType<StartProgress>,
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
