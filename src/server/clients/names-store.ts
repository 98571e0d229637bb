import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import type { NameEntry, NamePlace } from './names-in-order.ts'
import { versionOfClients } from './version-store.ts'

/** What of the database a snapshot shows. */
export interface Moment {
  version: string
  /** How many clients live. */
  living: number
  /**
   * The number of a transaction: whatever is not in this moment yet was moved by that one or a later one. It is no higher than
   * that of the last move, which is on the disk: a crash may give numbers above it a second time.
   */
  since: string
  /** The first transaction that had not begun. */
  next: string
  /** When this server started: another one may not know the last transactions, and use their numbers again. */
  server: string
}

/** What became of a client: where it stands now, or that it is gone. */
export type Move = NameEntry & { lives: boolean }

const moment = sql`
  SELECT ${versionOfClients} AS version,
    (SELECT coalesce(sum(clients), 0)::integer FROM client_counts) AS living,
    LEAST(pg_snapshot_xmin(pg_current_snapshot()), (SELECT max(moved_in) FROM clients))::text AS since,
    pg_snapshot_xmax(pg_current_snapshot())::text AS next,
    pg_postmaster_start_time()::text AS server`

const place = sql`id, sort_last AS last, sort_first AS first, search_name AS name, status`

/** Of each part of the names that is read at once: between two of them others are answered. */
const namesAtOnce = 5_000

/** All living clients in order, part by part, and the moment that they are of. */
export async function readAllNames(db: Connection, take: (entries: NameEntry[]) => void): Promise<Moment> {
  const read = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await read.execute(async (trx) => {
    const { rows: moments } = await moment.$castTo<Moment>().execute(trx)
    let last: NamePlace | undefined
    do {
      const behind =
        last && sql`AND (sort_last, sort_first, id) > (${last.last}, ${last.first}, ${last.id}::uuid)`
      const { rows } = await sql<NameEntry>`
        SELECT ${place} FROM clients WHERE deleted_at IS NULL ${behind ?? sql``}
        ORDER BY sort_last, sort_first, id LIMIT ${namesAtOnce}`.execute(trx)
      take(rows)
      last = rows.length === namesAtOnce ? rows.at(-1) : undefined
    } while (last)
    return moments[0] as Moment
  })
}

/**
 * At most `most` clients who came, went or changed their place since a moment, and the moment that they are of. A few that
 * have not are among them.
 */
export async function movesSince(
  db: Connection,
  { since }: Moment,
  most: number,
): Promise<{ moment: Moment; moves: Move[] }> {
  const { rows } = await sql<Moment & (Move | { id: null })>`
    SELECT moment.*, ${place}, deleted_at IS NULL AS lives
    FROM (${moment}) AS moment
    LEFT JOIN clients ON moved_in >= ${since}::xid8 AND moved_in < moment.next::xid8
    LIMIT ${most}`.execute(db)
  return { moment: rows[0] as Moment, moves: rows.filter((row) => row.id !== null) }
}

/** A text as names are stored for searching: without case and accents. */
export async function foldedByDatabase(db: Connection, text: string): Promise<string> {
  const { rows } = await sql<{ folded: string }>`SELECT fold_name(${text}) AS folded`.execute(db)
  return rows[0]?.folded ?? ''
}
