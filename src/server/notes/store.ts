import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { FollowUpOfNote } from '#contract/follow-ups/schema.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { minutesBetween } from '#contract/notes/rules.ts'
import type { Attestations, Note, NoteInput, NoteVersion } from '#contract/notes/schema.ts'
import { type NameOf, namesOf } from '#contract/record-field.ts'
import type { Actor } from '#server/access/actor.ts'
import type { StoredRecord } from '#server/audit/digest.ts'
import { type AuditRow, insertAuditRows, type OwnAuditValues } from '#server/audit/store.ts'
import type { StoredVersion } from '#server/audit/verify-records.ts'
import type { Connection } from '#server/database/connection.ts'
import { columnOf, columnsOf, columnValues, fieldValues } from '#server/database/field-columns.ts'
import { readList } from '#server/database/list-cursor.ts'
import {
  isoText,
  isRecordId,
  markDeleted,
  readTogether,
  selectColumns,
  statement,
} from '#server/database/records.ts'
import { recordsAtOnce } from '#server/throttling/large-lists.ts'

/** The columns that are read. */
export type NoteRow = Omit<Note, '_id' | 'date'>

const fieldNames = namesOf(noteFields)
const fieldColumns = fieldNames.map(columnOf).join(', ')

/** Current name of an employee; empty if there is no id, or none with it. */
const nameOf = (id: string) =>
  `coalesce((SELECT trim(first_name || ' ' || last_name) FROM employees WHERE employees.id = ${id}), '')`

const nameIn = (employee: string) =>
  `coalesce(trim(${employee}.first_name || ' ' || ${employee}.last_name), '')`

const factColumns = fieldNames
  .filter((name) => 'group' in noteFields[name])
  .map((name) => `notes.${columnOf(name)}`)

/** A correction that documents no service needs neither facts nor a signature. */
export const isPlainCorrection = `notes.corrects IS NOT NULL AND num_nonnulls(${factColumns.join()}) = 0 AND notes.goals = '{}'`

/** Existing corrections, by their index once the client is named. */
const corrections = 'notes AS later WHERE later.corrects IS NOT NULL AND later.deleted_at IS NULL'

const itsCorrections = `${corrections} AND later.client_id = notes.client_id AND later.corrects = notes.id`

/** Whether no existing note corrects this one. */
export const isUncorrected = `NOT EXISTS (SELECT FROM ${itsCorrections})`

/** The same where the client is known: reads the client's corrections once, however many notes the planner expects. */
export const isUncorrectedOf = (client: RawBuilder<unknown>) =>
  sql`notes.id NOT IN (SELECT later.corrects FROM ${sql.raw(corrections)} AND later.client_id = ${client})`

/** A signature and a review belong to a version of a note. */
const withAttestations = (note: string, id: string) => `
  LEFT JOIN note_signatures AS signature ON signature.note_id = ${id} AND signature.version = ${note}.version
  LEFT JOIN note_reviews AS review ON review.note_id = ${id} AND review.version = ${note}.version`

const attestationColumns: Record<keyof Attestations, string> = {
  signedAt: isoText('signature.signed_at'),
  signedBy: 'signature.email',
  signedByName: 'signature.name',
  signedTitle: 'signature.title',
  reviewedAt: isoText('review.reviewed_at'),
  reviewedById: 'review.employee_id',
  reviewedBy: 'review.email',
  reviewedByName: 'review.name',
  reviewComment: 'review.comment',
}

/** What `noteColumns` need besides `notes`. Joined, because a sub-select for each note would read all employees twice. */
const noteJoins = `
  LEFT JOIN employees AS writer ON writer.id = notes.author_id
  LEFT JOIN employees AS editor ON editor.id = notes.edited_by
  ${withAttestations('notes', 'notes.id')}`

export const notesFrom = `notes ${noteJoins}`

const ownColumns = {
  id: 'notes.id',
  clientId: 'notes.client_id',
  ...columnsOf(noteFields, 'notes.'),
  authorId: 'notes.author_id',
  author: 'notes.author_email',
  createdAt: isoText('notes.created_at'),
  editedAt: isoText('notes.edited_at'),
  editedById: 'notes.edited_by',
  editedBy: 'notes.edited_by_email',
  corrects: 'notes.corrects',
  outcomeOf: 'notes.outcome_of',
  // Few notes are an outcome, and in a small table PostgreSQL reads all rows to look for none.
  outcomeOfWhat: `CASE WHEN notes.outcome_of IS NOT NULL
    THEN (SELECT what FROM follow_ups WHERE follow_ups.id = notes.outcome_of) END`,
  version: 'notes.version',
}

export const { text: noteColumns } = selectColumns<NoteRow>({
  ...ownColumns,
  authorName: nameIn('writer'),
  editedByName: nameIn('editor'),
  ...attestationColumns,
  correctedBy: `ARRAY(SELECT later.id FROM ${itsCorrections} ORDER BY later.created_at, later.id)`,
})

export const toNote = (row: NoteRow): Note => ({ _id: row.id, ...row, date: row.createdAt })

type NoteValues = Pick<
  Note,
  | keyof NoteInput
  | keyof Attestations
  | 'id'
  | 'clientId'
  | 'author'
  | 'createdAt'
  | 'editedAt'
  | 'editedBy'
  | 'corrects'
  | 'outcomeOf'
  | 'version'
> & { deletedAt?: string | null }

/** What an audit row proves of a note. Not the author's id, which is cleared when the employee is purged. */
export function noteAsStored({ id, version, deletedAt = null, ...note }: NoteValues): StoredRecord {
  const { clientId, author, createdAt, editedAt, editedBy, corrects, outcomeOf } = note
  const { signedAt, signedBy, signedByName, signedTitle } = note
  const { reviewedAt, reviewedById, reviewedBy, reviewedByName, reviewComment } = note
  const values = {
    ...fieldValues(noteFields, note),
    ...{ clientId, author, createdAt, editedAt, editedBy, corrects, outcomeOf, deletedAt },
    ...{ signedAt, signedBy, signedByName, signedTitle },
    ...{ reviewedAt, reviewedById, reviewedBy, reviewedByName, reviewComment },
  }
  return { kind: 'note', id, version, values }
}

/** An input as it is stored. With both times, the minutes are those between them. */
export const completeNote = (input: NoteInput, timeZone: string) => ({
  ...input,
  goals: input.goals ?? [],
  minutes: minutesBetween(input, timeZone) ?? input.minutes,
})

/** A note of the author as it is about to be stored, with a new id. `today` is the organization's day. */
export function newNote(
  client: string,
  { corrects, outcomeOf, ...input }: NoteInput & Partial<Pick<Note, 'corrects' | 'outcomeOf'>>,
  author: Actor,
  { now, today, timeZone }: { now: Date; today: string; timeZone: string },
) {
  return {
    ...notAttested,
    id: randomUUID(),
    clientId: client.toLowerCase(),
    ...(fieldValues(noteFields, completeNote(input, timeZone)) as Pick<Note, keyof NoteInput>),
    author: author.email,
    createdAt: now.toISOString(),
    editedAt: null,
    editedBy: null,
    corrects: corrects?.toLowerCase() ?? null,
    outcomeOf: outcomeOf?.toLowerCase() ?? null,
    version: 1,
    today,
  }
}

const notAttested = Object.fromEntries(namesOf(attestationColumns).map((name) => [name, null])) as {
  [Name in keyof Attestations]: null
}

export type NewNote = ReturnType<typeof newNote>

type NewNoteRow = Omit<NoteRow, keyof Attestations | 'correctedBy'>

/** The author, who gets the follow-up, is locked before the client, as everywhere. */
const insertNoteText = (hasFollowUp: boolean) => `
  WITH ${hasFollowUp ? 'author AS (SELECT id FROM employees WHERE id = :actor_id::uuid AND deleted_at IS NULL FOR SHARE),' : ''}
  client AS (
    SELECT id FROM clients
    WHERE id = :clientId AND deleted_at IS NULL ${hasFollowUp ? 'AND EXISTS (SELECT FROM author)' : ''} FOR NO KEY UPDATE
  ), note AS (
    INSERT INTO notes (id, client_id, ${fieldColumns}, author_id, author_email, created_at, corrects, outcome_of)
    SELECT :record_id::text::uuid, id, ${fieldNames.map((name) => `:${name}`).join(', ')}, :actor_id::uuid, :author,
      :at::timestamptz, :corrects::uuid, :outcomeOf::uuid FROM client
    RETURNING ${selectColumns({ ...ownColumns, authorName: nameOf('notes.author_id'), editedByName: "''" }).text}
  ), last_note AS (
    INSERT INTO last_notes (client_id, last_note_at, last_note_on, last_reached_on)
    SELECT "clientId", :at::timestamptz, day, CASE WHEN contact IS DISTINCT FROM 'attempt' THEN day END
    FROM note CROSS JOIN LATERAL (
      SELECT CASE WHEN corrects IS NULL THEN coalesce("serviceDate"::date, :today::date) END
    ) AS counted (day)
    ON CONFLICT (client_id) DO UPDATE SET
      last_note_at = greatest(last_notes.last_note_at, excluded.last_note_at),
      last_note_on = greatest(last_notes.last_note_on, excluded.last_note_on),
      last_reached_on = greatest(last_notes.last_reached_on, excluded.last_reached_on)
  ), ${hasFollowUp ? insertFollowUp : ''}
  audit AS (${hasFollowUp ? insertAuditRows(['note'], ['follow_up', 'followUp_']) : insertAuditRows(['note'])})
  SELECT * FROM note`

const insertFollowUp = `follow_up AS (
    INSERT INTO follow_ups (id, client_id, note_id, "on", what, assigned_to, created_at, created_by)
    SELECT :followUp_record_id::text::uuid, "clientId", id, :on::date, :what, :actor_id::uuid, :at::timestamptz,
      :actor_id::uuid FROM note
    RETURNING id
  ),`

const insertNote = statement<AuditRow & NewNote, NewNoteRow>(insertNoteText(false))

type FollowUpValues = FollowUpOfNote & {
  [Name in keyof OwnAuditValues as `followUp_${Name}`]: OwnAuditValues[Name]
}

const insertNoteAndFollowUp = statement<AuditRow & NewNote & FollowUpValues, NewNoteRow>(insertNoteText(true))

/** A follow-up that is stored with a note, and its audit row. */
interface NoteFollowUp extends FollowUpOfNote {
  audit: OwnAuditValues
}

const followUpValues = ({ on, what, audit }: NoteFollowUp): FollowUpValues => ({
  on,
  what,
  followUp_action: audit.action,
  followUp_record_kind: audit.record_kind,
  followUp_record_id: audit.record_id,
  followUp_details: audit.details,
  followUp_digest: audit.digest,
})

/**
 * Adds a note, its follow-up, the audit rows and the client's last note in one statement: several would take twice the
 * processor time (docs/decisions/0049). Returns undefined if the client does not exist, or if there is a follow-up and its
 * author no longer exists. The lock keeps the client from being deleted meanwhile, and serializes with `refreshLastNotes`.
 * A note that names goals or corrects another needs a transaction. The time zone is the organization's.
 */
export async function addNote(
  db: Connection,
  note: NewNote,
  audit: AuditRow,
  { followUp, timeZone }: { followUp?: NoteFollowUp | null | undefined; timeZone: string },
): Promise<Note | undefined> {
  if (!isRecordId(note.clientId)) return undefined
  const [row] = followUp
    ? await insertNoteAndFollowUp(db, { ...note, ...audit, ...followUpValues(followUp) })
    : await insertNote(db, { ...note, ...audit })
  // A corrected note no longer counts for its goals.
  if (row && (row.goals?.length || row.corrects)) await refreshServedGoals(db, [row.clientId], timeZone)
  return row && toNote({ ...notAttested, ...row, correctedBy: [] })
}

const selectNote = statement<{ clientId: string; id: string }, NoteRow>(`
  SELECT ${noteColumns} FROM ${notesFrom}
  WHERE notes.id = :id AND notes.client_id = :clientId AND notes.deleted_at IS NULL`)

/** An existing note of that client. */
export async function findNote(db: Connection, clientId: string, id: string): Promise<Note | undefined> {
  if (!isRecordId(id)) return undefined
  const [row] = await selectNote(db, { clientId, id })
  return row && toNote(row)
}

/** Those of the client's goals that have one of these ids. */
export async function findGoals(db: Connection, clientId: string, ids: readonly string[]) {
  const { rows } = await sql<{ text: string; state: string }>`
    SELECT text, state FROM goals
    WHERE client_id = ${clientId} AND id = ANY (${ids.filter(isRecordId)}::uuid[])`.execute(db)
  return rows
}

/** Whether that employee wrote the note, even if the email address has changed since. */
export async function isAuthor(db: Connection, id: string, employeeId: string): Promise<boolean> {
  const note = await db
    .selectFrom('notes')
    .select('id')
    .where('id', '=', id)
    .where('author_id', '=', employeeId)
    .executeTakeFirst()
  return note !== undefined
}

/** Whether the employee has written any version of the note since the last review of an earlier one. */
export async function hasWrittenSinceReview(
  db: Connection,
  { id, version }: Pick<Note, 'id' | 'version'>,
  employeeId: string,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (
      SELECT version, CASE WHEN edited_at IS NULL THEN author_id ELSE edited_by END AS writer
      FROM notes WHERE id = ${id}
      UNION ALL SELECT version, author_id FROM note_versions WHERE note_id = ${id}
    ) AS written
    WHERE writer = ${employeeId} AND version > coalesce((
      SELECT max(version) FROM note_reviews WHERE note_id = ${id} AND version < ${version}
    ), 0)`.execute(db)
  return rows.length > 0
}

/** Signs an unsigned version of a note. The caller has locked the client. */
export async function signNote(trx: Connection, note: Note, by: Actor, now: Date): Promise<Note> {
  await sql`
    INSERT INTO note_signatures (note_id, version, signed_at, email, name, title)
    SELECT ${note.id}, ${note.version}, ${now}, ${by.email}, trim(first_name || ' ' || last_name), title
    FROM employees WHERE id = ${by.employeeId}`.execute(trx)
  return await readAgain(trx, note)
}

/** Reviews a version of a note and replaces an earlier review of it. The caller has locked the client. */
export async function reviewNote(
  trx: Connection,
  note: Note,
  { comment, by, now }: { comment: string | null; by: Actor; now: Date },
): Promise<Note> {
  await sql`
    INSERT INTO note_reviews (note_id, version, reviewed_at, comment, employee_id, email, name)
    SELECT ${note.id}, ${note.version}, ${now}, ${comment}, id, ${by.email}, trim(first_name || ' ' || last_name)
    FROM employees WHERE id = ${by.employeeId}
    ON CONFLICT (note_id, version) DO UPDATE SET reviewed_at = excluded.reviewed_at, comment = excluded.comment,
      email = excluded.email, name = excluded.name`.execute(trx)
  return await readAgain(trx, note)
}

async function readAgain(trx: Connection, { id, clientId }: Pick<Note, 'id' | 'clientId'>): Promise<Note> {
  const note = await findNote(trx, clientId, id)
  if (!note) throw new Error('The note of a locked client is gone')
  return note
}

/** Carries signature and review over to the version that deleting or restoring the note has created. */
export async function keepAttestations(trx: Connection, id: string): Promise<void> {
  for (const table of ['note_signatures', 'note_reviews'] as const)
    await sql`
      UPDATE ${sql.table(table)} AS kept SET version = notes.version FROM notes
      WHERE notes.id = ${id} AND kept.note_id = notes.id AND kept.version = notes.version - 1`.execute(trx)
}

/** Replaces these fields of a note whose client is locked, and keeps the note as it was. */
export async function editNote(
  trx: Connection,
  { id, clientId }: Pick<Note, 'id' | 'clientId'>,
  {
    fields,
    input,
    by,
    now,
    timeZone,
  }: { fields: NameOf<typeof noteFields>[]; input: NoteInput; by: Actor; now: Date; timeZone: string },
): Promise<Note> {
  await sql`
    INSERT INTO note_versions (note_id, version, ${sql.raw(fieldColumns)}, author_id, author_email, written_at)
    SELECT id, version, ${sql.raw(fieldColumns)}, CASE WHEN edited_at IS NULL THEN author_id ELSE edited_by END,
      coalesce(edited_by_email, author_email), coalesce(edited_at, created_at)
    FROM notes WHERE id = ${id}`.execute(trx)
  await trx
    .updateTable('notes')
    .set({
      ...columnValues(fields, input),
      edited_at: now,
      edited_by: by.employeeId,
      edited_by_email: by.email,
    })
    .set('version', (row) => row('version', '+', 1))
    .where('id', '=', id)
    .execute()
  if (fields.some((name) => name === 'serviceDate' || name === 'contact' || name === 'goals'))
    await refreshLastNotes(trx, [clientId], timeZone)
  return await readAgain(trx, { id, clientId })
}

/** Marks a note as deleted; the row stays. The caller has locked the client. Returns what is stored. */
export async function deleteNote(
  trx: Connection,
  note: Note,
  { by, now, timeZone }: { by: string; now: Date; timeZone: string },
): Promise<StoredRecord> {
  await markDeleted(trx, 'notes', note.id, by, now)
  await keepAttestations(trx, note.id)
  await refreshLastNotes(trx, [note.clientId], timeZone)
  return noteAsStored({ ...note, version: note.version + 1, deletedAt: now.toISOString() })
}

/** A note as stored, deleted or not, and what `verify-audit --records` needs to know about it. */
type StoredNoteRow = NoteRow & { deletedAt: string | null; isMadeUp: boolean; earlierVersions: number }

/**
 * Notes in the order of their ids, after the one with the id `after`; deleted ones, too. They are chosen before they are joined:
 * PostgreSQL would read whole tables for each page.
 */
export async function storedNotes(
  db: Connection,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const { rows } = await sql<StoredNoteRow>`
    SELECT ${sql.raw(noteColumns)}, ${sql.raw(isoText('notes.deleted_at'))} AS "deletedAt", clients.made_up AS "isMadeUp",
      (SELECT count(*) FROM note_versions WHERE note_id = notes.id) AS "earlierVersions"
    FROM (
      SELECT * FROM notes WHERE ${after === undefined ? sql`true` : sql`id > ${after}::uuid`} ORDER BY id LIMIT ${limit}
    ) AS notes ${sql.raw(noteJoins)} JOIN clients ON clients.id = notes.client_id
    ORDER BY notes.id`.execute(db)
  return rows.map(({ deletedAt, isMadeUp, earlierVersions, ...row }) => ({
    record: noteAsStored({ ...toNote(row), deletedAt }),
    isMadeUp,
    earlierVersions,
  }))
}

export async function countStoredNotes(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const selectStoredNotes = statement<{ ids: string[] }, NoteRow & { deletedAt: string | null }>(
  `SELECT ${noteColumns}, ${isoText('notes.deleted_at')} AS "deletedAt" FROM ${notesFrom} WHERE notes.id = ANY (:ids::uuid[])`,
)

/** These notes as stored, deleted or not, in any order. */
export async function storedNotesOf(db: Connection, ids: string[]): Promise<StoredRecord[]> {
  const rows = await selectStoredNotes(db, { ids })
  return rows.map((row) => noteAsStored({ ...toNote(row), deletedAt: row.deletedAt }))
}

/** A note as stored, deleted or not. */
export async function storedNote(db: Connection, id: string): Promise<StoredRecord> {
  const [note] = await storedNotesOf(db, [id])
  if (!note) throw new Error('There is no such note')
  return note
}

/**
 * Earlier versions of notes as they were stored, in the order of note and version, but for the client: the note may have
 * moved since.
 */
export async function storedNoteVersions(
  db: Connection,
  { after, limit }: { after: StoredRecord | undefined; limit: number },
): Promise<StoredVersion[]> {
  const { rows } = await sql<NoteRow & { writtenAt: string; writtenBy: string; isMadeUp: boolean }>`
    SELECT notes.id, notes.client_id AS "clientId", notes.author_email AS author,
      ${sql.raw(isoText('notes.created_at'))} AS "createdAt", notes.corrects, notes.outcome_of AS "outcomeOf", ${selectColumns(columnsOf(noteFields, 'one.')).list}, one.version,
      ${selectColumns(attestationColumns).list}, ${sql.raw(isoText('one.written_at'))} AS "writtenAt", one.author_email AS "writtenBy", made_up AS "isMadeUp"
    FROM (
      SELECT * FROM note_versions
      WHERE ${after ? sql`(note_id, version) > (${after.id}::uuid, ${after.version})` : sql`true`}
      ORDER BY note_id, version LIMIT ${limit}
    ) AS one JOIN notes ON notes.id = one.note_id JOIN clients ON clients.id = notes.client_id ${sql.raw(withAttestations('one', 'one.note_id'))}
    ORDER BY one.note_id, one.version`.execute(db)
  return rows.map(({ writtenAt, writtenBy, isMadeUp, ...row }) => {
    const edited =
      writtenAt === row.createdAt
        ? { editedAt: null, editedBy: null }
        : { editedAt: writtenAt, editedBy: writtenBy }
    const { values, ...record } = noteAsStored({ ...row, ...edited })
    return { record: { ...record, values: { ...values, clientId: null } }, isMadeUp }
  })
}

/**
 * Updates what is known of clients' last notes and served goals, for transactions that edit, delete, restore or import notes.
 * The lock has a statement of its own, because one that waits would read the notes as they were before. The time zone is the
 * organization's.
 */
export async function refreshLastNotes(
  trx: Connection,
  clientIds: string[],
  timeZone: string,
): Promise<void> {
  // Always in the same order, to avoid deadlocks.
  await sql`SELECT FROM clients WHERE id = ANY (${clientIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    trx,
  )
  await sql`
    WITH newest AS (
      SELECT client_id, max(created_at) AS at, max(day) FILTER (WHERE corrects IS NULL) AS day,
        max(day) FILTER (WHERE corrects IS NULL AND contact IS DISTINCT FROM 'attempt') AS reached
      FROM notes CROSS JOIN LATERAL (
        SELECT coalesce(service_date, (created_at AT TIME ZONE ${timeZone})::date)
      ) AS counted (day)
      WHERE client_id = ANY (${clientIds}::uuid[]) AND deleted_at IS NULL GROUP BY client_id
    ), without_notes AS (
      DELETE FROM last_notes
      WHERE client_id = ANY (${clientIds}::uuid[]) AND NOT EXISTS (
        SELECT FROM notes WHERE notes.client_id = last_notes.client_id AND notes.deleted_at IS NULL
      )
    )
    INSERT INTO last_notes (client_id, last_note_at, last_note_on, last_reached_on)
    SELECT client_id, at, day, reached FROM newest
    ON CONFLICT (client_id) DO UPDATE SET last_note_at = excluded.last_note_at,
      last_note_on = excluded.last_note_on, last_reached_on = excluded.last_reached_on`.execute(trx)
  await refreshServedGoals(trx, clientIds, timeZone)
}

async function refreshServedGoals(trx: Connection, clientIds: string[], timeZone: string): Promise<void> {
  await sql`
    DELETE FROM served_goals USING goals WHERE id = goal_id AND client_id = ANY (${clientIds}::uuid[])`.execute(
    trx,
  )
  await sql`
    INSERT INTO served_goals (goal_id, notes, last_on)
    SELECT goals.id, count(*), max(coalesce(service_date, (notes.created_at AT TIME ZONE ${timeZone})::date))
    FROM notes CROSS JOIN unnest(notes.goals) AS named (id)
      JOIN goals ON goals.id = named.id AND goals.client_id = notes.client_id
    WHERE notes.client_id = ANY (${clientIds}::uuid[]) AND deleted_at IS NULL AND ${sql.raw(isUncorrected)}
    GROUP BY goals.id`.execute(trx)
}

const { text: versionColumns } = selectColumns<NoteVersion>({
  version: 'one.version',
  ...columnsOf(noteFields, 'one.'),
  author: 'one.author_email',
  authorName: nameOf('one.author_id'),
  at: isoText('one.written_at'),
  ...attestationColumns,
})

const selectVersions = statement<{ id: string; before: number; limit: number }, NoteVersion>(`
  SELECT ${versionColumns} FROM note_versions AS one ${withAttestations('one', 'one.note_id')}
  WHERE one.note_id = :id AND one.version < :before ORDER BY one.version DESC LIMIT :limit`)

/** At most `limit` versions of a note before that one, the newest of them first. */
export async function listNoteVersions(
  db: Connection,
  { id, version: before }: Pick<Note, 'id' | 'version'>,
  limit: number,
): Promise<NoteVersion[]> {
  return await selectVersions(db, { id, before, limit })
}

/** All of them, a few at a time: a note may have thousands. */
export async function* earlierVersions(db: Connection, { id, version }: Pick<Note, 'id' | 'version'>) {
  for (let before = version; before > 1; ) {
    const versions = await listNoteVersions(db, { id, version: before }, recordsAtOnce)
    yield* versions
    before = versions.at(-1)?.version ?? 1
  }
}

interface NoteList {
  /** As stored. */
  clientId: string
  items: Note[]
  /** How many existing notes the client has. */
  total: number
  /** The last note's id, if older ones follow. */
  last: string | null
}

/** The note after which a page begins. */
interface NotePosition {
  created_at: Date
  id: string
}

interface NotePageValues {
  clientId: string
  /** One more than the page holds. */
  rows: number
  after: Date | undefined
  afterId: string | undefined
}

type ListedNoteRow = { storedClientId: string } & (NoteRow | { id: null })

const existingNotes = 'notes.client_id = clients.id AND notes.deleted_at IS NULL'

// The count is a separate subquery, or it would run for each note.
const selectPage = (isOlder: string) => `
  SELECT clients.id AS "storedClientId", counted.total, ${noteColumns}
  FROM clients CROSS JOIN LATERAL (SELECT count(*) FROM notes WHERE ${existingNotes}) AS counted (total)
  LEFT JOIN LATERAL (
    SELECT * FROM notes WHERE ${existingNotes} AND ${isOlder} ORDER BY created_at DESC, id DESC LIMIT :rows
  ) AS notes ON true ${noteJoins}
  WHERE clients.id = :clientId AND clients.deleted_at IS NULL
  ORDER BY notes.created_at DESC, notes.id DESC`

const selectFirstPage = statement<NotePageValues, ListedNoteRow & { total: number }>(selectPage('true'))
const selectFurtherPage = statement<NotePageValues, ListedNoteRow & { total: number }>(
  selectPage('(created_at, id) < (:after::timestamptz, :afterId::uuid)'),
)

/**
 * A page of the existing notes of an existing client, newest first, after the position. Returns undefined if the client
 * does not exist. A single statement.
 */
export async function listNotes(
  db: Connection,
  clientId: string,
  { limit, after }: { limit: number; after?: NotePosition | undefined },
): Promise<NoteList | undefined> {
  if (!isRecordId(clientId)) return undefined
  const select = after ? selectFurtherPage : selectFirstPage
  const rows = await select(db, { clientId, rows: limit + 1, after: after?.created_at, afterId: after?.id })
  const [first] = rows
  if (!first) return undefined
  const notes = toNotes(rows)
  const items = notes.slice(0, limit)
  return {
    clientId: first.storedClientId,
    items,
    total: first.total,
    last: (notes.length > limit && items.at(-1)?.id) || null,
  }
}

const toNotes = (rows: ListedNoteRow[]) => rows.filter((row) => row.id !== null).map(toNote)

const selectAllNotes = statement<{ clientIds: string[] }, ListedNoteRow>(`
  SELECT clients.id AS "storedClientId", ${noteColumns}
  FROM clients LEFT JOIN LATERAL (
    SELECT * FROM notes WHERE ${existingNotes} ORDER BY created_at DESC, id DESC LIMIT ${recordsAtOnce + 1}
  ) AS notes ON true ${noteJoins}
  WHERE clients.id = ANY ((SELECT :clientIds::uuid[])::uuid[]) AND clients.deleted_at IS NULL
  ORDER BY notes.created_at DESC, notes.id DESC`)

/**
 * The notes of a client, otherwise like `listNotes`, in one statement for all calls that arrive together; of more than
 * `recordsAtOnce` the first page.
 */
export function allNotesLookup(db: Connection) {
  const find = readTogether<string, NoteList>(async (clientIds) => {
    const rowsOf = Map.groupBy(await selectAllNotes(db, { clientIds }), (row) => row.storedClientId)
    const lists = [...rowsOf].map(([clientId, rows]) => {
      const notes = toNotes(rows)
      const items = notes.slice(0, recordsAtOnce)
      const last = (notes.length > recordsAtOnce && items.at(-1)?.id) || null
      return { clientId, items, total: items.length, last }
    })
    return new Map(lists.map((list) => [list.clientId, list]))
  })
  return async (clientId: string) => (isRecordId(clientId) ? await find(clientId.toLowerCase()) : undefined)
}

/** All notes of a client, newest first. */
export async function* everyNote(db: Connection, clientId: string): AsyncGenerator<Note[], void> {
  const query = sql<NoteRow>`
    SELECT ${sql.raw(noteColumns)} FROM ${sql.raw(notesFrom)}
    WHERE notes.client_id = ${clientId} AND notes.deleted_at IS NULL
    ORDER BY notes.created_at DESC, notes.id DESC`
  for await (const rows of readList(db, query, recordsAtOnce)) yield rows.map(toNote)
}

export async function countNotes(db: Connection, clientId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The position of a client's note. A deleted note still marks its position, and newer notes don't move it. */
export async function findNotePosition(
  db: Connection,
  clientId: string,
  id: string,
): Promise<NotePosition | undefined> {
  if (!isRecordId(clientId)) return undefined
  return await db
    .selectFrom('notes')
    .select(['created_at', 'id'])
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}
