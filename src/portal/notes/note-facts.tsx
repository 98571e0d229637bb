import { noteFields } from '#contract/notes/fields.ts'
import type { NoteInput, NoteVersion } from '#contract/notes/schema.ts'
import { type FieldValue, isFilledIn, type RecordField } from '#contract/record-field.ts'
import { ShownValue } from '#portal/form/field-values.tsx'

/** What a note says besides its text: the fields of the group 'facts' in the table. */
export const noteFacts = Object.entries<RecordField>(noteFields).filter(([, { group }]) => group === 'facts')

/** The facts that were filled in, on a line each. */
export function NoteFacts({ note, className }: { note: NoteInput | NoteVersion; className: string }) {
  const values: Readonly<Record<string, FieldValue>> = { ...note }
  return noteFacts.map(([name, field]) => {
    const value = values[name] ?? null
    return (
      isFilledIn(value) && (
        <span key={name} className={className}>
          {field.label}: <ShownValue field={field} value={value} />
        </span>
      )
    )
  })
}
