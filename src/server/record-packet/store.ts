import { sql } from 'kysely'
import type { Note } from '#contract/notes/schema.ts'
import type { Disclosure } from '#contract/record-packet/endpoints.ts'
import type { StoredRecord } from '#server/audit/digest.ts'
import type { RecordSource } from '#server/audit/verify-records.ts'
import type { Connection } from '#server/database/connection.ts'
import { fetchInBatches } from '#server/database/list-cursor.ts'
import { isoText } from '#server/database/records.ts'
import { isUncorrected, type NoteRow, noteColumns, notesFrom, toNote } from '#server/notes/store.ts'

/** Few, because this many of the longest notes already take megabytes. */
const notesAtOnce = 50

/** Reads as if at one moment, whatever others change meanwhile. */
export function snapshot<Result>(db: Connection, read: (trx: Connection) => Promise<Result>) {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** The day of the service, or else of writing. */
const dayOfNote = (timeZone: string) =>
  sql`coalesce(notes.service_date, (notes.created_at AT TIME ZONE ${timeZone})::date)`

/** A client's existing notes in the order of their days, a few at a time. */
export async function* notesInOrder(
  trx: Connection,
  clientId: string,
  timeZone: string,
): AsyncGenerator<Note> {
  const query = sql<NoteRow>`
    SELECT ${sql.raw(noteColumns)} FROM ${sql.raw(notesFrom)}
    WHERE notes.client_id = ${clientId} AND notes.deleted_at IS NULL
    ORDER BY ${dayOfNote(timeZone)}, notes.created_at, notes.id`
  for await (const rows of fetchInBatches(trx, query, notesAtOnce)) yield* rows.map(toNote)
}

/** First and last day, 'YYYY-MM-DD'; null where it is open. */
export interface Period {
  from: string | null
  to: string | null
}

interface PeriodOfClient {
  clientId: string
  timeZone: string
  period: Period
}

const isOfPeriod = ({ clientId, timeZone, period: { from, to } }: PeriodOfClient) => sql`
  notes.client_id = ${clientId} AND ${dayOfNote(timeZone)}
    BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')`

/** Those that were purged are not known any more. */
export async function countDeletedNotes(trx: Connection, period: PeriodOfClient): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM notes WHERE ${isOfPeriod(period)} AND deleted_at IS NOT NULL`.execute(trx)
  return rows[0]?.count ?? 0
}

/** The notes that serve a goal in a period: their ids, the earliest first, and their minutes, to which attempts add none. */
export interface Serving {
  notes: string[]
  minutes: number
}

/** By the goal's id. */
export async function listServing(trx: Connection, period: PeriodOfClient): Promise<Map<string, Serving>> {
  const { rows } = await sql<Serving & { goal: string }>`
    SELECT goal, array_agg(notes.id ORDER BY ${dayOfNote(period.timeZone)}, created_at, notes.id) AS notes,
      coalesce(sum(minutes) FILTER (WHERE contact IS DISTINCT FROM 'attempt'), 0) AS minutes
    FROM notes CROSS JOIN unnest(notes.goals) AS goal
    WHERE ${isOfPeriod(period)} AND deleted_at IS NULL AND ${sql.raw(isUncorrected)} GROUP BY goal`.execute(
    trx,
  )
  return new Map(rows.map(({ goal, ...serving }) => [goal, serving]))
}

/** A record of the client that was merged into this one. Name and birth date are null once it has been purged. */
export interface FormerRecord {
  id: string
  name: string | null
  dateOfBirth: string | null
  until: string
}

/** The earliest first. */
export async function formerRecords(trx: Connection, clientId: string): Promise<FormerRecord[]> {
  const { rows } = await sql<FormerRecord>`
    SELECT merged AS id, first_name || ' ' || last_name AS name, date_of_birth AS "dateOfBirth",
      ${sql.raw(isoText('merged_at'))} AS until
    FROM client_merges LEFT JOIN clients ON clients.id = merged
    WHERE client_id = ${clientId} AND undone_at IS NULL ORDER BY number`.execute(trx)
  return rows
}

export async function employeeName(db: Connection, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('employees')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name
}

/** What an audit row proves of a disclosure, which is never changed. */
const disclosureAsStored = ({ id, clientId, ...values }: DisclosureOfClient): StoredRecord => {
  return { kind: 'record packet', id, version: 1, values: { clientId, ...values } }
}

type DisclosureOfClient = Disclosure & { id: string; clientId: string }

/** Returns what is stored. */
export async function addDisclosure(
  trx: Connection,
  clientId: string,
  disclosure: Disclosure,
): Promise<StoredRecord> {
  const { at, by, byName, recipient, purpose, basis, from, to, sha256 } = disclosure
  const { id } = await trx
    .insertInto('disclosures')
    .values({
      client_id: clientId,
      made_at: new Date(at),
      email: by,
      name: byName,
      recipient,
      purpose,
      basis,
      from_day: from,
      to_day: to,
      sha256,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return disclosureAsStored({ ...disclosure, id, clientId })
}

const disclosures = (db: Connection) =>
  db
    .selectFrom('disclosures')
    .select([
      'id',
      'client_id as clientId',
      'email as by',
      'name as byName',
      'recipient',
      'purpose',
      'basis',
      'sha256',
    ])
    .select(['from_day as from', 'to_day as to'])
    .select(sql<string>`${sql.raw(isoText('made_at'))}`.as('at'))

/** What audit rows prove of disclosures. */
export async function storedDisclosuresOf(trx: Connection, ids: string[]): Promise<StoredRecord[]> {
  return (await disclosures(trx).where('id', 'in', ids).execute()).map(disclosureAsStored)
}

/** Newest first; of a record that was merged and separated again also those of that time, which included it. */
export async function listDisclosures(db: Connection, clientId: string): Promise<Disclosure[]> {
  return await disclosures(db)
    .where(
      sql<boolean>`id IN (
        SELECT id FROM disclosures WHERE client_id = ${clientId}
        UNION ALL
        SELECT disclosures.id FROM client_merges JOIN disclosures USING (client_id)
        WHERE merged = ${clientId} AND made_at BETWEEN merged_at AND undone_at
      )`,
    )
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** For `verify-audit --records`. Seed makes no disclosures. */
export const storedDisclosures: RecordSource = {
  table: 'disclosures',
  async count(db) {
    const { count } = await db
      .selectFrom('disclosures')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },
  async page(db, { after, limit }) {
    const query = disclosures(db).orderBy('id').limit(limit)
    const rows = await (after === undefined ? query : query.where('id', '>', after)).execute()
    return rows.map((row) => ({ record: disclosureAsStored(row), isMadeUp: false }))
  },
}
