import { sql } from 'kysely'
import type { ClientFile } from '#contract/files/endpoints.ts'
import type { StoredRecord } from '#server/audit/digest.ts'
import type { RecordSource } from '#server/audit/verify-records.ts'
import type { Connection } from '#server/database/connection.ts'
import { isoText, isRecordId, selectColumns } from '#server/database/records.ts'
import type { Files } from '#server/database/tables.ts'

/**
 * Bytes of a row with content. Whole files would take a hundred times as long in a backup, whose lines they would be, and
 * their size in memory for each reader.
 */
const pieceLength = 64 * 1024

const columns = {
  id: 'files.id',
  clientId: 'files.client_id',
  paperId: 'files.paper_id',
  name: 'files.name',
  type: 'files.type',
  bytes: 'files.bytes',
  sha256: 'files.sha256',
  createdAt: isoText('files.created_at'),
  createdBy: 'files.created_by',
  version: 'files.version',
}

type FileRow = Omit<ClientFile, '_id'>

const { list: shown } = selectColumns<FileRow>({
  ...columns,
  createdBy: '(SELECT email FROM employees WHERE employees.id = files.created_by)',
})

const toFile = (row: FileRow): ClientFile => ({ _id: row.id, ...row })

export async function filesOfClient(db: Connection, clientId: string): Promise<ClientFile[]> {
  const { rows } = await sql<FileRow>`
    SELECT ${shown} FROM files WHERE client_id = ${clientId} AND deleted_at IS NULL
    ORDER BY created_at DESC, id`.execute(db)
  return rows.map(toFile)
}

/** An existing file of an existing client. */
export async function findFile(db: Connection, id: string): Promise<ClientFile | undefined> {
  if (!isRecordId(id)) return undefined
  const { rows } = await sql<FileRow>`
    SELECT ${shown} FROM files JOIN clients ON clients.id = client_id
    WHERE files.id = ${id} AND files.deleted_at IS NULL AND clients.deleted_at IS NULL`.execute(db)
  return rows.map(toFile)[0]
}

/** Deleted ones are counted, too: they can be restored. */
export async function countFiles(trx: Connection, clientId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM files WHERE client_id = ${clientId}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Bytes of all files, deleted ones counted. */
export async function bytesOfFiles(db: Connection): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM files`.execute(db)
  return rows[0]?.bytes ?? 0
}

type NewFile = Pick<Files, 'client_id' | 'paper_id' | 'name' | 'type' | 'sha256' | 'created_by'> & {
  created_at: Date
}

export async function addFile(trx: Connection, file: NewFile, content: Buffer): Promise<string> {
  const { id } = await trx
    .insertInto('files')
    .values({ ...file, bytes: content.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let number = 0; number * pieceLength < content.length; number += 1) {
    const bytes = content.subarray(number * pieceLength, (number + 1) * pieceLength)
    await trx.insertInto('file_pieces').values({ file_id: id, number, bytes }).execute()
  }
  return id
}

/** A piece at a time; fails in the middle if the file is purged meanwhile. */
export async function* contentOf(
  db: Connection,
  { id, bytes }: Pick<ClientFile, 'id' | 'bytes'>,
): AsyncGenerator<Buffer> {
  for (let number = 0; number * pieceLength < bytes; number += 1) {
    const piece = await db
      .selectFrom('file_pieces')
      .select('bytes')
      .where('file_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    yield piece.bytes
  }
}

export async function editFile(
  trx: Connection,
  id: string,
  { name, paperId }: Pick<ClientFile, 'name' | 'paperId'>,
): Promise<void> {
  await sql`
    UPDATE files SET name = ${name}, paper_id = ${paperId}, version = version + 1 WHERE id = ${id}`.execute(
    trx,
  )
}

type StoredRow = FileRow & { deletedAt: string | null; isMadeUp: boolean }

const storedColumns = sql`${selectColumns<Omit<StoredRow, 'isMadeUp'>>({ ...columns, deletedAt: isoText('files.deleted_at') }).list}`

const toStored = ({ id, version, isMadeUp: _, ...values }: StoredRow): StoredRecord => ({
  kind: 'file',
  id,
  version,
  values,
})

/** What audit rows prove of files, deleted or not, in any order. */
export async function storedFilesOf(trx: Connection, ids: string[]): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRow>`
    SELECT ${storedColumns} FROM files WHERE id = ANY (${ids}::uuid[])`.execute(trx)
  return rows.map(toStored)
}

export async function storedFile(trx: Connection, id: string): Promise<StoredRecord> {
  const [file] = await storedFilesOf(trx, [id])
  if (!file) throw new Error('There is no such file')
  return file
}

/** Files whose content is read at once. */
const mostRead = 20

/** For the comparison with the trail, which reads the content again. */
export const storedFiles: RecordSource = {
  table: 'files',
  async count(db) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM files`.execute(db)
    return rows[0]?.count ?? 0
  },
  async page(db, { after, limit }) {
    const { rows } = await sql<StoredRow & { digest: string | null }>`
      SELECT ${storedColumns}, made_up AS "isMadeUp", (
        SELECT encode(sha256(string_agg(bytes, ''::bytea ORDER BY number)), 'hex')
        FROM file_pieces WHERE file_id = files.id
      ) AS digest
      FROM files JOIN clients ON clients.id = client_id
      WHERE ${after === undefined ? sql`true` : sql`files.id > ${after}::uuid`}
      ORDER BY files.id LIMIT ${Math.min(limit, mostRead)}`.execute(db)
    return rows.map(({ digest, ...row }) => ({
      // What is stored may say one thing, and the content be another.
      record: toStored(digest === row.sha256 ? row : { ...row, sha256: '' }),
      isMadeUp: row.isMadeUp,
    }))
  },
}
