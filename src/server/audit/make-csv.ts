import type { TrailRow } from '#contract/audit/endpoints.ts'
import type { AuditedKindRule } from '#contract/manifest.ts'
import { auditedKinds } from '#contract/manifests.ts'

/** Looked up by any string, because a row of another release may hold an unknown kind or action. */
const knownKinds: Readonly<Record<string, AuditedKindRule>> = auditedKinds

/** The columns of the downloaded trail: what a row holds, and the sentence that the screen shows for it. */
const columns: Readonly<Record<string, (row: TrailRow) => string | number | null | undefined>> = {
  Row: ({ id }) => id,
  'When (UTC)': ({ at }) => at,
  Who: ({ actor, operator }) => actor?.name ?? operator,
  'Who: email': ({ actor }) => actor?.email,
  'Who: ID': ({ actor }) => actor?.id,
  'Who: role': ({ actor }) => actor?.role,
  'What happened': ({ kind, action }) => knownKinds[kind]?.actions[action],
  Action: ({ action }) => action,
  'Kind of record': ({ kind }) => kind,
  'Record ID': ({ recordId }) => recordId,
  'Client ID': ({ kind, recordId, clientId }) => clientId ?? (kind === 'client' ? recordId : null),
  Employee: ({ kind, recordId, names }) => (kind === 'employee' ? names[recordId ?? ''] : null),
  Fields: ({ fields }) => fields.join(', '),
  Filters: ({ filter }) => filter.join(', '),
  'Number of records': ({ count }) => count,
  'IDs of records shown': ({ records }) => records.join(' '),
  'Former role': ({ role }) => role?.from,
  'New role': ({ role }) => role?.to,
  'Backup of (UTC)': ({ backup }) => backup,
  Session: ({ sessionId }) => sessionId,
  Network: ({ network }) => network,
  Request: ({ requestId }) => requestId,
}

export const headings = Object.keys(columns)

export function cellsOf(row: TrailRow): string[] {
  return Object.values(columns).map((cell) => String(cell(row) ?? ''))
}
