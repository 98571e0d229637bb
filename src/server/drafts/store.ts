import { sql } from 'kysely'
import { type Draft, draftDays, type ListedDraft, mostDrafts } from '#contract/drafts/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'

type DraftRow = Omit<Draft, 'changedAt'> & { changedAt: Date }

const columns = sql`id, key, draft_values AS "values", version, changed_at AS "changedAt"`

const toDraft = ({ changedAt, ...row }: DraftRow): Draft => ({ ...row, changedAt: changedAt.toISOString() })

/** The last change first. Drafts about a deleted client come back when the client is restored. */
export async function listDrafts(db: Connection, employeeId: string): Promise<ListedDraft[]> {
  const { rows } = await sql<DraftRow & { about: string | null }>`
    SELECT ${columns}, about FROM drafts LEFT JOIN (
      SELECT id AS about_id, deleted_at, first_name || ' ' || last_name AS about FROM clients
    ) AS client ON about_id = client_id
    WHERE employee_id = ${employeeId} AND deleted_at IS NULL ORDER BY changed_at DESC, key`.execute(db)
  return rows.map(({ about, ...row }) => ({ ...toDraft(row), about }))
}

interface TypedDraft {
  id?: string | undefined
  key: string
  values: Record<string, string>
  version: number | null
}

/** Replaces the draft with this key, and keeps its id if none is given. A draft about a client goes with the client when that one is purged. */
export async function saveDraft(
  db: Connection,
  employeeId: string,
  { id, key, values, version }: TypedDraft,
  now: Date,
): Promise<Draft> {
  const [, about = ''] = key.split(':')
  const clientId = isRecordId(about) ? about : null
  const { rows } = await sql<DraftRow>`
    INSERT INTO drafts (employee_id, key, id, draft_values, version, changed_at, client_id)
    VALUES (${employeeId}, ${key}, coalesce(${id}, gen_random_uuid()::text), ${JSON.stringify(values)}, ${version}, ${now},
      (SELECT id FROM clients WHERE id = ${clientId}::uuid))
    ON CONFLICT (employee_id, key) DO UPDATE SET id = coalesce(${id}, drafts.id),
      draft_values = excluded.draft_values, version = excluded.version, changed_at = excluded.changed_at
    RETURNING ${columns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The draft was not stored.')
  await sql`
    DELETE FROM drafts WHERE (employee_id, key) IN (
      SELECT employee_id, key FROM drafts WHERE employee_id = ${employeeId}
      ORDER BY changed_at DESC, key OFFSET ${mostDrafts}
    )`.execute(db)
  return toDraft(row)
}

export async function removeDraft(db: Connection, employeeId: string, key: string): Promise<void> {
  await db.deleteFrom('drafts').where('employee_id', '=', employeeId).where('key', '=', key).execute()
}

export async function removeOldDrafts(db: Connection, now: Date): Promise<void> {
  const before = new Date(now.getTime() - draftDays * 24 * 60 * 60 * 1000)
  await db.deleteFrom('drafts').where('changed_at', '<=', before).execute()
}
