import { createHmac } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import type { AuditSeals } from '#server/database/tables.ts'
import type { RowContent } from './digest.ts'
import type { AuditKey } from './keyring.ts'

export type Seal = Selectable<AuditSeals>

/** Where the chain ends: the next seal refers to it. */
export type ChainEnd = Pick<Seal, 'seq' | 'hash'>

export const emptyChain: ChainEnd = { seq: 0, hash: Buffer.alloc(32) }

/** A row as its seal covers it. */
interface ListedRow {
  id: number
  /** In hexadecimal. */
  digest: string
}

/** Identifies the database in file names. The system identifier survives a fail-over. */
export async function databaseIdentity(db: Connection): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    SELECT system_identifier || '-' || md5(current_database()) AS identity FROM pg_control_system()`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('pg_control_system() returned no row')
  return row.identity
}

export async function newestSeal(db: Connection): Promise<Seal | undefined> {
  return await db.selectFrom('audit_seals').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
}

/** Whether the table has this seal, with this hash. */
export async function isSealStored(db: Connection, { seq, hash }: ChainEnd): Promise<boolean> {
  const query = db.selectFrom('audit_seals').select('seq').where('seq', '=', seq).where('hash', '=', hash)
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether the seal covers no number that has not been drawn yet. */
export async function isWithinSequence(db: Connection, { up_to }: Seal): Promise<boolean> {
  const { rows } = await sql<{ isWithin: boolean }>`
    SELECT ${up_to}::bigint <= last_value AS "isWithin" FROM audit_events_id_seq`.execute(db)
  return rows[0]?.isWithin === true
}

/** Columns of a row as its digest covers them. `to_char` drops the era: BC is added. */
const contentColumns = sql.raw(`
  to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    || CASE WHEN event.at < '0001-01-01Z' THEN ' BC' ELSE '' END AS at,
  event.actor_id, event.actor_role, event.action, event.record_kind, event.record_id, event.details::text AS details,
  event.session_id, event.network, event.request_id`)

/** Rows that are not sealed yet, oldest first: after the newest seal, or committed after a seal had skipped their ids. */
export async function pendingRows(db: Connection, limit: number) {
  const { rows } = await sql<ListedRow & { isIdFromSequence: boolean }>`
    WITH newest AS (SELECT up_to, missing FROM audit_seals ORDER BY seq DESC LIMIT 1)
    SELECT id, encode(digest, 'hex') AS digest,
      -- A higher id was not drawn from the sequence: it was chosen.
      id <= (SELECT last_value FROM audit_events_id_seq) AS "isIdFromSequence"
    FROM (
      -- ORDER BY and LIMIT for each gap: otherwise the planner would read the whole trail.
      (SELECT event.* FROM newest, unnest(newest.missing) AS gap, LATERAL (
        SELECT id, digest FROM audit_events WHERE id >= lower(gap) AND id < upper(gap) ORDER BY id LIMIT ${limit}
      ) AS event LIMIT ${limit})
      UNION ALL
      (SELECT id, digest FROM audit_events
        WHERE id > coalesce((SELECT up_to FROM newest), 0) ORDER BY id LIMIT ${limit})
    ) AS waiting ORDER BY id LIMIT ${limit}`.execute(db)
  return rows
}

/** Whether a transaction is open that has written rows, and so may have drawn a number that has no row yet. */
export async function isBeingWritten(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ isWritten: boolean }>`
    SELECT EXISTS (
      SELECT FROM pg_locks WHERE relation = 'audit_events'::regclass AND mode = 'RowExclusiveLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS "isWritten"`.execute(db)
  return rows[0]?.isWritten === true
}

interface NewSeal {
  /** Ordered by id. */
  listed: ListedRow[]
  now: Date
  /** Ids that an earlier seal than this had skipped belong to nobody. */
  giveUpBefore: Date | undefined
}

/** Adds a seal. The caller's transaction must hold the 'audit chain' lock. */
export async function addSeal(
  trx: Connection,
  key: AuditKey,
  { listed, now, giveUpBefore }: NewSeal,
): Promise<Seal> {
  const before = await newestSeal(trx)
  const { seq, hash } = before ?? emptyChain
  const { up_to: coveredTo = 0, missing = '{}' } = before ?? {}
  const ids = listed.map(({ id }) => id)
  const up_to = Math.max(coveredTo, ...ids.slice(-1))
  const { rows } = await sql<Pick<Seal, 'event_ids' | 'missing'>>`
    SELECT event_ids::text, ((missing - event_ids) * int8multirange(int8range(
      (SELECT up_to FROM audit_seals WHERE sealed_at < ${giveUpBefore ?? null} ORDER BY sealed_at DESC LIMIT 1), NULL, '()')))::text AS missing
    FROM (
      SELECT range_agg(int8range(id, id, '[]')) AS event_ids,
        ${missing}::int8multirange + int8multirange(int8range(${coveredTo}::bigint, ${up_to}::bigint, '(]')) AS missing
      FROM unnest(${ids}::bigint[]) AS id
    ) AS ids`.execute(trx)
  const [ranges] = rows
  if (!ranges) throw new Error('the database did not compute the ranges')
  const content = {
    ...ranges,
    seq: seq + 1,
    sealed_at: now,
    up_to,
    previous_hash: hash,
    key_id: key.id,
  }
  const seal = { ...content, hash: hashOfSeal(key, content, listed) }
  await trx.insertInto('audit_seals').values(seal).execute()
  return seal
}

/** Covers the seal's rows and columns, and through `previous_hash` everything before it. */
export function hashOfSeal(key: AuditKey, seal: Omit<Seal, 'hash'>, listed: ListedRow[]): Buffer {
  const { seq, sealed_at, event_ids, missing, up_to, previous_hash } = seal
  const sealed = [previous_hash.toString('hex'), seq, sealed_at.toISOString(), event_ids, missing, up_to]
  return createHmac('sha256', key.secret)
    .update(`seal${JSON.stringify([...sealed, key.id, listed.map(({ id, digest }) => [id, digest])])}`)
    .digest()
}

export type CheckedRow = RowContent & ListedRow

/** The next seals after `after`: at least one, and not many more than list 10,000 rows. */
export async function sealsAfter(db: Connection, after: number): Promise<Seal[]> {
  return await db
    .selectFrom('audit_seals')
    .selectAll()
    .where('seq', '>', after)
    .where(
      sql<boolean>`up_to - 10000 <= (SELECT up_to FROM audit_seals WHERE seq > ${after} ORDER BY seq LIMIT 1)`,
    )
    .orderBy('seq')
    .limit(1000)
    .execute()
}

/** The rows that seals `first` to `last` list, ordered by id. */
export async function rowsOfSeals(db: Connection, first: number, last: number) {
  // OFFSET makes PostgreSQL look up each range: for a join, whose size it overestimates, it would read the whole trail.
  const { rows } = await sql<CheckedRow & { seq: number }>`
    SELECT seq, event.id, encode(event.digest, 'hex') AS digest, ${contentColumns}
    FROM audit_seals CROSS JOIN unnest(event_ids) AS ids
      CROSS JOIN LATERAL (
        SELECT * FROM audit_events WHERE id >= lower(ids) AND id < upper(ids) OFFSET 0
      ) AS event
    WHERE seq BETWEEN ${first} AND ${last} ORDER BY seq, event.id`.execute(db)
  return Map.groupBy(rows, ({ seq }) => seq)
}

/** Rows that no seal lists, ordered by id. */
export async function unlistedRows(db: Connection, limit: number): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`
    SELECT event.id, encode(event.digest, 'hex') AS digest, ${contentColumns}
    FROM (SELECT coalesce(range_agg(ids), '{}') AS listed FROM audit_seals, unnest(event_ids) AS ids) AS seals
      CROSS JOIN unnest('{(,)}'::int8multirange - listed) AS gap
      JOIN audit_events AS event ON event.id >= coalesce(lower(gap), -9223372036854775808)
        AND event.id < coalesce(upper(gap), 9223372036854775807)
    ORDER BY event.id LIMIT ${limit}`.execute(db)
  return rows
}

/** The first row that has the same digest as an earlier one. */
export async function findDuplicateRow(db: Connection): Promise<{ id: number; copy: number } | undefined> {
  const { rows } = await sql<{ id: number; copy: number }>`
    SELECT min(id) AS id, max(id) AS copy FROM audit_events GROUP BY digest HAVING count(*) > 1 ORDER BY copy LIMIT 1`.execute(
    db,
  )
  return rows[0]
}
