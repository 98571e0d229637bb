import { type RawBuilder, sql } from 'kysely'
import type { DeletedRecord } from '#contract/deleted-records/endpoints.ts'
import { type DeletableKind, deletableKinds } from '#contract/deleted-records/kinds.ts'
import type { Connection } from '#server/database/connection.ts'
import type { RecordTable } from '#server/database/records.ts'
import { isEmailTaken } from '#server/employees/store.ts'
import type { CursorPosition } from '#server/http/page-cursor.ts'
import { keepAttestations, refreshLastNotes } from '#server/notes/store.ts'

interface DeletableRecords {
  table: RecordTable
  /** The deleted ones, with what the list shows of them. The first list names the columns. */
  list: RawBuilder<unknown>
}

/** The client into which a record was merged. */
const clientOfMerge = sql`(SELECT client_id FROM client_merges WHERE merged = clients.id AND undone_at IS NULL)`

const records: Record<DeletableKind, DeletableRecords> = {
  client: {
    table: 'clients',
    list: sql`
      SELECT 'client' AS kind, id, first_name || ' ' || last_name AS name, date_of_birth AS "dateOfBirth",
        NULL AS email, NULL::timestamptz AS "writtenAt", false AS "clientIsDeleted", ${clientOfMerge} AS "mergedInto",
        deleted_at, deleted_by
      FROM clients WHERE deleted_at IS NOT NULL`,
  },
  note: {
    table: 'notes',
    list: sql`
      SELECT 'note', notes.id, first_name || ' ' || last_name, date_of_birth,
        NULL, notes.created_at, clients.deleted_at IS NOT NULL, NULL, notes.deleted_at, notes.deleted_by
      FROM notes JOIN clients ON clients.id = client_id WHERE notes.deleted_at IS NOT NULL`,
  },
  file: {
    table: 'files',
    list: sql`
      SELECT 'file', files.id, files.name || ', ' || first_name || ' ' || last_name, date_of_birth,
        NULL, files.created_at, clients.deleted_at IS NOT NULL, NULL, files.deleted_at, files.deleted_by
      FROM files JOIN clients ON clients.id = client_id WHERE files.deleted_at IS NOT NULL`,
  },
  employee: {
    table: 'employees',
    list: sql`
      SELECT 'employee', id, first_name || ' ' || last_name, NULL, email, NULL, false, NULL, deleted_at, deleted_by
      FROM employees WHERE deleted_at IS NOT NULL`,
  },
  'contact message': {
    table: 'contact_messages',
    list: sql`
      SELECT 'contact message', id, name, NULL, email, received_at, false, NULL, deleted_at, deleted_by
      FROM contact_messages WHERE deleted_at IS NOT NULL`,
  },
}

const tableOf = (kind: DeletableKind) => sql.table(records[kind].table)

/** Every deleted record. */
const deleted = sql`(${sql.join(
  Object.values(records).map(({ list }) => list),
  sql` UNION ALL `,
)}) AS deleted`

interface Deletion {
  id: string
  kind: DeletableKind
  deletedAt: Date
  /** Email address of the employee who deleted it; null when unknown. */
  deletedBy: string | null
}

/** All deleted records of these kinds, oldest deletion first. */
export async function deletedRecords(db: Connection, kinds: readonly DeletableKind[]): Promise<Deletion[]> {
  const { rows } = await sql<Deletion>`
    SELECT deleted.id, kind, deleted.deleted_at AS "deletedAt", employees.email AS "deletedBy"
    FROM ${deleted} LEFT JOIN employees ON employees.id = deleted.deleted_by
    WHERE kind = ANY (${kinds})
    ORDER BY deleted.deleted_at, deleted.id`.execute(db)
  return rows
}

type ShownRow = Omit<DeletedRecord, '_id' | 'deletedAt' | 'writtenAt'> & {
  deletedAt: Date
  writtenAt: Date | null
  sortKey: number
}

/** A page of the deleted records of these kinds, the latest deletion first, and how many there are on all pages. */
export async function deletedPage(
  db: Connection,
  kinds: readonly DeletableKind[],
  limit: number,
  after?: Required<CursorPosition>,
) {
  const behind = after
    ? sql`(deleted_at, id) < (timestamptz 'epoch' + ${after.sortKey} * interval '1 microsecond', ${after.id}::uuid)`
    : sql`true`
  const [{ rows }, counted] = await Promise.all([
    sql<ShownRow>`
      SELECT page.*, page.deleted_at AS "deletedAt", employees.email AS "deletedBy",
        (extract(epoch FROM page.deleted_at) * 1000000)::bigint AS "sortKey",
        trim(employees.first_name || ' ' || employees.last_name) AS "deletedByName"
      FROM (
        SELECT * FROM ${deleted} WHERE kind = ANY (${kinds}) AND ${behind}
        ORDER BY deleted_at DESC, id DESC LIMIT ${limit + 1}
      ) AS page LEFT JOIN employees ON employees.id = page.deleted_by
      ORDER BY page.deleted_at DESC, page.id DESC`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM ${deleted} WHERE kind = ANY (${kinds})`.execute(db),
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(toDeletedRecord),
    total: counted.rows[0]?.total ?? 0,
    end: last ? { id: last.id, sortKey: last.sortKey } : null,
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
  /** The id of a note's client, if that one is deleted. */
  deletedClient: string | null
  /** The id of the client into which this one was merged. */
  mergedInto: string | null
}

/** Finds a record of any kind, existing or deleted, and locks its row until the transaction ends. */
export async function findRecord(db: Connection, id: string): Promise<FoundRecord | undefined> {
  for (const kind of deletableKinds) {
    const deletedClient =
      kind === 'note' || kind === 'file'
        ? sql`(SELECT id FROM clients WHERE clients.id = client_id AND clients.deleted_at IS NOT NULL)`
        : sql`NULL`
    // Two statements, because one that waits for the lock would not see the merge that held it.
    await sql`SELECT FROM ${tableOf(kind)} WHERE id = ${id} FOR UPDATE`.execute(db)
    const { rows } = await sql<Omit<FoundRecord, 'kind'>>`
      SELECT id, deleted_at IS NOT NULL AS "isDeleted", ${deletedClient} AS "deletedClient",
        ${kind === 'client' ? clientOfMerge : sql`NULL`} AS "mergedInto"
      FROM ${tableOf(kind)} WHERE id = ${id}`.execute(db)
    if (rows[0]) return { kind, ...rows[0] }
  }
  return undefined
}

/** Returns false, with the transaction failed, if an existing employee has the email address. */
export async function unmarkDeleted(
  db: Connection,
  { kind, id, timeZone }: { kind: DeletableKind; id: string; timeZone: string },
): Promise<boolean> {
  try {
    await sql`
      UPDATE ${tableOf(kind)}
      SET deleted_at = NULL, deleted_by = NULL, version = version + 1 WHERE id = ${id}`.execute(db)
  } catch (error) {
    if (isEmailTaken(error)) return false
    throw error
  }
  if (kind === 'note') {
    await keepAttestations(db, id)
    const note = db.selectFrom('notes').select('client_id').where('id', '=', id)
    await refreshLastNotes(db, [(await note.executeTakeFirstOrThrow()).client_id], timeZone)
  }
  return true
}

/** The records of a kind that were deleted before an instant, oldest deletion first. */
export async function deletedBefore(db: Connection, kind: DeletableKind, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${tableOf(kind)} WHERE deleted_at < ${before} ORDER BY deleted_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

export type PurgeCounts = Record<DeletableKind, number>

/** Counts what a purge removes: records deleted before the instant, and the notes and files of such clients. */
export async function countToPurge(db: Connection, before: Date): Promise<PurgeCounts> {
  const withClient = sql`OR client_id IN (SELECT id FROM clients WHERE deleted_at < ${before})`
  const counts = deletableKinds.map(
    (kind) => sql`(
      SELECT count(*) FROM ${tableOf(kind)} WHERE deleted_at < ${before} ${kind === 'note' || kind === 'file' ? withClient : sql``}
    ) AS ${sql.ref(kind)}`,
  )
  const { rows } = await sql<PurgeCounts>`SELECT ${sql.join(counts)}`.execute(db)
  return rows[0] as PurgeCounts
}

/** Removes those of the records that are still deleted, and the notes and files of such clients. Returns what was removed. */
export async function purge(
  db: Connection,
  kind: DeletableKind,
  ids: string[],
  before: Date,
): Promise<{ kind: DeletableKind; id: string }[]> {
  // The lock keeps a concurrent restore from restoring a partly removed record.
  const { rows: locked } = await sql<{ id: string }>`
    SELECT id FROM ${tableOf(kind)} WHERE id = ANY (${ids}::uuid[]) AND deleted_at < ${before}
    ORDER BY id FOR UPDATE`.execute(db)
  const gone = locked.map(({ id }) => id)
  // Each of these leaves an audit row of its own. The schema's references say what else goes with a record.
  const withThem: { kind: DeletableKind; id: string }[] = []
  for (const part of kind === 'client' ? (['note', 'file'] as const) : []) {
    const { rows } = await sql<{ id: string }>`
      DELETE FROM ${tableOf(part)} WHERE client_id = ANY (${gone}::uuid[]) RETURNING id`.execute(db)
    withThem.push(...rows.map(({ id }) => ({ kind: part, id })))
  }
  await sql`DELETE FROM ${tableOf(kind)} WHERE id = ANY (${gone}::uuid[])`.execute(db)
  return [...withThem, ...gone.map((id) => ({ kind, id }))]
}
