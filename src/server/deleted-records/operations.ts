import { daysAfter, isCalendarDate } from '#contract/calendar-date.ts'
import { type DeletableKind, deletableKinds } from '#contract/deleted-records/kinds.ts'
import type { AuditEvent, AuditTrail } from '#server/audit/store.ts'
import { calendarDayIn, startOfDay } from '#server/calendar.ts'
import { storedClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'
import { storedFile } from '#server/files/store.ts'
import { storedNote } from '#server/notes/store.ts'
import { OperatorError } from '#server/operator-error.ts'
import {
  countToPurge,
  deletedBefore,
  deletedRecords,
  findRecord,
  type PurgeCounts,
  purge,
  unmarkDeleted,
} from './store.ts'

/** Formats the deleted records as a table of ids, kinds and days in the organization's time zone, without clients' names. */
export async function listDeleted(
  db: Connection,
  { kinds, timeZone }: { kinds: readonly DeletableKind[]; timeZone: string },
): Promise<string> {
  const deleted = await deletedRecords(db, kinds)
  if (deleted.length === 0) return 'Nothing is deleted.'
  const dayOf = calendarDayIn(timeZone)
  const widthOfKind = Math.max(...deletableKinds.map(({ length }) => length))
  const row = (id: string, kind: string, day: string, by: string) =>
    `${id.padEnd(36)}  ${kind.padEnd(widthOfKind)}  ${day.padEnd(10)}  ${by}`
  return [
    row('id', 'kind', 'deleted', 'by'),
    ...deleted.map(({ id, kind, deletedAt, deletedBy }) => row(id, kind, dayOf(deletedAt), deletedBy ?? '—')),
  ].join('\n')
}

/** Why a record can't be restored. */
type NotRestored =
  | { refusal: 'unknown' }
  | { refusal: 'not deleted' | 'email taken'; kind: DeletableKind }
  | { refusal: 'client deleted' | 'merged'; kind: DeletableKind; client: string }

/** Restores a deleted record of any kind. The transaction has to be rolled back if it can't be restored. */
export async function restoreIn(
  { trx, trail, timeZone }: { trx: Connection; trail: AuditTrail; timeZone: string },
  recordId: string,
  event: Pick<AuditEvent, 'at' | 'actor'>,
): Promise<{ refusal?: never; kind: DeletableKind } | NotRestored> {
  const found = isRecordId(recordId) ? await findRecord(trx, recordId) : undefined
  if (!found) return { refusal: 'unknown' }
  const { kind, id, isDeleted, deletedClient, mergedInto } = found
  if (!isDeleted) return { refusal: 'not deleted', kind }
  if (mergedInto) return { refusal: 'merged', kind, client: mergedInto }
  if (deletedClient) return { refusal: 'client deleted', kind, client: deletedClient }
  if (!(await unmarkDeleted(trx, { kind, id, timeZone }))) return { refusal: 'email taken', kind }
  const stored = await readStored[kind]?.(trx, id)
  const client = stored?.values.clientId
  const details = stored && { ...(client && { client: String(client) }), ...trail.proofOf(stored) }
  await trail.record(trx, { ...event, action: 'restored', kind, id, details })
  return { kind }
}

/** Restores a deleted record of any kind and returns a sentence for the operator. */
export async function restoreRecord(
  { db, trail, clock, timeZone }: Pick<PurgeContext, 'db' | 'trail' | 'clock' | 'timeZone'>,
  id: string,
): Promise<string> {
  const kind = await db.transaction().execute(async (trx) => {
    const result = await restoreIn({ trx, trail, timeZone }, id, { at: clock() })
    if (result.refusal) throw new OperatorError(reasonFor(id, result))
    return result.kind
  })
  return `Restored the ${kind} ${id}${kind === 'client' ? ', with its notes' : ''}.`
}

function reasonFor(id: string, result: NotRestored): string {
  switch (result.refusal) {
    case 'unknown':
      return `There is no record with the id ${id}. To see what can be restored: npm run ops -- deleted list`
    case 'not deleted':
      return `The ${result.kind} ${id} is not deleted. Nothing was changed.`
    case 'client deleted':
      return (
        `The ${result.kind} ${id} is part of a client that is deleted too. ` +
        `Restore that one first: npm run ops -- deleted restore ${result.client}`
      )
    case 'merged':
      return (
        `The client ${id} was merged into the client ${result.client}. ` +
        'A super-admin can undo that in the portal, on the details of that client.'
      )
    case 'email taken':
      return (
        `The employee ${id} can't be restored: another employee has the same email address now. ` +
        'Change the email address of the other one first, or delete that one.'
      )
  }
}

/** Of these kinds, the audit row proves what is stored. */
const readStored: Record<DeletableKind, typeof storedClient | undefined> = {
  client: storedClient,
  note: storedNote,
  file: storedFile,
  employee: undefined,
  'contact message': undefined,
}

/** Records per transaction: no lock is held for long. */
const purgeBatchSize = 100

interface PurgeContext {
  db: Connection
  trail: AuditTrail
  clock: () => Date
  /** The organization's; it decides the day on which a record was deleted or written. */
  timeZone: string
  retentionYears: number
  progress?: (done: number, total: number) => void
}

/** Permanently removes records deleted before `day`, and returns the counts. */
export async function purgeDeleted(context: PurgeContext, day: string): Promise<PurgeCounts> {
  const { db, trail, clock, progress } = context
  const before = startAllowed(context, day)
  const counts: PurgeCounts = { client: 0, note: 0, file: 0, employee: 0, 'contact message': 0 }
  const ids = new Map<DeletableKind, string[]>()
  for (const kind of deletableKinds) ids.set(kind, await deletedBefore(db, kind, before))
  const total = [...ids.values()].flat().length
  let done = 0
  for (const [kind, all] of ids) {
    for (let start = 0; start < all.length; start += purgeBatchSize) {
      const batch = all.slice(start, start + purgeBatchSize)
      await db.transaction().execute(async (trx) => {
        const gone = await purge(trx, kind, batch, before)
        const event = { at: clock(), action: 'purged' } as const
        await trail.record(trx, ...gone.map((record) => ({ ...event, ...record })))
        for (const record of gone) counts[record.kind] += 1
      })
      done += batch.length
      progress?.(done, total)
    }
  }
  return counts
}

/** The counts of what `purgeDeleted` would remove. */
export async function countPurge(context: PurgeContext, day: string): Promise<PurgeCounts> {
  return await countToPurge(context.db, startAllowed(context, day))
}

/** The first instant of the day. Throws for days within the retention years. */
function startAllowed(
  { clock, timeZone, retentionYears }: Pick<PurgeContext, 'clock' | 'timeZone' | 'retentionYears'>,
  day: string,
): Date {
  const today = calendarDayIn(timeZone)(clock())
  const latest = retentionYears > 0 ? yearsBefore(today, retentionYears) : daysAfter(today, 1)
  if (day <= latest) return startOfDay(day, timeZone)
  const reason =
    retentionYears > 0
      ? `deleted records are kept for ${retentionYears} ${retentionYears === 1 ? 'year' : 'years'} (RETENTION_YEARS)`
      : 'to include today, give tomorrow’s date'
  throw new OperatorError(`--before must be ${latest} or earlier: ${reason}. Nothing was removed.`)
}

/** The same day years ago; February 28 instead of 29: nothing is removed too early. */
function yearsBefore(day: string, years: number): string {
  const then = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
  return isCalendarDate(then) ? then : then.replace(/29$/, '28')
}
