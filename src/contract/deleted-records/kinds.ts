import { type AuditedKind, auditedKinds } from '../manifests.ts'

type Kinds = typeof auditedKinds

/** The kinds of records that can be deleted and restored. */
export type DeletableKind = {
  [Kind in AuditedKind]: Kinds[Kind] extends { plural: string } ? Kind : never
}[AuditedKind]

export const deletableKinds = (Object.keys(auditedKinds) as AuditedKind[]).filter(isDeletable)

function isDeletable(kind: AuditedKind): kind is DeletableKind {
  return 'plural' in auditedKinds[kind]
}
