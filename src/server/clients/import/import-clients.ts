import { clientFields } from '#contract/clients/fields.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import { lockWorkers } from '#server/clients/caseload-store.ts'
import { similarToEach } from '#server/clients/search-store.ts'
import { clientAsStored } from '#server/clients/store.ts'
import { counted } from '#server/counted.ts'
import type { Connection } from '#server/database/connection.ts'
import { filledFields } from '#server/database/field-columns.ts'
import { takeLock } from '#server/database/locks.ts'
import { columnOf } from './columns.ts'
import { type ClientRow, unknownWorker } from './read-rows.ts'
import { type Finding, type OnProgress, RowsRefused } from './report.ts'
import { addImportedClients, findDuplicates } from './store.ts'

/** What to do with duplicates: cancel the import, leave them out, or add them. */
export const duplicateChoices = ['stop', 'skip', 'add'] as const
export type DuplicateChoice = (typeof duplicateChoices)[number]

interface Options {
  trail: AuditTrail
  duplicates: DuplicateChoice
  /** Does everything, then rolls back. */
  dryRun: boolean
  now: Date
  onProgress?: OnProgress
}

interface Outcome {
  /** Warnings and duplicates, in the order of the rows. */
  findings: Finding[]
  summary: string
}

const batchSize = 1000

/** Adds the clients, all or none. */
export async function importClients(db: Connection, rows: ClientRow[], options: Options): Promise<Outcome> {
  const dryRunEnd = new Error('dry run')
  let outcome: Outcome = { findings: [], summary: '' }
  const work = db.transaction().execute(async (trx) => {
    outcome = await importWithin(trx, rows, options)
    if (options.dryRun) throw dryRunEnd
  })
  await work.catch((error) => {
    if (error !== dryRunEnd) throw error
  })
  return outcome
}

async function importWithin(
  trx: Connection,
  rows: ClientRow[],
  { trail, duplicates: choice, dryRun, now, onProgress }: Options,
): Promise<Outcome> {
  // One import at a time: importing the same file twice at once finds the duplicates.
  await takeLock(trx, 'imports')
  await assertWorkersExist(trx, rows)
  const duplicates = (await findDuplicates(trx, rows)).map(({ row, clientId, firstRow }) => {
    const other = clientId ? `client ${clientId}` : `row ${firstRow}`
    return { row, reason: `Same name and date of birth as ${other}` }
  })
  if (choice === 'stop' && duplicates.length > 0) {
    throw new RowsRefused(
      duplicates,
      `Nothing was imported: ${counted(duplicates.length, 'row')} may be duplicates. ` +
        'Use --duplicates skip to leave such rows out, or --duplicates add to add them anyway.',
    )
  }
  const skipped = new Set(choice === 'skip' ? duplicates.map(({ row }) => row) : [])
  const imported = rows.filter(({ row }) => !skipped.has(row))
  const similar = await warnOfSimilar(trx, imported, new Set(duplicates.map(({ row }) => row)))
  for (let start = 0; start < imported.length; start += batchSize) {
    const batch = imported.slice(start, start + batchSize).map(({ input }) => input)
    const clients = await addImportedClients(trx, batch, now)
    const rows = clients.map((client) => ({
      at: now,
      action: 'added' as const,
      kind: 'client' as const,
      id: client.id,
      details: {
        source: 'import' as const,
        fields: filledFields(clientFields, client),
        ...trail.proofOf(clientAsStored(client)),
      },
    }))
    // They name no actor.
    await trail.record(trx, ...rows)
    onProgress?.('Importing', start + batch.length, imported.length)
  }
  const findings = [
    ...duplicates,
    ...similar,
    ...(dryRun ? foreignLetters(imported) : []),
    ...imported.flatMap(({ warnings }) => warnings),
  ].sort((a, b) => a.row - b.row)
  const clients = counted(imported.length, 'client')
  const rest = skipped.size > 0 ? `, ${counted(skipped.size, 'row')} skipped` : ''
  return {
    findings,
    summary: dryRun
      ? `Dry run: ${clients} would be imported${rest}. Nothing was changed.`
      : `Imported ${clients}${rest}.`,
  }
}

/** The rows were read before the transaction, which keeps the employees from being deleted. */
async function assertWorkersExist(trx: Connection, rows: readonly ClientRow[]): Promise<void> {
  const existing = await lockWorkers(trx, [...new Set(rows.flatMap(({ input }) => input.assignedTo ?? []))])
  const orphaned = rows.filter(({ input: { assignedTo } }) => assignedTo && !existing.has(assignedTo))
  if (orphaned.length === 0) return
  const finding = { field: columnOf('assignedTo'), reason: unknownWorker }
  throw new RowsRefused(
    orphaned.map(({ row }) => ({ row, ...finding })),
    `Nothing was imported: the worker of ${counted(orphaned.length, 'row')} has just been deleted.`,
  )
}

/**
 * Names each row that the client form would warn of, unless it is reported as a duplicate, with the most similar record; and
 * each row that has the PMI of an earlier one.
 */
async function warnOfSimilar(
  trx: Connection,
  rows: readonly ClientRow[],
  reported: ReadonlySet<number>,
): Promise<Finding[]> {
  const others = rows.filter(({ row }) => !reported.has(row))
  const found = await similarToEach(
    trx,
    others.map(({ input }) => input),
  )
  const first = new Map(found.toReversed().map((client) => [client.person, client]))
  const rowOfPmi = new Map(rows.toReversed().map(({ row, input }) => [input.pmi, row]))
  return others.flatMap(({ row, input: { pmi } }, person) => {
    const client = first.get(person)
    const earlier = pmi ? rowOfPmi.get(pmi) : undefined
    if (client?.samePmi) return [{ row, reason: `Same PMI as client ${client.id}` }]
    if (earlier !== undefined && earlier < row) return [{ row, reason: `Same PMI as row ${earlier}` }]
    return client ? [{ row, reason: `Similar name and same date of birth as client ${client.id}` }] : []
  })
}

/** A file that was read in the wrong encoding shows in its first names with other letters than A to Z: 'JosÃ©'. */
function foreignLetters(rows: readonly ClientRow[]): Finding[] {
  const names = rows.map(({ row, input }) => ({ row, value: `${input.firstName} ${input.lastName}` }))
  return names
    .filter(({ value }) => /[^\p{ASCII}]/u.test(value))
    .slice(0, 5)
    .map((name) => ({ ...name, reason: 'Check that these letters are right' }))
}
