import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import type { ProvenKind, StoredRecord } from './digest.ts'

/* What the trail says about records, for `verify-audit --records`. */

/** Actions that keep an earlier version. */
const edits = sql.raw(`action IN ('edited', 'revoked', 'done', 'reopened')`)
const changes = sql`(${edits} OR action IN ('added', 'signed', 'reviewed', 'deleted', 'restored', 'merged', 'unmerged', 'moved')
  OR record_kind = 'record packet' AND action = 'exported')`

/** What the trail says about a record. */
export interface RecordedState {
  /** The row of the last change. */
  row: number
  /** The digest in that row. */
  stored: string | null
  wasAdded: boolean
  edits: number
}

/** By record id. */
export async function recordedStates(
  db: Connection,
  kind: ProvenKind,
  ids: string[],
): Promise<Map<string, RecordedState>> {
  const { rows } = await sql<RecordedState & { id: string }>`
    SELECT last.*, details->>'stored' AS stored FROM (
      SELECT record_id AS id, max(id) AS row, bool_or(action = 'added') AS "wasAdded",
        count(DISTINCT details->'version') FILTER (WHERE ${edits}) AS edits
      FROM audit_events WHERE record_id = ANY (${ids}::text[]) AND record_kind = ${kind} AND ${changes}
      GROUP BY record_id
    ) AS last JOIN audit_events ON audit_events.id = last.row`.execute(db)
  return new Map(rows.map(({ id, ...change }) => [id, change]))
}

/** The digests that the trail has for versions of records, by id and version. */
export async function storedVersions(
  db: Connection,
  kind: ProvenKind,
  ids: string[],
): Promise<{
  of: (
    record: Pick<StoredRecord, 'id' | 'version'>,
  ) => { row: number; stored: string; client: string | null } | undefined
}> {
  const { rows } = await sql<{
    id: string
    version: number
    row: number
    stored: string
    client: string | null
  }>`
    SELECT record_id AS id, (details->'version')::int AS version, id AS row, details->>'stored' AS stored,
      details->>'client' AS client
    FROM audit_events WHERE record_id = ANY (${ids}::text[]) AND record_kind = ${kind} AND details ? 'stored'
    ORDER BY audit_events.id`.execute(db)
  // A version can have several rows, such as when a note is signed; the last one counts.
  const byVersion = new Map(rows.map((found) => [`${found.id} ${found.version}`, found]))
  return { of: ({ id, version }) => byVersion.get(`${id} ${version}`) }
}

/**
 * Records that the trail names and that no table has anymore, unless they or their last client were purged. `tables` are those of
 * the kinds.
 */
export async function goneRecords(
  db: Connection,
  tables: Record<ProvenKind, keyof Database>,
  limit: number,
): Promise<{ kind: ProvenKind; id: string; row: number }[]> {
  // Compared as UUIDs, which have an index: as text, each row of the trail would read the whole table.
  const isGone = Object.entries(tables).map(
    ([kind, table]) => sql`(
      record_kind = ${kind} AND NOT EXISTS (
        SELECT FROM ${sql.table(table)} AS kept WHERE kept.id = CASE record_kind WHEN ${kind} THEN record_id::uuid END
      )
    )`,
  )
  const { rows } = await sql<{ kind: ProvenKind; id: string; row: number }>`
    SELECT record_kind AS kind, record_id AS id, max(event.id) AS row FROM audit_events AS event
    WHERE ${changes} AND (${sql.join(isGone, sql` OR `)})
    GROUP BY record_kind, record_id
    HAVING NOT EXISTS (
      SELECT FROM audit_events AS purged
      WHERE purged.record_id IN (event.record_id, (array_agg(event.details->>'client' ORDER BY event.id DESC))[1])
        AND purged.action = 'purged'
    )
    ORDER BY row LIMIT ${limit}`.execute(db)
  return rows
}
