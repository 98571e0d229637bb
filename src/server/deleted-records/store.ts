import { type RawBuilder, sql } from 'kysely'
import type { DeletedRecord } from '#contract/deleted-records/endpoints.ts'
import { type DeletableKind, deletableKinds } from '#contract/deleted-records/kinds.ts'
import type { Connection } from '#server/database/connection.ts'
import { type RecordTable, selectColumns } from '#server/database/records.ts'
import { isEmailTaken } from '#server/employees/store.ts'
import type { CursorPosition } from '#server/http/page-cursor.ts'
import { keepAttestations, refreshLastNotes } from '#server/notes/store.ts'

export const pluralOf = (kind: DeletableKind): string => `${kind}s`

interface KindOfRecord {
  table: RecordTable
  /** The parent record, with which this one is hidden, restored and purged. */
  within?: { kind: DeletableKind; column: string }
}

export const records: Record<DeletableKind, KindOfRecord> = {
  client: { table: 'clients' },
  note: { table: 'notes', within: { kind: 'client', column: 'client_id' } },
  employee: { table: 'employees' },
  'contact message': { table: 'contact_messages' },
}

/** The kinds of records that are parts of this kind. */
export function partsOf(kind: DeletableKind): { kind: DeletableKind; column: string }[] {
  return deletableKinds.flatMap((part) => {
    const { within } = records[part]
    return within?.kind === kind ? [{ kind: part, column: within.column }] : []
  })
}

interface Deletion {
  id: string
  kind: DeletableKind
  deletedAt: Date
  /** Email address of the employee who deleted it; null when unknown. */
  deletedBy: string | null
}

/** All deleted records of these kinds, oldest deletion first. */
export async function deletedRecords(db: Connection, kinds: readonly DeletableKind[]): Promise<Deletion[]> {
  const ofEachKind = kinds.map(
    (kind) =>
      sql`SELECT id, ${sql.lit(kind)} AS kind, deleted_at, deleted_by
        FROM ${sql.table(records[kind].table)} WHERE deleted_at IS NOT NULL`,
  )
  const { rows } = await sql<Deletion>`
    SELECT deleted.id, deleted.kind, deleted.deleted_at AS "deletedAt", employees.email AS "deletedBy"
    FROM (${sql.join(ofEachKind, sql` UNION ALL `)}) AS deleted
    LEFT JOIN employees ON employees.id = deleted.deleted_by
    ORDER BY deleted.deleted_at, deleted.id`.execute(db)
  return rows
}

type ShownColumns = Omit<DeletedRecord, '_id' | 'deletedAt' | 'deletedBy' | 'deletedByName'>

/** The columns that most kinds don't have. */
const none = {
  dateOfBirth: 'NULL::date',
  email: 'NULL',
  writtenAt: 'NULL::timestamptz',
  clientIsDeleted: 'false',
}

/** What the list shows of each kind. */
const listed: Record<
  DeletableKind,
  { from: string; columns: Record<Exclude<keyof ShownColumns, 'id' | 'kind'>, string> }
> = {
  client: {
    from: 'clients AS record',
    columns: {
      name: "record.first_name || ' ' || record.last_name",
      ...none,
      dateOfBirth: 'record.date_of_birth',
    },
  },
  note: {
    from: 'notes AS record JOIN clients ON clients.id = record.client_id',
    columns: {
      name: "clients.first_name || ' ' || clients.last_name",
      ...none,
      dateOfBirth: 'clients.date_of_birth',
      writtenAt: 'record.created_at',
      clientIsDeleted: 'clients.deleted_at IS NOT NULL',
    },
  },
  employee: {
    from: 'employees AS record',
    columns: {
      name: "record.first_name || ' ' || record.last_name",
      ...none,
      email: 'record.email',
    },
  },
  'contact message': {
    from: 'contact_messages AS record',
    columns: {
      name: 'record.name',
      ...none,
      email: 'record.email',
      writtenAt: 'record.received_at',
    },
  },
}

type ShownRow = Omit<DeletedRecord, '_id' | 'deletedAt' | 'writtenAt'> & {
  deletedAt: Date
  writtenAt: Date | null
  moment: number
}

/** A page of the deleted records of these kinds, the latest deletion first, and how many there are on all pages. */
export async function deletedPage(
  db: Connection,
  kinds: readonly DeletableKind[],
  limit: number,
  after?: Required<CursorPosition>,
) {
  const behind = after
    ? sql`(record.deleted_at, record.id) < (timestamptz 'epoch' + ${after.moment} * interval '1 microsecond', ${after.id}::uuid)`
    : sql`true`
  const ofEachKind = kinds.map((kind) => {
    const { from, columns } = listed[kind]
    const { list } = selectColumns({ id: 'record.id', ...columns })
    return sql`(SELECT ${sql.lit(kind)} AS kind, ${list}, record.deleted_at, record.deleted_by
      FROM ${sql.raw(from)} WHERE record.deleted_at IS NOT NULL AND ${behind}
      ORDER BY record.deleted_at DESC, record.id DESC LIMIT ${limit + 1})`
  })
  const counts = kinds.map(
    (kind) => sql`(SELECT count(*) FROM ${sql.table(records[kind].table)} WHERE deleted_at IS NOT NULL)`,
  )
  const [{ rows }, counted] = await Promise.all([
    sql<ShownRow>`
      SELECT deleted.*, deleted.deleted_at AS "deletedAt", employees.email AS "deletedBy",
        (extract(epoch FROM deleted.deleted_at) * 1000000)::bigint AS moment,
        trim(employees.first_name || ' ' || employees.last_name) AS "deletedByName"
      FROM (${sql.join(ofEachKind, sql` UNION ALL `)}) AS deleted
      LEFT JOIN employees ON employees.id = deleted.deleted_by
      ORDER BY deleted.deleted_at DESC, deleted.id DESC LIMIT ${limit + 1}`.execute(db),
    sql<{ total: number }>`SELECT ${sql.join(counts, sql` + `)} AS total`.execute(db),
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(toDeletedRecord),
    total: counted.rows[0]?.total ?? 0,
    end: last ? { id: last.id, moment: last.moment } : null,
  }
}

function toDeletedRecord({ deletedAt, writtenAt, ...row }: ShownRow): DeletedRecord {
  return {
    _id: row.id,
    ...row,
    deletedAt: deletedAt.toISOString(),
    writtenAt: writtenAt?.toISOString() ?? null,
  }
}

interface FoundRecord {
  kind: DeletableKind
  /** As stored. */
  id: string
  isDeleted: boolean
  /** The id of the parent record, if that one is deleted. */
  deletedOwner: string | null
}

/** Finds a record of any kind, existing or deleted, and locks its row until the transaction ends. */
export async function findRecord(db: Connection, id: string): Promise<FoundRecord | undefined> {
  for (const kind of deletableKinds) {
    const { table, within } = records[kind]
    const deletedOwner = within
      ? sql`(SELECT owner.id FROM ${sql.table(records[within.kind].table)} AS owner
          WHERE owner.id = record.${sql.ref(within.column)} AND owner.deleted_at IS NOT NULL)`
      : sql`NULL`
    const { rows } = await sql<Omit<FoundRecord, 'kind'>>`
      SELECT id, deleted_at IS NOT NULL AS "isDeleted", ${deletedOwner} AS "deletedOwner"
      FROM ${sql.table(table)} AS record WHERE id = ${id} FOR UPDATE`.execute(db)
    if (rows[0]) return { kind, ...rows[0] }
  }
  return undefined
}

/** Returns false, with the transaction failed, if an existing employee has the email address. */
export async function unmarkDeleted(db: Connection, kind: DeletableKind, id: string): Promise<boolean> {
  try {
    await sql`
      UPDATE ${sql.table(records[kind].table)}
      SET deleted_at = NULL, deleted_by = NULL, version = version + 1 WHERE id = ${id}`.execute(db)
  } catch (error) {
    if (isEmailTaken(error)) return false
    throw error
  }
  if (kind === 'note') {
    await keepAttestations(db, id)
    const note = db.selectFrom('notes').select('client_id').where('id', '=', id)
    await refreshLastNotes(db, [(await note.executeTakeFirstOrThrow()).client_id])
  }
  return true
}

/** The records of a kind that were deleted before an instant, oldest deletion first. */
export async function deletedBefore(db: Connection, kind: DeletableKind, before: Date): Promise<string[]> {
  return await idsOf(db, kind, sql`deleted_at < ${before} ORDER BY deleted_at, id`)
}

/** Counts the records of a kind that a purge removes: those deleted before the instant, and parts of such records. */
export async function countToPurge(db: Connection, kind: DeletableKind, before: Date): Promise<number> {
  const { table, within } = records[kind]
  const asPart = within
    ? sql`OR ${sql.ref(within.column)} IN (
        SELECT id FROM ${sql.table(records[within.kind].table)} WHERE deleted_at < ${before})`
    : sql``
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(table)} WHERE deleted_at < ${before} ${asPart}`.execute(db)
  return rows[0]?.count ?? 0
}

interface PurgedRecord {
  kind: DeletableKind
  id: string
}

/** Removes those of the records that are still deleted, with their parts, and returns what was removed. */
export async function purge(
  db: Connection,
  kind: DeletableKind,
  ids: string[],
  before: Date,
): Promise<PurgedRecord[]> {
  // The lock keeps a concurrent restore from restoring a partly removed record.
  const locked = sql`id = ANY (${ids}::uuid[]) AND deleted_at < ${before} ORDER BY id FOR UPDATE`
  return await remove(db, kind, await idsOf(db, kind, locked))
}

async function remove(db: Connection, kind: DeletableKind, ids: string[]): Promise<PurgedRecord[]> {
  if (ids.length === 0) return []
  const removed: PurgedRecord[] = []
  for (const { kind: part, column } of partsOf(kind)) {
    const parts = await idsOf(db, part, sql`${sql.ref(column)} = ANY (${ids}::uuid[])`)
    removed.push(...(await remove(db, part, parts)))
  }
  // The schema's references say what goes with the record.
  await sql`DELETE FROM ${sql.table(records[kind].table)} WHERE id = ANY (${ids}::uuid[])`.execute(db)
  return [...removed, ...ids.map((id) => ({ kind, id }))]
}

async function idsOf(db: Connection, kind: DeletableKind, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(records[kind].table)} WHERE ${condition}`.execute(db)
  return rows.map(({ id }) => id)
}
