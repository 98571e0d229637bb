import type { KeyboardEvent } from 'react'
import { noteLimit } from '#contract/notes/schema.ts'
import { plainProse } from '#contract/plain-text.ts'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { TextArea, type TextAreaProps } from '#ui/text-area.tsx'

type NoteTextAreaProps = Omit<
  TextAreaProps,
  'limit' | 'value' | 'readOnly' | 'error' | 'onChange' | 'onKeyDown'
> & {
  /** Of a new note, or of one that is edited. */
  writing: { text: string; type: (text: string) => void; busy: boolean; mistake?: string | undefined }
}

/** The text of a note that is being written. What nobody sees of a pasted text is left out. Ctrl+Enter sends its form. */
export function NoteTextArea({ writing, ...more }: NoteTextAreaProps) {
  return (
    <TextArea
      {...more}
      limit={noteLimit}
      dir="auto"
      value={writing.text}
      readOnly={writing.busy}
      error={writing.mistake}
      errorBelow
      onChange={({ currentTarget }) => {
        rewriteTyped(currentTarget, plainProse)
        writing.type(currentTarget.value)
      }}
      onKeyDown={sendByKeys}
    />
  )
}

function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
