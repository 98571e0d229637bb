import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import type { StoredRecord } from './digest.ts'

/* What the trail says about clients and notes, for `verify-audit --records`. */

const changes = sql.raw(`action IN ('added', 'edited', 'signed', 'reviewed', 'deleted', 'restored')`)

/** What the trail says about a record. */
export interface LastChange {
  /** The row of the last change. */
  row: number
  /** The digest in that row. */
  stored: string | null
  wasAdded: boolean
  edits: number
}

/** By record id. */
export async function lastChanges(
  db: Connection,
  kind: StoredRecord['kind'],
  ids: string[],
): Promise<Map<string, LastChange>> {
  const { rows } = await sql<LastChange & { id: string }>`
    SELECT last.*, details->>'stored' AS stored FROM (
      SELECT record_id AS id, max(id) AS row, bool_or(action = 'added') AS "wasAdded",
        count(*) FILTER (WHERE action = 'edited') AS edits
      FROM audit_events WHERE record_id = ANY (${ids}::text[]) AND record_kind = ${kind} AND ${changes}
      GROUP BY record_id
    ) AS last JOIN audit_events ON audit_events.id = last.row`.execute(db)
  return new Map(rows.map(({ id, ...change }) => [id, change]))
}

/** The digests that the trail has for versions of notes, by id and version. */
export async function storedVersions(
  db: Connection,
  ids: string[],
): Promise<{
  of: (record: Pick<StoredRecord, 'id' | 'version'>) => { row: number; stored: string } | undefined
}> {
  const { rows } = await sql<{ id: string; version: number; row: number; stored: string }>`
    SELECT record_id AS id, (details->'version')::int AS version, id AS row, details->>'stored' AS stored
    FROM audit_events WHERE record_id = ANY (${ids}::text[]) AND record_kind = 'note' AND details ? 'stored'
    ORDER BY audit_events.id`.execute(db)
  // A version gets another row when it is signed or reviewed; the last one counts.
  const byVersion = new Map(rows.map((found) => [`${found.id} ${found.version}`, found]))
  return { of: ({ id, version }) => byVersion.get(`${id} ${version}`) }
}

const tables: Record<StoredRecord['kind'], keyof Database> = { client: 'clients', note: 'notes' }

/** Records that the trail names, that no longer exist, and that were not purged. */
export async function goneRecords(
  db: Connection,
  limit: number,
): Promise<{ kind: StoredRecord['kind']; id: string; row: number }[]> {
  const existing = Object.values(tables).map((table) => sql`SELECT id::text FROM ${sql.table(table)}`)
  const { rows } = await sql<{ kind: StoredRecord['kind']; id: string; row: number }>`
    SELECT record_kind AS kind, record_id AS id, max(event.id) AS row FROM audit_events AS event
    WHERE record_kind = ANY (${Object.keys(tables)}) AND ${changes}
      AND NOT EXISTS (SELECT FROM (${sql.join(existing, sql` UNION ALL `)}) AS existing WHERE existing.id = record_id)
    GROUP BY record_kind, record_id
    HAVING NOT EXISTS (
      SELECT FROM audit_events AS purged WHERE purged.record_id = event.record_id AND purged.action = 'purged'
    )
    ORDER BY row LIMIT ${limit}`.execute(db)
  return rows
}
