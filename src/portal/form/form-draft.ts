import * as z from 'zod/mini'
import { dropDraft, readDraft, writeDraft } from '#portal/session/draft.ts'
import { type FormBase, type FormValues, fieldsOf, hasSameValues } from './form-values.ts'

interface StoredDraft<Field extends string> {
  base: FormBase<Field>
  values: FormValues<Field>
}

/** A form that is being filled in survives a reload and an ended session, for the same person in the same tab. */
export function formDraft<Field extends string>(key: string, blank: FormValues<Field>) {
  // Exactly these fields: a draft of another release is ignored.
  const values = z.strictObject(Object.fromEntries(fieldsOf(blank).map((field) => [field, z.string()])))
  const draftSchema = z.object({ base: z.object({ values, version: z.optional(z.int()) }), values })
  // The last text that this form has read or written.
  let own = readDraft(key)
  return {
    read(): StoredDraft<Field> | undefined {
      try {
        return draftSchema.parse(JSON.parse(readDraft(key))) as StoredDraft<Field>
      } catch {
        return undefined
      }
    },
    /** An unchanged form is no draft. */
    write(form: StoredDraft<Field>) {
      if (hasSameValues(trimmed(form.base.values), trimmed(form.values))) dropDraft(key)
      else writeDraft(key, JSON.stringify(form))
      own = readDraft(key)
    },
    /** Unless another form, opened while this one was sent, has written a draft since. */
    drop() {
      if (readDraft(key) === own) dropDraft(key)
    },
  }
}

function trimmed<Field extends string>(values: FormValues<Field>): FormValues<Field> {
  return Object.fromEntries(
    fieldsOf(values).map((field) => [field, values[field].trim()]),
  ) as FormValues<Field>
}
