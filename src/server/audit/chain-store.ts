import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import { type ChainHead, emptyChain, type SealedEvent } from './chain.ts'

/** What identifies the database to those who remember its chain: the cluster, which a fail-over keeps, and its name. */
export async function databaseIdentity(db: Connection): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    SELECT system_identifier || '-' || md5(current_database()) AS identity FROM pg_control_system()`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the database did not say what it is')
  return row.identity
}

export async function headOfChain(db: Connection): Promise<ChainHead> {
  const row = await db
    .selectFrom('audit_links')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? emptyChain
}

/** Whether that very link is in the table. */
export async function holdsLink(db: Connection, { seq, hash }: ChainHead): Promise<boolean> {
  const row = await db
    .selectFrom('audit_links')
    .select('seq')
    .where('seq', '=', seq)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

/** A part of the trail: rows by their ids. */
export interface Stretch {
  after: number
  upTo?: number
}

/** Rows of a stretch that have no link yet, oldest first. */
export async function unsealedEvents(
  db: Connection,
  { after, upTo = Number.MAX_SAFE_INTEGER }: Stretch,
  limit: number,
): Promise<SealedEvent[]> {
  return await db
    .selectFrom('audit_events as event')
    // Said of both tables, so that neither is read beyond the stretch.
    .leftJoin('audit_links as link', (join) =>
      join
        .onRef('link.event_id', '=', 'event.id')
        .on('link.event_id', '>', after)
        .on('link.event_id', '<=', upTo),
    )
    .select(['event.id', atAsText, 'event.actor_id', 'event.actor_role', 'event.action'])
    .select(['event.record_kind', 'event.record_id', detailsAsText])
    .where('event.id', '>', after)
    .where('event.id', '<=', upTo)
    .where('link.event_id', 'is', null)
    .orderBy('event.id')
    .limit(limit)
    .execute()
}

/** The highest id of a row that has a link; 0 while none has. */
export async function newestSealed(db: Connection): Promise<number> {
  const { newest } = await db
    .selectFrom('audit_links')
    .select(({ fn }) => fn.max('event_id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest ?? 0
}

/** Microseconds, as PostgreSQL keeps them; a Date would drop three digits. */
const atAsText = sql<string>`to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at')
const detailsAsText = sql<string>`event.details::text`.as('details')

export interface NewLink extends ChainHead {
  eventId: number
  previousHash: Buffer
  keyId: string
}

export async function addLinks(trx: Connection, links: NewLink[]): Promise<void> {
  const column = (name: keyof NewLink) => links.map((link) => link[name])
  await sql`
    INSERT INTO audit_links (seq, event_id, previous_hash, hash, key_id)
    SELECT * FROM unnest(${column('seq')}::bigint[], ${column('eventId')}::bigint[],
      ${column('previousHash')}::bytea[], ${column('hash')}::bytea[], ${column('keyId')}::text[])`.execute(
    trx,
  )
}

/** Links behind `after` in their order, each with its row, or null where the row is gone. */
export async function linksWithEvents(db: Connection, after: number, limit: number) {
  const rows = await db
    .selectFrom('audit_links as link')
    .leftJoin('audit_events as event', 'event.id', 'link.event_id')
    .select(['link.seq', 'link.event_id', 'link.previous_hash', 'link.hash', 'link.key_id'])
    .select(['event.id', atAsText, 'event.actor_id', 'event.actor_role', 'event.action'])
    .select(['event.record_kind', 'event.record_id', detailsAsText])
    .where('link.seq', '>', after)
    .orderBy('link.seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, event_id, previous_hash, hash, key_id, id, action, record_kind, ...rest }) => ({
    seq,
    eventId: event_id,
    previousHash: previous_hash,
    hash,
    keyId: key_id,
    event:
      id === null || action === null || record_kind === null ? null : { id, action, record_kind, ...rest },
  }))
}

export type LinkWithEvent = Awaited<ReturnType<typeof linksWithEvents>>[number]

export async function countUnsealed(db: Connection): Promise<number> {
  const { count } = await db
    .selectFrom('audit_events as event')
    .leftJoin('audit_links as link', 'link.event_id', 'event.id')
    .select(db.fn.countAll<number>().as('count'))
    .where('link.event_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
