import { auditFeature } from './audit/manifest.ts'
import { clientFeature } from './clients/manifest.ts'
import { contactFeature } from './contact-messages/manifest.ts'
import { deletedRecordFeature } from './deleted-records/manifest.ts'
import { draftFeature } from './drafts/manifest.ts'
import { employeeFeature } from './employees/manifest.ts'
import { followUpFeature } from './follow-ups/manifest.ts'
import { healthFeature } from './health/manifest.ts'
import { linkFeature } from './links/manifest.ts'
import type { Manifest } from './manifest.ts'
import { noteFeature } from './notes/manifest.ts'
import { outgoingMailFeature } from './outgoing-mail/manifest.ts'
import { paperFeature } from './papers/manifest.ts'
import { recordPacketFeature } from './record-packet/manifest.ts'
import { serviceLogFeature } from './service-log/manifest.ts'
import { sessionFeature } from './session/manifest.ts'
import { trainingFeature } from './training/manifest.ts'

/** Every feature of the API, in the order of its reference. */
export const features = {
  session: sessionFeature,
  clients: clientFeature,
  notes: noteFeature,
  'service-log': serviceLogFeature,
  'follow-ups': followUpFeature,
  papers: paperFeature,
  'record-packet': recordPacketFeature,
  drafts: draftFeature,
  employees: employeeFeature,
  'contact-messages': contactFeature,
  links: linkFeature,
  training: trainingFeature,
  'outgoing-mail': outgoingMailFeature,
  'deleted-records': deletedRecordFeature,
  audit: auditFeature,
  health: healthFeature,
} as const satisfies Record<string, Manifest>

export type FeatureName = keyof typeof features

/** `{ a: 1 } | { b: 2 }` → `{ a: 1; b: 2 }`. */
type Merged<Part> = {
  [Key in Part extends unknown ? keyof Part : never]: Part extends { [K in Key]: infer Value } ? Value : never
}

/** A part of all features: one table with the entries of each. */
function merged<Name extends 'permissions' | 'audited'>(
  name: Name,
): Merged<(typeof features)[FeatureName][Name]> {
  return Object.assign({}, ...Object.values(features).map((feature) => feature[name]))
}

export const permissions = merged('permissions')

export const auditedKinds = merged('audited')

type Kinds = typeof auditedKinds

export type AuditedKind = keyof Kinds

/** A kind of record with one of its actions. */
export type AuditedAction = {
  [Kind in AuditedKind]: { kind: Kind; action: keyof Kinds[Kind]['actions'] }
}[AuditedKind]
