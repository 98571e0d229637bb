import * as z from 'zod/mini'
import { dropDraft, readDraft, writeDraft } from '#portal/session/draft.ts'
import { type FormBase, type FormValues, fieldsOf, isSame } from './form-values.ts'

interface KeptForm<Field extends string> {
  base: FormBase<Field>
  values: FormValues<Field>
}

/** A form half filled in survives a reload and an ended session, for the same person in the same tab. */
export function formDraft<Field extends string>(key: string, blank: FormValues<Field>) {
  // Every field and no other: a draft of an older program is none.
  const values = z.strictObject(Object.fromEntries(fieldsOf(blank).map((field) => [field, z.string()])))
  const keptForm = z.object({ base: z.object({ values, version: z.optional(z.int()) }), values })
  // The last that this form has seen or written.
  let own = readDraft(key)
  return {
    /** What was typed is checked by the form like anything typed. */
    read(): KeptForm<Field> | undefined {
      try {
        return keptForm.parse(JSON.parse(readDraft(key))) as KeptForm<Field>
      } catch {
        const text = formerText(readDraft(key))
        return text && 'text' in blank ? { base: { values: blank }, values: { ...blank, text } } : undefined
      }
    },
    /** A form that holds what it began with is no draft. */
    write(form: KeptForm<Field>) {
      if (isSame(trimmed(form.base.values), trimmed(form.values))) dropDraft(key)
      else writeDraft(key, JSON.stringify(form))
      own = readDraft(key)
    },
    /** What another form has written since, opened while this one was sent, is not this one's to drop. */
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

/** Until November 2026 the draft of a new note was its text. Tabs stay open while the program is replaced. */
function formerText(draft: string): string | undefined {
  try {
    return typeof JSON.parse(draft) === 'object' ? undefined : draft
  } catch {
    return draft
  }
}
