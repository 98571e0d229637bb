import { sql } from 'kysely'
import { type Draft, draftDays, type ListedDraft, mostDrafts } from '#contract/drafts/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'

type Stored<Item> = Omit<Item, 'changedAt'> & { changedAt: Date }

const listedColumns = sql`id, key, version, revision, changed_at AS "changedAt"`
const columns = sql`${listedColumns}, draft_values AS "values"`

const toAnswer = <Row extends { changedAt: Date }>({ changedAt, ...row }: Row) => ({
  ...row,
  changedAt: changedAt.toISOString(),
})

/** The last change first. Drafts about a deleted client come back when the client is restored. */
export async function listDrafts(db: Connection, employeeId: string) {
  const { rows } = await sql<Stored<ListedDraft> & { clientId: string | null }>`
    SELECT ${listedColumns}, about, client_id AS "clientId" FROM drafts LEFT JOIN (
      SELECT id AS about_id, deleted_at, first_name || ' ' || last_name AS about FROM clients
    ) AS client ON about_id = client_id
    WHERE employee_id = ${employeeId} AND deleted_at IS NULL ORDER BY changed_at DESC, key`.execute(db)
  return rows.map(toAnswer)
}

export interface FoundDraft {
  draft: Draft
  clientId: string | null
  isClientDeleted: boolean
}

export async function findDraft(
  db: Connection,
  employeeId: string,
  key: string,
): Promise<FoundDraft | undefined> {
  const { rows } = await sql<Stored<Draft> & Omit<FoundDraft, 'draft'>>`
    SELECT ${columns}, client_id AS "clientId", EXISTS (
      SELECT FROM clients WHERE clients.id = client_id AND deleted_at IS NOT NULL
    ) AS "isClientDeleted" FROM drafts WHERE employee_id = ${employeeId} AND key = ${key}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { clientId, isClientDeleted, ...draft } = row
  return { draft: toAnswer(draft), clientId, isClientDeleted }
}

/** The id of the client that a form is about, if its key names one. */
export function clientOf(key: string): string | null {
  const [, about = ''] = key.split(/[:~]/)
  return isRecordId(about) ? about : null
}

interface TypedDraft extends Pick<Draft, 'key' | 'values' | 'version'> {
  id?: string | undefined
  /** The one that it replaces; null for a new draft. */
  revision: number | null
}

/**
 * Undefined if another revision is stored, or one for a new draft. Keeps the draft's id if none is given. A draft about a
 * client goes with the client when that one is purged; a new one waits for a merge of the client, or holds it up.
 */
export async function saveDraft(
  db: Connection,
  employeeId: string,
  { id, key, values, version, revision }: TypedDraft,
  now: Date,
): Promise<Draft | undefined> {
  const text = JSON.stringify(values)
  const clientId = clientOf(key)
  const { rows } = await (revision === null
    ? sql<Stored<Draft>>`
        INSERT INTO drafts (employee_id, key, id, draft_values, version, changed_at, client_id)
        VALUES (${employeeId}, ${key}, coalesce(${id}, gen_random_uuid()::text), ${text}, ${version}, ${now},
          (SELECT id FROM clients WHERE id = ${clientId}::uuid FOR SHARE))
        ON CONFLICT (employee_id, key) DO NOTHING RETURNING ${columns}`
    : sql<Stored<Draft>>`
        UPDATE drafts SET id = coalesce(${id}, id), draft_values = ${text}, version = ${version},
          revision = DEFAULT, changed_at = ${now}
        WHERE employee_id = ${employeeId} AND key = ${key} AND revision = ${revision} RETURNING ${columns}`
  ).execute(db)
  return rows[0] && toAnswer(rows[0])
}

/** Deletes all but the newest. Returns how many bytes of text are left. */
export async function removeExcessDrafts(db: Connection, employeeId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    WITH placed AS (
      SELECT key AS placed_key, octet_length(draft_values::text) AS bytes,
        row_number() OVER (ORDER BY changed_at DESC, key) AS place
      FROM drafts WHERE employee_id = ${employeeId}
    ), removed AS (
      DELETE FROM drafts USING placed
      WHERE employee_id = ${employeeId} AND key = placed_key AND place > ${mostDrafts}
    )
    SELECT sum(bytes) AS bytes FROM placed WHERE place <= ${mostDrafts}`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Returns whether it deleted one. Without a revision, it deletes any. */
export async function removeDraft(
  db: Connection,
  employeeId: string,
  key: string,
  revision?: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('drafts')
    .where('employee_id', '=', employeeId)
    .where('key', '=', key)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision as number))
    .executeTakeFirst()
  return numDeletedRows > 0
}

export async function removeOldDrafts(db: Connection, now: Date): Promise<void> {
  const before = new Date(now.getTime() - draftDays * 24 * 60 * 60 * 1000)
  await db.deleteFrom('drafts').where('changed_at', '<=', before).execute()
}
