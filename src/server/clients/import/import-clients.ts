import { clientFields } from '#contract/clients/fields.ts'
import type { DuplicateChoice, ImportFinding } from '#contract/clients/import-fields.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AuditTrail } from '#server/audit/store.ts'
import { existingWorkers, lockWorkers } from '#server/clients/caseload-store.ts'
import { similarToEach } from '#server/clients/search-store.ts'
import { clientAsStored } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { filledFields } from '#server/database/field-columns.ts'
import { takeLock, tryLock } from '#server/database/locks.ts'
import { isRecordId } from '#server/database/records.ts'
import { Failure } from '#server/http/failure.ts'
import { type ClientRow, type OnProgress, unknownWorker } from './read-rows.ts'
import { addImport, addImportedClients, findDuplicates } from './store.ts'

interface Options {
  trail: AuditTrail
  duplicates: DuplicateChoice
  /** Does everything, then rolls back. */
  dryRun: boolean
  now: Date
  /** The caller; an operator's command has none, and waits for an import that is running. */
  actor?: Actor
  onProgress?: OnProgress
}

interface Outcome {
  /** The id of the import; undefined if nothing was stored. */
  id?: string
  imported: number
  /** Rows without a worker who exists. If there are any, or duplicates that stop the import, nothing is kept. */
  wrong: ImportFinding[]
  /** Rows that may be duplicates. */
  duplicates: ImportFinding[]
  /** What else should be looked at. */
  warnings: ImportFinding[]
}

/** Other calls have their turn between batches. */
const batchSize = 100

/** Adds the clients, all or none. A dry run does the same, takes it back, and goes on where an import stops. */
export async function importClients(db: Connection, rows: ClientRow[], options: Options): Promise<Outcome> {
  const rollBack = new Error('nothing is kept')
  let outcome: Outcome | undefined
  const work = db.transaction().execute(async (trx) => {
    // One at a time: importing the same file twice at once finds the duplicates.
    if (!options.actor) await takeLock(trx, 'imports')
    else if (!(await tryLock(trx, 'imports'))) throw new Failure('import-running')
    outcome = await importWithin(trx, rows, options)
    if (options.dryRun || outcome.id === undefined) throw rollBack
  })
  await work.catch((error) => {
    if (error !== rollBack) throw error
  })
  if (!outcome) throw new Error('The import has no outcome.')
  return outcome
}

async function importWithin(
  trx: Connection,
  rows: ClientRow[],
  { trail, duplicates: choice, dryRun, now, actor, onProgress }: Options,
): Promise<Outcome> {
  const wrong = await withoutWorker(trx, rows, existingWorkers)
  const duplicates = (await findDuplicates(trx, rows)).map(({ row, clientId, firstRow }): ImportFinding => {
    const reason = 'Same name and date of birth as'
    return clientId
      ? { row, reason: `${reason} client`, client: clientId }
      : { row, reason: `${reason} row ${firstRow}` }
  })
  const stopping = [...wrong, ...(choice === 'stop' ? duplicates : [])]
  if (stopping.length > 0 && !dryRun) return { imported: 0, wrong, duplicates, warnings: [] }
  const leftOut = new Set([...wrong, ...(choice === 'add' ? [] : duplicates)].map(({ row }) => row))
  const imported = rows.filter(({ row }) => !leftOut.has(row))
  const similar = await warnOfSimilar(trx, imported, new Set(duplicates.map(({ row }) => row)))
  const id = await addImport(trx, { at: now, by: actor?.employeeId ?? null, clients: imported.length })
  const event = { at: now, ...(actor && { actor }) }
  for (let start = 0; start < imported.length; start += batchSize) {
    const batch = imported.slice(start, start + batchSize).map(({ input }) => input)
    const clients = await addImportedClients(trx, batch, { id, by: actor?.employeeId ?? null, now })
    await trail.recordEach(trx, clients, (client) => ({
      ...event,
      action: 'added',
      kind: 'client',
      id: client.id,
      details: {
        source: 'import',
        fields: filledFields(clientFields, client),
        ...trail.proofOf(clientAsStored(client)),
      },
    }))
    onProgress?.('Importing', start + batch.length, imported.length)
  }
  await trail.record(trx, {
    ...event,
    action: 'imported',
    kind: 'client import',
    id,
    details: { count: imported.length },
  })
  // Only now, because workers can't sign in while they are locked.
  const gone = dryRun ? [] : await withoutWorker(trx, imported, lockWorkers)
  if (gone.length > 0) return { imported: 0, wrong: gone, duplicates, warnings: [] }
  const warnings = [
    ...similar,
    ...(dryRun ? foreignLetters(imported) : []),
    ...imported.flatMap(({ warnings }) => warnings),
  ]
  return { id, imported: imported.length, wrong, duplicates, warnings }
}

export const byRow = (a: ImportFinding, b: ImportFinding) => a.row - b.row

/** Of those whom answers name, and those who were deleted since the rows were read. */
async function withoutWorker(
  trx: Connection,
  rows: readonly ClientRow[],
  find: typeof existingWorkers,
): Promise<ImportFinding[]> {
  const named = new Set(rows.flatMap(({ input }) => input.assignedTo ?? []))
  const existing = await find(trx, [...named].filter(isRecordId))
  return rows
    .filter(({ input: { assignedTo } }) => assignedTo && !existing.has(assignedTo))
    .map(({ row }) => ({ row, field: 'assignedTo', reason: unknownWorker }))
}

/**
 * Names each row that the client form would warn of, unless it is reported as a duplicate, with the most similar record; and
 * each row that has the PMI of an earlier one.
 */
async function warnOfSimilar(
  trx: Connection,
  rows: readonly ClientRow[],
  reported: ReadonlySet<number>,
): Promise<ImportFinding[]> {
  const others = rows.filter(({ row }) => !reported.has(row))
  const found = await similarToEach(
    trx,
    others.map(({ input }) => input),
  )
  const first = new Map(found.toReversed().map((client) => [client.person, client]))
  const rowOfPmi = new Map(rows.toReversed().map(({ row, input }) => [input.pmi, row]))
  return others.flatMap(({ row, input: { pmi } }, person): ImportFinding[] => {
    const client = first.get(person)
    const earlier = pmi ? rowOfPmi.get(pmi) : undefined
    if (client?.samePmi) return [{ row, reason: 'Same PMI as client', client: client.id }]
    if (earlier !== undefined && earlier < row) return [{ row, reason: `Same PMI as row ${earlier}` }]
    return client ? [{ row, reason: 'Similar name and same date of birth as client', client: client.id }] : []
  })
}

/** A file that was read in the wrong encoding shows in its first names with other letters than A to Z: 'JosÃ©'. */
function foreignLetters(rows: readonly ClientRow[]): ImportFinding[] {
  const names = rows.map(({ row, input }) => ({ row, value: `${input.firstName} ${input.lastName}` }))
  return names
    .filter(({ value }) => /[^\p{ASCII}]/u.test(value))
    .slice(0, 5)
    .map((name) => ({ ...name, reason: 'Check that these letters are right' }))
}
