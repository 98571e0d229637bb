import './note-editor.css'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Note } from '#contract/notes/schema.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { NoteRefusal } from './note-refusal.tsx'
import { NoteTextArea } from './note-text-area.tsx'
import { useNoteEditing } from './use-note-editing.ts'
import { noteChangeWording as wording } from './wording.ts'

type NoteEditorProps = {
  note: Note
  /** Somebody has just asked for it; an edit that a reload brought back leaves focus alone. */
  takeFocus: boolean
  onDone: () => void
}

/** In place of a note's text. Nothing is given up without being asked for. */
export function NoteEditor({ note, takeFocus, onDone }: NoteEditorProps) {
  const editing = useNoteEditing(note, onDone)
  const [asks, setAsks] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    if (!takeFocus || !input.current) return
    const { value } = input.current
    input.current.focus()
    input.current.setSelectionRange(value.length, value.length)
  }, [takeFocus])

  function submit(event: FormEvent) {
    event.preventDefault()
    editing.save()
  }

  function cancel() {
    if (editing.busy) return
    if (editing.isChanged) setAsks(true)
    else editing.close()
  }

  function onKeyDown(event: KeyboardEvent) {
    // Escape of an input method ends a word, not the edit.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    cancel()
  }

  return (
    <div className="note-editor">
      <form onSubmit={submit} onKeyDown={onKeyDown}>
        <NoteTextArea ref={input} label={wording.label} hint={wording.draftKept} writing={editing} />
        {editing.refusal && <NoteRefusal {...editing.refusal} />}
        <FormActions>
          <Button type="submit" tone="primary" icon="check" busy={editing.busy}>
            {wording.save}
          </Button>
          <Button onClick={cancel}>{wording.cancel}</Button>
        </FormActions>
      </form>
      <ConfirmDialog
        open={asks}
        title={wording.discardTitle}
        confirmLabel={wording.discard}
        cancelLabel={wording.goOn}
        onConfirm={editing.close}
        onCancel={() => setAsks(false)}
      >
        {wording.discardQuestion}
      </ConfirmDialog>
      {editing.newer && <ConflictDialog editing={editing} newer={editing.newer} />}
    </div>
  )
}
