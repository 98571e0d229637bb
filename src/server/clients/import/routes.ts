import { once } from 'node:events'
import { extname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  type CheckedImport,
  importEndpoints,
  mostImports,
  mostNamed,
} from '#contract/clients/import-endpoints.ts'
import { type DuplicateChoice, type ImportFinding, mostFindings } from '#contract/clients/import-fields.ts'
import type { AppContext } from '#server/app-context.ts'
import { shownRecords } from '#server/audit/store.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { deleteClients } from '#server/clients/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { byRow, importClients } from './import-clients.ts'
import { type FileJob, type FileReply, type ReadFile, replyTo } from './read-file.ts'
import type { ClientRow } from './read-rows.ts'
import { importWorkers, listImports, touchedClients, undoImport } from './store.ts'

/** Clients that are deleted at a time. */
const batchSize = 200

export function importRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, organization } = context
  const dayOf = calendarDayIn(organization.timeZone)
  const [office] = organization.phones
  const own = { phone: office?.number ?? '', email: organization.emails.contact }
  let isImporting = false

  /** Reads one file at a time: each is in memory. */
  async function whileImporting<T>(work: () => Promise<T>): Promise<T> {
    if (isImporting) throw new Failure('import-running')
    isImporting = true
    try {
      return await work()
    } finally {
      isImporting = false
    }
  }

  route(importEndpoints.run, ({ body, actor, cut }) =>
    whileImporting(async () => {
      const now = clock()
      const { duplicates, dryRun } = body
      const workers = await importWorkers(db)
      const answers = new Map(Object.entries(body.values).map(([field, values]) => [field, mapOf(values)]))
      const read = await readFile(
        {
          bytes: new Uint8Array(Buffer.from(body.file, 'base64')),
          encoding: body.encoding,
          columns: mapOf(body.columns),
          context: { today: dayOf(now), workers, answers },
          office: own,
          filled: body.office,
        },
        cut,
      )
      if (read.unclear && !dryRun) throw invalidInput({ columns: read.unclear })
      const rows = await parsed(read.clients)
      if (read.wrong.length > 0 && !dryRun) throw refusedRows(read.wrong)
      cut.throwIfAborted()
      const outcome = await importClients(db, rows, { trail, duplicates, dryRun, now, actor })
      const found = new Set(
        [...outcome.duplicates, ...outcome.warnings].flatMap(({ client }) => client ?? []),
      )
      if (found.size > 0) {
        const shown = [...found].slice(0, mostFindings).map((id) => ({ id }))
        const details = { ...shownRecords(shown), filter: ['import'] }
        views.add({ at: now, actor, action: 'listed', kind: 'client list', details })
      }
      if (dryRun) return checkedImport(read, outcome, duplicates)
      if (!outcome.id) throw refusedRows([...outcome.wrong, ...outcome.duplicates].sort(byRow))
      const [made] = await listImports(db, { id: outcome.id, limit: 1 })
      if (!made) throw new Error('The import was not stored.')
      return { import: made }
    }),
  )

  route(importEndpoints.imports, async () => await listImports(db, { limit: mostImports }))

  route(importEndpoints.undo, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const id = params.id.toLowerCase()
      const ids = await undoImport(trx, id, now)
      if (!ids) throw new Failure('not-found')
      const inUse = await touchedClients(trx, id, mostNamed)
      if (inUse.count > 0) {
        const details = { ...shownRecords(inUse.clients), filter: ['import'] }
        views.add({ at: now, actor, action: 'listed', kind: 'client list', details })
        throw new Failure('import-in-use', { inUse })
      }
      for (let start = 0; start < ids.length; start += batchSize) {
        const batch = ids.slice(start, start + batchSize)
        const deleted = await deleteClients(trx, batch, actor.employeeId, now)
        await trail.recordEach(trx, deleted, (client) => ({
          ...{ at: now, actor, action: 'deleted', kind: 'client', id: client.id },
          details: trail.proofOf(client),
        }))
      }
      const details = { count: ids.length }
      await trail.record(trx, { at: now, actor, action: 'undone', kind: 'client import', id, details })
    })
    return undefined
  })
}

const mapOf = <Value>(object: Readonly<Record<string, Value>>) => new Map(Object.entries(object))

const refusedRows = (wrong: readonly ImportFinding[]) =>
  new Failure('rows-refused', { wrong: wrong.slice(0, mostFindings).map(shown) })

const longestValue = 200

/** Without more of a cell than helps to recognize it. */
function shown({ row, field, value, reason, client }: ImportFinding): ImportFinding {
  return { row, field, value: value?.slice(0, longestValue).toWellFormed(), reason, client }
}

/** Bytes and line breaks that are read in a few milliseconds; starting a thread takes longer. */
const smallFile = { bytes: 32 * 1024, lines: 500 } as const

const isSmall = (bytes: Uint8Array) =>
  bytes.length <= smallFile.bytes &&
  bytes.filter((byte) => byte === 0x0a || byte === 0x0d).length <= smallFile.lines

async function readFile(job: FileJob, cut: AbortSignal): Promise<ReadFile> {
  const reply = isSmall(job.bytes) ? replyTo(job) : await replyInThread(job, cut)
  if ('refused' in reply) throw invalidInput(reply.refused)
  return reply.read
}

async function replyInThread(job: FileJob, cut: AbortSignal): Promise<FileReply> {
  cut.throwIfAborted()
  // Beside this file, in the sources and in the build.
  const worker = new Worker(new URL(`./read-file${extname(import.meta.url)}`, import.meta.url), {
    workerData: job,
    transferList: [job.bytes.buffer as ArrayBuffer],
    // A file that needs more fails, and not the server.
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  let reply: FileReply | undefined
  worker.once('message', (message) => (reply = message))
  const end = () => void worker.terminate()
  cut.addEventListener('abort', end)
  await once(worker, 'exit').finally(() => cut.removeEventListener('abort', end))
  cut.throwIfAborted()
  if (!reply) throw new Error('The thread ended before the file was read.')
  return reply
}

/** Other calls have their turn between two batches. */
async function parsed(batches: readonly string[]): Promise<ClientRow[]> {
  const rows: ClientRow[] = []
  for (const batch of batches) {
    rows.push(...(JSON.parse(batch) as ClientRow[]))
    await nextTurn()
  }
  return rows
}

/** What a dry run found. */
function checkedImport(
  read: ReadFile,
  outcome: Awaited<ReturnType<typeof importClients>>,
  choice: DuplicateChoice,
): CheckedImport {
  const wrong = [...read.wrongAnyway, ...outcome.wrong].sort(byRow)
  const warnings = [...outcome.duplicates, ...outcome.warnings].sort(byRow)
  return {
    columns: read.columns,
    missing: read.missing,
    headingsRow: read.headingsRow,
    rows: read.rows,
    toImport: outcome.imported,
    skipped: choice === 'skip' ? outcome.duplicates.length : 0,
    duplicates: outcome.duplicates.length,
    wrongRows: read.wrongRows + outcome.wrong.length,
    wrong: wrong.slice(0, mostFindings).map(shown),
    warnings: warnings.slice(0, mostFindings).map(shown),
    unknownValues: read.unknownValues.map(({ text, ...value }) => ({ ...value, text: text.toWellFormed() })),
    office: read.office,
  }
}
