import { noteFields } from '#contract/notes/fields.ts'
import { toMultiline } from '#contract/plain-text.ts'
import type { RecordFormState } from '#portal/form/use-record-form.ts'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { TextArea, type TextAreaProps } from '#ui/text-area.tsx'

type NoteTextAreaProps = Omit<
  TextAreaProps,
  'limit' | 'value' | 'readOnly' | 'error' | 'onChange' | 'form'
> & {
  /** Of a new note, or of one that is edited. */
  form: Pick<RecordFormState<'text'>, 'field' | 'setValue'>
}

/** Leaves out invisible characters of a pasted text. */
export function NoteTextArea({ form, ...more }: NoteTextAreaProps) {
  return (
    <TextArea
      {...form.field('text')}
      {...more}
      limit={noteFields.text.max}
      dir={noteFields.text.dir}
      onChange={({ currentTarget }) => {
        rewriteTyped(currentTarget, toMultiline)
        form.setValue('text', currentTarget.value)
      }}
    />
  )
}
