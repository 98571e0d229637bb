import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/access/roles.ts'
import type { AuditedAction } from '#contract/audit/actions.ts'
import type { Connection } from '#server/database/connection.ts'
import { createDigest } from './digest.ts'
import type { AuditKey } from './keyring.ts'

/** Holds ids, field names and roles only, never a name, a text or a value. */
export type AuditEvent = AuditedAction & {
  at: Date
  actor?: { role: Role } & ({ employeeId: string } | { id: string })
  id?: string | undefined
  details?: {
    fields?: string[]
    count?: number
    counts?: Record<string, number>
    filter?: string[]
    client?: string
    role?: { from: Role; to: Role }
    source?: 'import'
  }
}

let currentKey = (): AuditKey => {
  throw new Error('call setDigestKey before writing audit rows')
}

/** Sets the key for the digests of all rows that this process writes. `getKey` is called once, for the first row. */
export function setDigestKey(getKey: () => AuditKey): void {
  let key: AuditKey | undefined
  currentKey = () => {
    key ??= getKey()
    return key
  }
}

/** Writes audit rows. Pass the transaction of the change, so that neither is committed without the other. */
export async function recordAudit(db: Connection, ...events: AuditEvent[]): Promise<void> {
  const rows = events.map(auditColumns)
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name])
  await sql`
    INSERT INTO audit_events (at, actor_id, actor_role, action, record_kind, record_id, details, digest)
    SELECT * FROM unnest(${column('at')}::timestamptz[], ${column('actor_id')}::uuid[], ${column('actor_role')}::text[],
      ${column('action')}::text[], ${column('record_kind')}::text[], ${column('record_id')}::text[],
      ${column('details')}::jsonb[], ${column('digest')}::bytea[])`.execute(db)
}

/** The INSERT as a CTE of the statement that makes the change; `from` names the CTE that returns the changed row. */
export function insertAuditRow(columns: ReturnType<typeof auditColumns>, from: RawBuilder<unknown>) {
  const { at, actor_id, actor_role, action, record_kind, record_id, details, digest } = columns
  return sql`
    INSERT INTO audit_events (at, actor_id, actor_role, action, record_kind, record_id, details, digest)
    SELECT ${at}::timestamptz, ${actor_id}::uuid, ${actor_role}, ${action}, ${record_kind}, ${record_id},
      ${details}::jsonb, ${digest}::bytea FROM ${from}`
}

/** Pass ids as PostgreSQL spells them, in lower case: the digest covers the stored spelling. */
export function auditColumns({ at, actor, action, kind, id, details }: AuditEvent) {
  const columns = {
    actor_id: actor ? ('employeeId' in actor ? actor.employeeId : actor.id) : null,
    actor_role: actor?.role ?? null,
    action,
    record_kind: kind,
    record_id: id ?? null,
    details: JSON.stringify(details ?? {}),
  }
  return { ...columns, at, digest: createDigest(currentKey(), { ...columns, at: inMicroseconds(at) }) }
}

const inMicroseconds = (at: Date) => at.toISOString().replace('Z', '000Z')

/** Names of the filters that were set, for an event's details; never their values. */
export function filterNames(filter: object): string[] {
  return Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []))
}
