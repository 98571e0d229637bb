import type { Permission } from '#contract/access/permissions.ts'
import type { AuditActions, AuditedKind } from '#contract/audit/actions.ts'
import type { Actor } from '#server/access/actor.ts'
import { isRecordId } from '#server/database/record-id.ts'
import type { AuditEvent } from './store.ts'

/** What the permissions of a kind of record begin with. */
type Subject<P extends string = Permission> = P extends `${infer First}:${string}` ? First : never

type RefusedKind = {
  [Kind in AuditedKind]: 'refused' extends AuditActions[Kind] ? Kind : never
}[AuditedKind]

const kinds: Partial<Record<string, RefusedKind>> = {
  clients: 'client',
  notes: 'note',
  employees: 'employee',
  'contact-messages': 'contact message',
  'outgoing-mail': 'outgoing mail',
} satisfies Partial<Record<Subject, RefusedKind>>

export interface Refusal {
  actor: Actor
  asked: Permission
  /** Of the address, as they were typed. */
  params: unknown
}

/** Somebody asked for what their role does not allow (docs/decisions/0042): what it was, and of which record. */
export function refusedCall(at: Date, { actor, asked, params }: Refusal): AuditEvent {
  const { id, noteId } = params as { id?: string; noteId?: string }
  const kind = kinds[asked.split(':')[0] ?? ''] ?? 'other call'
  const client = kind === 'note' && recordIn(id)
  const details = { fields: [asked], ...(client && { client }) }
  return { at, actor, action: 'refused', kind, id: recordIn(kind === 'note' ? noteId : id), details }
}

/** An address holds whatever was typed; a row holds ids only, as the database writes them. */
const recordIn = (param: string | undefined) => (param && isRecordId(param) ? param.toLowerCase() : undefined)
