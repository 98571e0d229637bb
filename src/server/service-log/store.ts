import { type RawBuilder, sql } from 'kysely'
import type { Note } from '#contract/notes/schema.ts'
import type { CountedNotes, LoggedNote } from '#contract/service-log/endpoints.ts'
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
  /** An employee's id, or 'nobody'. */
  author?: string | undefined
  /** An employee's id, or 'nobody'. */
  assignedTo?: string | undefined
  service?: Note['service'] | 'none' | undefined
  unsigned?: boolean | undefined
  unreviewed?: boolean | undefined
  finding?: Finding | undefined
  counted?: CountedNotes | undefined
}

/** A text that is not an id belongs to no employee. */
export function isOf(employeeId: RawBuilder<unknown>, employee: string | undefined) {
  if (!employee) return sql`true`
  if (employee === 'nobody') return sql`${employeeId} IS NULL`
  return isRecordId(employee) ? sql`${employeeId} = ${employee}` : sql`false`
}

export function documents(service: RawBuilder<unknown>, wanted: LogFilter['service']) {
  if (!wanted) return sql`true`
  return wanted === 'none' ? sql`${service} IS NULL` : sql`${service} = ${wanted}`
}

/** Who wrote the note or, if it is a correction, the first one that was corrected. */
export const firstAuthor = sql`
  CASE WHEN notes.corrects IS NULL THEN notes.author_id ELSE (
    WITH RECURSIVE earlier AS (
      SELECT corrects, author_id FROM notes AS corrected WHERE corrected.id = notes.corrects
      UNION ALL
      SELECT corrected.corrects, corrected.author_id
      FROM earlier JOIN notes AS corrected ON corrected.id = earlier.corrects
    )
    SELECT author_id FROM earlier WHERE corrects IS NULL
  ) END`

const isAttempt = sql`contact IS NOT DISTINCT FROM 'attempt'`

/** Which notes each number of the totals counts. */
export const countedFor: Record<CountedNotes, RawBuilder<unknown>> = {
  notes: sql`true`,
  minutes: sql`minutes IS NOT NULL AND NOT ${isAttempt}`,
  withoutMinutes: sql`minutes IS NULL AND NOT ${isAttempt}`,
  attempts: isAttempt,
}

/**
 * What counts for overlaps and long days: a service on a known day by a known author. A corrected note does not,
 * because its correction repeats the facts.
 */
const counts = sql`service_date IS NOT NULL AND author_id IS NOT NULL AND ${sql.raw(isUncorrected)}`

/** Whether another note by the author overlaps: an earlier one ends after this start, or the next starts before this end. */
const overlaps = sql`counts AND starts_at IS NOT NULL AND (
  max(ends_at) OVER (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) > starts_at
  OR lead(starts_at) OVER in_order < ends_at)`

/** Compares notes of at least 200 characters by the same author, who is unknown once the account has been purged. */
const hasSameText = sql`EXISTS (
  SELECT FROM notes AS other JOIN clients ON clients.id = other.client_id
  WHERE other.author_id = period.author_id AND other.text_key = period.text_key AND other.id <> period.id
    AND other.deleted_at IS NULL AND clients.deleted_at IS NULL)`

/** NULL for a client without an authorization for the service. */
const isNotAuthorized = sql`(
  SELECT bool_and(coalesce(service_date, written_on) NOT BETWEEN starts_on AND ends_on) FROM authorizations
  WHERE authorizations.client_id = period.client_id AND authorizations.service = period.service
    AND mistaken IS NOT TRUE)`

/** Existing notes whose day of service, or else the day they were written, is in the period. */
export function isInPeriod({ from, to, timeZone }: Record<'from' | 'to', unknown> & { timeZone: string }) {
  const startOf = (day: RawBuilder<unknown>) => sql`${day}::timestamp AT TIME ZONE ${timeZone}`
  return sql`notes.deleted_at IS NULL AND clients.deleted_at IS NULL
    AND (service_date BETWEEN ${from} AND ${to}
      OR service_date IS NULL AND notes.created_at >= ${startOf(sql`${from}::date`)}
        AND notes.created_at < ${startOf(sql`(${to}::date + 1)`)})`
}

/** An attempt names no goal, because it served none. */
const namesNoGoal = sql`
  goals = '{}' AND contact IS DISTINCT FROM 'attempt' AND NOT is_plain_correction AND EXISTS (
    SELECT FROM goals AS goal
    WHERE goal.client_id = period.client_id AND state <> 'mistaken' AND agreed_on <= coalesce(service_date, written_on)
      AND (state_on IS NULL OR state_on >= coalesce(service_date, written_on)))`

const isUnsigned = sql`NOT is_signed AND NOT is_plain_correction`

/** The notes of the period, or of other days, and of its author. */
function inPeriod(filter: LogFilter, days: Record<'from' | 'to', unknown> = filter): RawBuilder<unknown> {
  const { timeZone, author, counted } = filter
  const isCounted = counted
    ? sql`${sql.raw(isUncorrected)} AND ${countedFor[counted]} AND ${isOf(firstAuthor, author)}`
    : sql`true`
  return sql`
    SELECT notes.id, notes.client_id, author_id, text_key, notes.service, service_date, minutes, contact, notes.goals,
      notes.created_at, assigned_to, service_date + start_time::time AS starts_at,
      service_date + coalesce(ends_next_day, false)::integer + end_time::time AS ends_at,
      ${counts} AS counts, ${sql.raw(isPlainCorrection)} AS is_plain_correction,
      (notes.created_at AT TIME ZONE ${timeZone})::date AS written_on,
      signature.note_id IS NOT NULL AS is_signed, review.note_id IS NOT NULL AS is_reviewed,
      ${isCounted} AS is_counted
    FROM ${sql.raw(notesFrom)} JOIN clients ON clients.id = notes.client_id
    WHERE ${isInPeriod({ ...days, timeZone })} AND ${isOf(sql`author_id`, counted ? undefined : author)}`
}

/** Whether such a note matches, its findings aside. */
const matches = ({ assignedTo, service, unsigned, unreviewed }: LogFilter) => sql`
  ${isOf(sql`assigned_to`, assignedTo)} AND ${documents(sql`service`, service)} AND is_counted
  AND ${unsigned ? isUnsigned : sql`true`} AND ${unreviewed ? sql`NOT is_reviewed` : sql`true`}`

/**
 * The matching notes with day and findings. All notes of an author's days are read to find overlaps and long days, and those
 * of the days before and after, because a service may end past midnight.
 */
function found(filter: LogFilter): RawBuilder<unknown> {
  const { from, to, finding } = filter
  const days = { from: sql`(${from}::date - 1)`, to: sql`(${to}::date + 1)` }
  return sql`
    WITH period AS MATERIALIZED (${inPeriod(filter, days)}), found AS (
      SELECT * FROM (
        SELECT id, coalesce(service_date, written_on) AS day, created_at, service, assigned_to, is_reviewed, is_counted,
          is_signed, is_plain_correction,
          array_remove(ARRAY[
            CASE WHEN ${isUnsigned} THEN 'unsigned' END,
            CASE WHEN (service_date IS NULL OR minutes IS NULL OR contact IS NULL) AND NOT is_plain_correction THEN 'missing-facts' END,
            CASE WHEN written_on > service_date + 7 THEN 'late' END,
            CASE WHEN ${overlaps} THEN 'overlap' END,
            CASE WHEN counts AND sum(minutes) OVER of_day > 16 * 60 THEN 'long-day' END,
            CASE WHEN ${hasSameText} THEN 'same-text' END,
            CASE WHEN ${namesNoGoal} THEN 'no-goal' END,
            CASE WHEN ${isNotAuthorized} THEN 'not-authorized' END
          ], NULL) AS findings
        FROM period
        WINDOW of_day AS (PARTITION BY author_id, service_date, counts),
          in_order AS (PARTITION BY author_id, counts ORDER BY starts_at, id)
      ) AS checked
      WHERE day BETWEEN ${from} AND ${to} AND ${matches(filter)} AND ${finding ? sql`${finding} = ANY (findings)` : sql`true`}
    )`
}

const clientColumns = sql`clients.first_name AS "firstName", clients.last_name AS "lastName",
  clients.date_of_birth AS "dateOfBirth", findings, day,
  ARRAY(SELECT text FROM goals AS goal WHERE goal.id = ANY (notes.goals) ORDER BY agreed_on, id) AS "goalTexts"`

/** A note of the log, with the texts of its goals for the file. */
export type NoteOfLog = LoggedNote & { goalTexts: string[] }

type LogRow = NoteRow &
  Pick<NoteOfLog, 'findings' | 'goalTexts'> &
  Omit<LoggedNote['client'], 'id'> & { day: string }

const inOrder = sql`day DESC, found.created_at DESC, found.id DESC`

/** Where a page ends: its last note, and how many notes matched when the first page was read. */
export interface LogPosition {
  id: string
  total: number
}

type LoggedRow = LogRow & { total: number | null }

interface LogPage {
  limit: number
  after: LogPosition | undefined
  isTotalKnown: boolean
}

/** The matching notes in the order of the log, each of them with their number unless that is known. */
const logged = (filter: LogFilter, page?: LogPage) => sql<LoggedRow>`
  ${found(filter)}
  SELECT ${page?.isTotalKnown ? sql`NULL::integer` : sql`(SELECT count(*)::integer FROM found)`} AS total,
    ${sql.raw(noteColumns)}, ${clientColumns}
  FROM (SELECT * FROM found WHERE ${page?.after ? isAfter(filter, page.after) : sql`true`}
      ORDER BY ${inOrder} ${page ? sql`LIMIT ${page.limit}` : sql``}) AS found
    JOIN (${sql.raw(notesFrom)}) ON notes.id = found.id JOIN clients ON clients.id = notes.client_id
  ORDER BY ${inOrder}`

const dayOf = (timeZone: string) => sql`coalesce(service_date, (created_at AT TIME ZONE ${timeZone})::date)`

const isAfter = ({ timeZone }: LogFilter, { id }: LogPosition) => sql`
  (day, created_at, id) < (SELECT ${dayOf(timeZone)}, created_at, id FROM notes WHERE id = ${id})`

/**
 * A page of the log after a position; undefined if its note does not exist. Findings take far longer than the rest, so they
 * are looked for on the days of the page alone, unless one is filtered by.
 */
export async function searchLog(db: Connection, filter: LogFilter, limit: number, after?: LogPosition) {
  const last = after && (await findDay(db, filter, after))
  if (after && !last) return undefined
  // What is later than that day has been shown.
  let period = last && last < filter.to ? { ...filter, to: last } : filter
  let total = after?.total
  if (!filter.finding) {
    const days = await countByDay(db, period)
    total ??= days.reduce((sum, { notes }) => sum + notes, 0)
    let notes = 0
    const earliest = days.find((counted) => {
      // Of the day on which the last page ended, nothing may be left.
      if (counted.day !== last) notes += counted.notes
      return notes > limit
    })
    if (earliest) period = { ...period, from: earliest.day }
  }
  const page = { limit: limit + 1, after, isTotalKnown: total !== undefined }
  const { rows } = await logged(period, page).execute(db)
  const items = rows.slice(0, limit).map(toLoggedNote)
  total ??= rows[0]?.total ?? 0
  return { items, total, last: (rows.length > limit && items.at(-1)?.id) || null }
}

/** How many notes match on each day, the latest first, their findings aside. */
async function countByDay(db: Connection, filter: LogFilter) {
  const { rows } = await sql<{ day: string; notes: number }>`
    SELECT coalesce(service_date, written_on) AS day, count(*)::integer AS notes
    FROM (${inPeriod(filter)}) AS period WHERE ${matches(filter)} GROUP BY 1 ORDER BY 1 DESC`.execute(db)
  return rows
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
  goalTexts,
  day: _,
  total: _total,
  ...row
}: LoggedRow): NoteOfLog {
  const client = { id: row.clientId, firstName, lastName, dateOfBirth }
  return { ...toNote(row), client, findings, goalTexts }
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
