import { type RawBuilder, sql } from 'kysely'
import type { Note } from '#contract/notes/schema.ts'
import type { LoggedNote } from '#contract/service-log/endpoints.ts'
import type { Finding } from '#contract/service-log/findings.ts'
import type { Connection } from '#server/database/connection.ts'
import { readList } from '#server/database/list-cursor.ts'
import { isRecordId } from '#server/database/records.ts'
import {
  isPlainCorrection,
  isUncorrected,
  type NoteRow,
  noteColumns,
  notesFrom,
  toNote,
} from '#server/notes/store.ts'

/** A period, and filters for its notes. */
export interface LogFilter {
  /** 'YYYY-MM-DD', both inclusive. */
  from: string
  to: string
  timeZone: string
  /** An employee's id. */
  author?: string | undefined
  /** An employee's id, or 'nobody'. */
  assignedTo?: string | undefined
  service?: Note['service'] | undefined
  unsigned?: boolean | undefined
  unreviewed?: boolean | undefined
  finding?: Finding | undefined
}

/** A text that is no id is nobody's. */
export const hasId = (column: 'author_id' | 'assigned_to', id: string) =>
  isRecordId(id) ? sql`${sql.ref(column)} = ${id}` : sql`false`

/**
 * What counts for overlaps and long days: a service on a known day by a known author. A corrected note does not,
 * because its correction repeats the facts.
 */
const counts = sql`service_date IS NOT NULL AND author_id IS NOT NULL AND ${sql.raw(isUncorrected)}`

/** Whether another note by the author overlaps: an earlier one ends after this start, or the next starts before this end. */
const overlaps = sql`counts AND start_time IS NOT NULL AND (
  max(end_time) OVER (day_in_order ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) > start_time
  OR lead(start_time) OVER day_in_order < end_time)`

/** Compares notes of at least 200 characters by the same author, who is unknown once the account has been purged. */
const hasSameText = sql`EXISTS (
  SELECT FROM notes AS other JOIN clients ON clients.id = other.client_id
  WHERE other.author_id = period.author_id AND other.text_key = period.text_key AND other.id <> period.id
    AND other.deleted_at IS NULL AND clients.deleted_at IS NULL)`

/** Existing notes whose day of service, or else the day they were written, is in the period. */
export function isInPeriod({ from, to, timeZone }: Pick<LogFilter, 'from' | 'to' | 'timeZone'>) {
  const startOf = (day: RawBuilder<unknown>) => sql`${day}::timestamp AT TIME ZONE ${timeZone}`
  return sql`notes.deleted_at IS NULL AND clients.deleted_at IS NULL
    AND (service_date BETWEEN ${from} AND ${to}
      OR service_date IS NULL AND notes.created_at >= ${startOf(sql`${from}::date`)}
        AND notes.created_at < ${startOf(sql`(${to}::date + 1)`)})`
}

export const isAssignedTo = (worker: string | undefined) => {
  if (worker === 'nobody') return sql`assigned_to IS NULL`
  return worker ? hasId('assigned_to', worker) : sql`true`
}

/**
 * The matching notes with day and findings. A period has whole days, so all notes of an author's day are there to find
 * overlaps and long days.
 */
function found(filter: LogFilter): RawBuilder<unknown> {
  const { timeZone, author, assignedTo, service, unsigned, unreviewed, finding } = filter
  const conditions = [
    isAssignedTo(assignedTo),
    service && sql`service = ${service}`,
    unsigned && sql`'unsigned' = ANY (findings)`,
    unreviewed && sql`NOT is_reviewed`,
    finding && sql`${finding} = ANY (findings)`,
  ].filter((condition) => typeof condition === 'object')
  return sql`
    WITH period AS MATERIALIZED (
      SELECT notes.id, author_id, text_key, notes.service, service_date, minutes, contact,
        notes.created_at, assigned_to, start_time COLLATE "C" AS start_time, end_time COLLATE "C" AS end_time,
        ${counts} AS counts, ${sql.raw(isPlainCorrection)} AS is_plain_correction,
        (notes.created_at AT TIME ZONE ${timeZone})::date AS written_on,
        signature.note_id IS NOT NULL AS is_signed, review.note_id IS NOT NULL AS is_reviewed
      FROM ${sql.raw(notesFrom)} JOIN clients ON clients.id = notes.client_id
      WHERE ${isInPeriod(filter)} AND ${author ? hasId('author_id', author) : sql`true`}
    ), found AS (
      SELECT * FROM (
        SELECT id, coalesce(service_date, written_on) AS day, created_at, service, assigned_to, is_reviewed,
          array_remove(ARRAY[
            CASE WHEN NOT is_signed AND NOT is_plain_correction THEN 'unsigned' END,
            CASE WHEN (service_date IS NULL OR minutes IS NULL OR contact IS NULL) AND NOT is_plain_correction THEN 'missing-facts' END,
            CASE WHEN written_on > service_date + 7 THEN 'late' END,
            CASE WHEN ${overlaps} THEN 'overlap' END,
            CASE WHEN counts AND sum(minutes) OVER of_day > 16 * 60 THEN 'long-day' END,
            CASE WHEN ${hasSameText} THEN 'same-text' END
          ], NULL) AS findings
        FROM period
        WINDOW of_day AS (PARTITION BY author_id, service_date, counts), day_in_order AS (of_day ORDER BY start_time, id)
      ) AS checked
      WHERE ${sql.join(conditions, sql` AND `)}
    )`
}

const clientColumns = sql`clients.first_name AS "firstName", clients.last_name AS "lastName",
  clients.date_of_birth AS "dateOfBirth", findings, day`

type LogRow = NoteRow & Pick<LoggedNote, 'findings'> & Omit<LoggedNote['client'], 'id'> & { day: string }

const inOrder = sql`day DESC, found.created_at DESC, found.id DESC`

/** Where a page ends: its last note, and how many notes matched when the first page was read. */
export interface LogPosition {
  id: string
  total: number
}

type LoggedRow = LogRow & { total: number | null }

/** The matching notes in the order of the log, each of them with their number, except on later pages. */
const logged = (
  filter: LogFilter,
  page?: { limit: number; after: LogPosition | undefined },
) => sql<LoggedRow>`
  ${found(filter)}
  SELECT ${page?.after ? sql`NULL::integer` : sql`(SELECT count(*)::integer FROM found)`} AS total,
    ${sql.raw(noteColumns)}, ${clientColumns}
  FROM (SELECT * FROM found WHERE ${page?.after ? isAfter(filter, page.after) : sql`true`}
      ORDER BY ${inOrder} ${page ? sql`LIMIT ${page.limit}` : sql``}) AS found
    JOIN (${sql.raw(notesFrom)}) ON notes.id = found.id JOIN clients ON clients.id = notes.client_id
  ORDER BY ${inOrder}`

const dayOf = (timeZone: string) => sql`coalesce(service_date, (created_at AT TIME ZONE ${timeZone})::date)`

const isAfter = ({ timeZone }: LogFilter, { id }: LogPosition) => sql`
  (day, created_at, id) < (SELECT ${dayOf(timeZone)}, created_at, id FROM notes WHERE id = ${id})`

/** A page of the log after a position; undefined if its note does not exist. */
export async function searchLog(db: Connection, filter: LogFilter, limit: number, after?: LogPosition) {
  const last = after && (await findDay(db, filter, after))
  if (after && !last) return undefined
  // What is later than that day has been shown.
  const period = last && last < filter.to ? { ...filter, to: last } : filter
  const { rows } = await logged(period, { limit: limit + 1, after }).execute(db)
  const items = rows.slice(0, limit).map(toLoggedNote)
  const total = after?.total ?? rows[0]?.total ?? 0
  return { items, total, last: (rows.length > limit && items.at(-1)?.id) || null }
}

async function findDay(db: Connection, { timeZone }: LogFilter, { id }: LogPosition) {
  const { rows } = await sql<{ day: string }>`
    SELECT ${dayOf(timeZone)} AS day FROM notes WHERE id = ${id}`.execute(db)
  return rows[0]?.day
}

function toLoggedNote({
  firstName,
  lastName,
  dateOfBirth,
  findings,
  day: _,
  total: _total,
  ...row
}: LoggedRow): LoggedNote {
  return { ...toNote(row), client: { id: row.clientId, firstName, lastName, dateOfBirth }, findings }
}

/** All notes that match, and how many they are. Holds a connection until all have been read, or until `close`. */
export async function openLog(db: Connection, filter: LogFilter) {
  const batches = readList(db, logged(filter), 500)
  const { value: first } = await batches.next()
  async function* notes() {
    if (first) yield first.map(toLoggedNote)
    for await (const rows of batches) yield rows.map(toLoggedNote)
  }
  return { total: first?.[0]?.total ?? 0, notes: notes(), close: () => batches.return() }
}
