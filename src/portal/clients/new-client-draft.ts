import * as z from 'zod/mini'
import type { ClientForm } from '#contract/clients/schema.ts'
import { draftKey, dropDraft, readDraft, writeDraft } from '#portal/session/draft.ts'

/** What was typed, right or wrong: texts only. */
const draft = z.partialRecord(
  z.enum(['firstName', 'lastName', 'status', 'service', 'email', 'phone', 'address', 'dateOfBirth']),
  z.string(),
)

/** A form half filled in survives a reload and an ended session, for the same person in the same tab. */
export function newClientDraft(employeeId: string) {
  const key = draftKey(employeeId, { kind: 'new-client' })
  return {
    read(): Partial<ClientForm> {
      try {
        // Checked by the form like anything typed.
        return draft.parse(JSON.parse(readDraft(key))) as Partial<ClientForm>
      } catch {
        return {}
      }
    },
    write(values: Partial<Record<keyof ClientForm, unknown>>) {
      const touched = Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== '')
      writeDraft(key, touched.length > 0 ? JSON.stringify(Object.fromEntries(touched)) : '')
    },
    drop: () => dropDraft(key),
  }
}
