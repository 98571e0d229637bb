import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/access/roles.ts'
import type { AuditedAction } from '#contract/audit/actions.ts'
import type { Connection } from '#server/database/connection.ts'
import { digestOf } from './digest.ts'
import type { AuditKey } from './keyring.ts'

/** What is said of an event: ids, field names and roles only, never a name, a text or a value. */
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
  throw new Error('audit rows need a key: call digestRowsWith first')
}

/** Makes the digests of all rows that this process writes with this key, which is asked for at the first of them. */
export function digestRowsWith(getKey: () => AuditKey): void {
  let key: AuditKey | undefined
  currentKey = () => {
    key ??= getKey()
    return key
  }
}

/** Writes audit rows of changes. Pass the change's transaction: no change without its row. */
export async function recordAudit(db: Connection, ...events: AuditEvent[]): Promise<void> {
  const rows = events.map(auditColumns)
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name])
  await sql`
    INSERT INTO audit_events (at, actor_id, actor_role, action, record_kind, record_id, details, digest)
    SELECT * FROM unnest(${column('at')}::timestamptz[], ${column('actor_id')}::uuid[], ${column('actor_role')}::text[],
      ${column('action')}::text[], ${column('record_kind')}::text[], ${column('record_id')}::text[],
      ${column('details')}::jsonb[], ${column('digest')}::bytea[])`.execute(db)
}

/** The same as a part of the statement that makes the change; `from` says where that is found to have been made. */
export function auditRow(columns: ReturnType<typeof auditColumns>, from: RawBuilder<unknown>) {
  const { at, actor_id, actor_role, action, record_kind, record_id, details, digest } = columns
  return sql`
    INSERT INTO audit_events (at, actor_id, actor_role, action, record_kind, record_id, details, digest)
    SELECT ${at}::timestamptz, ${actor_id}::uuid, ${actor_role}, ${action}, ${record_kind}, ${record_id},
      ${details}::jsonb, ${digest}::bytea FROM ${from}`
}

/** The digest holds for what the columns will hold: ids must be spelled as the database spells them. */
export function auditColumns({ at, actor, action, kind, id, details }: AuditEvent) {
  const columns = {
    actor_id: actor ? ('employeeId' in actor ? actor.employeeId : actor.id) : null,
    actor_role: actor?.role ?? null,
    action,
    record_kind: kind,
    record_id: id ?? null,
    details: JSON.stringify(details ?? {}),
  }
  return { ...columns, at, digest: digestOf(currentKey(), { ...columns, at: inMicroseconds(at) }) }
}

const inMicroseconds = (at: Date) => at.toISOString().replace('Z', '000Z')

/** By what a list was narrowed, for an event's details: never what was searched for. */
export function filterNames(filter: object): string[] {
  return Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []))
}
