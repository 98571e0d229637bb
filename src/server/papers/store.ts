import { sql, type Updateable } from 'kysely'
import type { ListedPaper, Paper, PaperInput } from '#contract/papers/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId, selectColumns } from '#server/database/records.ts'
import type { Papers } from '#server/database/tables.ts'

type PaperRow = Omit<Paper, '_id' | 'createdAt'> & { createdAt: Date }

const { columns, list } = selectColumns<PaperRow>({
  id: 'papers.id',
  clientId: 'papers.client_id',
  kind: 'papers.kind',
  to: 'papers.to_whom',
  purpose: 'papers.purpose',
  where: 'papers.kept_at',
  signedOn: 'papers.signed_on',
  expiresOn: 'papers.expires_on',
  revokedOn: 'papers.revoked_on',
  createdAt: 'papers.created_at',
  createdBy: '(SELECT email FROM employees WHERE employees.id = papers.created_by)',
  version: 'papers.version',
})

const toPaper = (row: PaperRow): Paper => ({ _id: row.id, ...row, createdAt: row.createdAt.toISOString() })

type Entered = PaperInput & Partial<Pick<Paper, 'revokedOn'>>

const enteredColumns = ({ kind, to, purpose, where, signedOn, expiresOn, revokedOn }: Entered) => ({
  kind,
  to_whom: to ?? null,
  purpose: purpose ?? null,
  kept_at: where ?? null,
  signed_on: signedOn,
  expires_on: expiresOn ?? null,
  revoked_on: revokedOn ?? null,
})

/** The last signed first. */
export async function papersOfClient(db: Connection, clientId: string): Promise<Paper[]> {
  const rows = await db
    .selectFrom('papers')
    .select(columns)
    .where('client_id', '=', clientId)
    .orderBy('signed_on', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toPaper)
}

/** The caller has locked the client. */
export async function addPaper(
  trx: Connection,
  { clientId, by, ...input }: PaperInput & { clientId: string; by: string },
  now: Date,
): Promise<Paper> {
  const row = await trx
    .insertInto('papers')
    .values({ client_id: clientId, ...enteredColumns(input), created_at: now, created_by: by })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toPaper(row)
}

/** Of an existing client. */
export async function findPaper(db: Connection, id: string): Promise<Paper | undefined> {
  if (!isRecordId(id)) return undefined
  const row = await db
    .selectFrom('papers')
    .innerJoin('clients', 'clients.id', 'papers.client_id')
    .select(columns)
    .where('papers.id', '=', id)
    .where('clients.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toPaper(row)
}

/** The same, locked until the transaction ends. */
export async function lockPaper(trx: Connection, id: string): Promise<Paper | undefined> {
  if (!isRecordId(id)) return undefined
  await trx.selectFrom('papers').select('id').where('id', '=', id).forUpdate().execute()
  return await findPaper(trx, id)
}

export async function editPaper(trx: Connection, id: string, input: Entered): Promise<Paper> {
  const row = await trx
    .updateTable('papers')
    .set(enteredColumns(input) satisfies Updateable<Papers>)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toPaper(row)
}

const mostExpiring = 200

/** Of the worker's clients, expired until a day, 'YYYY-MM-DD', unless revoked or renewed since. */
export async function expiringPapers(db: Connection, worker: string, until: string): Promise<ListedPaper[]> {
  type Row = PaperRow & Omit<ListedPaper['client'], 'id'>
  const { rows } = await sql<Row>`
    SELECT ${list}, first_name AS "firstName", last_name AS "lastName", date_of_birth AS "dateOfBirth"
    FROM papers JOIN clients ON clients.id = papers.client_id
    WHERE clients.assigned_to = ${worker} AND clients.deleted_at IS NULL AND status IS DISTINCT FROM 'discharged'
      AND papers.expires_on <= ${until} AND papers.revoked_on IS NULL
      AND NOT EXISTS (
        SELECT FROM papers AS newer
        WHERE newer.client_id = papers.client_id AND newer.kind = papers.kind AND newer.revoked_on IS NULL
          AND lower(newer.to_whom) IS NOT DISTINCT FROM lower(papers.to_whom)
          AND coalesce(newer.expires_on, 'infinity') > papers.expires_on
      )
    ORDER BY papers.expires_on, papers.id LIMIT ${mostExpiring}`.execute(db)
  return rows.map(({ firstName, lastName, dateOfBirth, ...row }) => ({
    ...toPaper(row),
    client: { id: row.clientId, firstName, lastName, dateOfBirth },
  }))
}
