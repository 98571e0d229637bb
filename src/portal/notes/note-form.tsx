import * as z from 'zod/mini'
import { enteredShape } from '#contract/field-schemas.ts'
import { noteFields } from '#contract/notes/fields.ts'
import type { Note } from '#contract/notes/schema.ts'
import type { NameOf } from '#contract/record-field.ts'
import { formValues } from '#portal/form/field-values.tsx'
import { FormFields, type FormFieldsProps } from '#portal/form/form-controls.tsx'
import { formShape } from '#portal/form/form-schema.ts'
import { today } from '#portal/screen/dates.ts'
import { Button } from '#ui/button.tsx'

/* The form of a note, new or edited. */

export type NoteField = NameOf<typeof noteFields>

export const noteFormSchema = z.object(formShape(noteFields, enteredShape(noteFields)))

export const emptyNote = formValues(noteFields)

/** What an edit starts with. */
export const baseOf = (note: Note) => ({ values: formValues(noteFields, note), version: note.version })

/** One slim row below the text, which is empty until somebody fills it in. */
export function NoteFactInputs({ form }: Pick<FormFieldsProps<typeof noteFields, NoteField>, 'form'>) {
  return (
    <fieldset className="note-form-facts" aria-label="About the service">
      <FormFields form={form} fields={noteFields} group="facts" />
      <Button small tone="quiet" onClick={() => form.locked || form.setValue('serviceDate', today())}>
        Today
      </Button>
    </fieldset>
  )
}
