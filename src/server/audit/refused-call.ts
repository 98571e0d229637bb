import { isRecordId } from '#server/database/record-id.ts'
import type { Refusal } from '#server/http/serve-endpoint.ts'
import type { AuditEvent } from './store.ts'

/** Somebody asked for what their role does not allow (docs/decisions/0042): what it was, and of which record. */
export function refusedCall(at: Date, { actor, asked, params }: Refusal): AuditEvent {
  const { id, noteId } = params as { id?: string; noteId?: string }
  const client = noteId && recordIn(id)
  const details = { fields: [asked], ...(client && { client }) }
  return { at, actor, action: 'refused', kind: 'call', id: recordIn(noteId ?? id), details }
}

/** An address holds whatever was typed; a row holds ids only, as the database writes them. */
const recordIn = (param: string | undefined) => (param && isRecordId(param) ? param.toLowerCase() : undefined)
