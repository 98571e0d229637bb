import { auditFeature } from './audit/manifest.ts'
import { authorizationFeature } from './authorizations/manifest.ts'
import { clientMergeFeature } from './client-merges/manifest.ts'
import { clientFeature } from './clients/manifest.ts'
import { contactFeature } from './contact-messages/manifest.ts'
import { deletedRecordFeature } from './deleted-records/manifest.ts'
import { draftFeature } from './drafts/manifest.ts'
import { dueFeature } from './due/manifest.ts'
import { employeeFeature } from './employees/manifest.ts'
import { fileFeature } from './files/manifest.ts'
import { followUpFeature } from './follow-ups/manifest.ts'
import { goalFeature } from './goals/manifest.ts'
import { healthFeature } from './health/manifest.ts'
import { homeFeature } from './homes/manifest.ts'
import { linkFeature } from './links/manifest.ts'
import type { Manifest } from './manifest.ts'
import { noteFeature } from './notes/manifest.ts'
import { outgoingMailFeature } from './outgoing-mail/manifest.ts'
import { paperFeature } from './papers/manifest.ts'
import { peopleFeature } from './people/manifest.ts'
import { recordPacketFeature } from './record-packet/manifest.ts'
import { serviceLogFeature } from './service-log/manifest.ts'
import { sessionFeature } from './session/manifest.ts'
import { trainingFeature } from './training/manifest.ts'

/** The features' permissions and audited records. Without its manifest here, a feature's calls don't compile. */
export const manifests = [
  sessionFeature,
  clientFeature,
  noteFeature,
  serviceLogFeature,
  followUpFeature,
  paperFeature,
  peopleFeature,
  homeFeature,
  authorizationFeature,
  fileFeature,
  goalFeature,
  dueFeature,
  clientMergeFeature,
  recordPacketFeature,
  draftFeature,
  employeeFeature,
  contactFeature,
  linkFeature,
  trainingFeature,
  outgoingMailFeature,
  deletedRecordFeature,
  auditFeature,
  healthFeature,
] as const satisfies readonly Manifest[]

/** `{ a: 1 } | { b: 2 }` → `{ a: 1; b: 2 }`. */
type Merged<Part> = {
  [Key in Part extends unknown ? keyof Part : never]: Part extends { [K in Key]: infer Value } ? Value : never
}

/** A part of all manifests: one table with the entries of each. */
function merged<Name extends keyof Manifest>(name: Name): Merged<(typeof manifests)[number][Name]> {
  return Object.assign({}, ...manifests.map((manifest) => manifest[name]))
}

export const permissions = merged('permissions')

export const auditedKinds = merged('audited')

type Kinds = typeof auditedKinds

export type AuditedKind = keyof Kinds

/** A kind of record with one of its actions. */
export type AuditedAction = {
  [Kind in AuditedKind]: { kind: Kind; action: keyof Kinds[Kind]['actions'] }
}[AuditedKind]
