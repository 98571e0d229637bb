import { sql } from 'kysely'
import type { Role } from '#contract/access/roles.ts'
import type { AuditedAction } from '#contract/manifests.ts'
import type { Origin } from '#server/access/actor.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'
import { createDigest, createRecordDigest, type RowContent, type StoredRecord } from './digest.ts'
import type { AuditKey } from './keyring.ts'

/** Holds ids, field names and roles only, never the name of a person in a record, a text or a value. */
export type AuditEvent = AuditedAction & {
  at: Date
  /** The caller, with the origin of the call; if nobody is signed in, the owner of the account. */
  actor?: { role: Role } & (({ employeeId: string } & Origin) | { id: string })
  /** For a call whose caller is not signed in. */
  origin?: Origin | undefined
  id?: string | undefined
  details?: {
    fields?: string[]
    /** Of a client or a note after the change, with the digest of what was stored. */
    version?: number
    stored?: string
    count?: number
    /** Of a page or a search: the ids of the records that it showed. */
    records?: string[]
    counts?: Record<string, number>
    filter?: string[]
    client?: string
    role?: { from: Role; to: Role }
    source?: 'import'
    /** When the backup was made that the row is about. */
    backup?: string
    /** Of the SESSION_SECRET, which it does not reveal. */
    fingerprint?: string
    /** The account on this machine that ran an operator's command. */
    operator?: string | undefined
  }
}

/** Writes audit rows with the digests of one key. */
export interface AuditTrail {
  /** Writes rows. Pass the transaction of the change: both are committed, or neither. */
  record(db: Connection, ...events: AuditEvent[]): Promise<void>
  /** Writes a row for each item, in batches between which other calls have their turn. */
  recordEach<Item>(db: Connection, items: readonly Item[], eventOf: (item: Item) => AuditEvent): Promise<void>
  /** A row for a statement that also makes the change; see `insertAuditRows`. */
  row(event: AuditEvent): AuditRow
  /** For the details of a change's row, so that `verify-audit --records` can tell whether the record was changed since. */
  proofOf(record: StoredRecord): { version: number; stored: string }
}

export type AuditRow = RowContent & { digest: Buffer }

/** Rows whose digests take a few milliseconds. */
const batchSize = 200

/** `operator` is the account on this machine that runs a command; rows that name no caller name it. */
export function auditTrail(key: AuditKey, operator?: string): AuditTrail {
  const row = (event: AuditEvent): AuditRow => {
    const content = contentOf(
      operator && !event.actor ? { ...event, details: { ...event.details, operator } } : event,
    )
    return { ...content, digest: createDigest(key, content) }
  }
  const record: AuditTrail['record'] = async (db, ...events) => {
    const rows = events.map(row)
    const column = (name: keyof AuditRow) => rows.map((auditRow) => auditRow[name])
    await sql`
      INSERT INTO audit_events (${sql.raw(columnList)})
      SELECT * FROM unnest(${column('at')}::timestamptz[], ${column('actor_id')}::uuid[], ${column('actor_role')}::text[],
        ${column('action')}::text[], ${column('record_kind')}::text[], ${column('record_id')}::text[],
        ${column('details')}::jsonb[], ${column('session_id')}::uuid[], ${column('network')}::text[],
        ${column('request_id')}::uuid[], ${column('digest')}::bytea[])`.execute(db)
  }
  return {
    row,
    record,
    async recordEach(db, items, eventOf) {
      // While PostgreSQL stores a batch, others have their turn.
      for (let start = 0; start < items.length; start += batchSize)
        await record(db, ...items.slice(start, start + batchSize).map(eventOf))
    },
    proofOf: (record) => ({ version: record.version, stored: createRecordDigest(key, record) }),
  }
}

const columnList =
  'at, actor_id, actor_role, action, record_kind, record_id, details, session_id, network, request_id, digest'

/**
 * The INSERT of audit rows, in this order, for a statement that also makes the changes. Each source is a CTE with the changed
 * row; the names of a second row's values begin with a prefix.
 */
export const insertAuditRows = (...sources: [from: string, prefix?: string][]) => `
  INSERT INTO audit_events (${columnList}) ${sources
    .map(
      ([from, prefix = '']) => `
      SELECT :at::timestamptz, :actor_id::uuid, :actor_role, :${prefix}action, :${prefix}record_kind, :${prefix}record_id,
        :${prefix}details::jsonb, :session_id::uuid, :network, :request_id::uuid, :${prefix}digest::bytea FROM ${from}`,
    )
    .join(' UNION ALL ')}`

/** What differs between the audit rows of one statement. */
export type OwnAuditValues = Pick<AuditRow, 'action' | 'record_kind' | 'record_id' | 'details' | 'digest'>

/** Pass ids as PostgreSQL spells them, in lower case: the digest covers the stored spelling. */
function contentOf({ at, actor, action, kind, id, details, ...event }: AuditEvent): RowContent {
  const origin: Partial<Origin> = event.origin ?? (actor && 'employeeId' in actor ? actor : {})
  return {
    at: at.toISOString().replace('Z', '000Z'),
    actor_id: actor ? ('employeeId' in actor ? actor.employeeId : actor.id) : null,
    actor_role: actor?.role ?? null,
    action,
    record_kind: kind,
    record_id: id ?? null,
    details: JSON.stringify(details ?? {}),
    session_id: origin.sessionId ?? null,
    network: origin.network ?? null,
    request_id: origin.requestId ?? null,
  }
}

/** For the details of a page's or a search's row. */
export function shownRecords(items: readonly { id: string }[]) {
  return { count: items.length, records: items.map(({ id }) => id) }
}

/** Filters whose value is a text: one that looks like a day may be somebody's birth date. */
const typedFilters = ['search', 'author', 'assignedTo', 'actor', 'record']

/** The filters that were set, for an event's details: ids, days and times with their values, but nothing that may be typed. */
export function filterWords(filter: object): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (!value) return []
    const text = value instanceof Date ? value.toISOString() : String(value)
    const isDay = !typedFilters.includes(name) && /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)
    return [isDay || isRecordId(text) ? `${name} ${text}` : name]
  })
}
