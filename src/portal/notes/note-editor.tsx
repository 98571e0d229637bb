import './note-editor.css'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Note, noteInput } from '#contract/notes/schema.ts'
import { isFailure, sentenceOf } from '#portal/calls/call-failure.ts'
import { ConflictDialog } from '#portal/record-form/conflict-dialog.tsx'
import { newerRecord } from '#portal/record-form/newer-record.ts'
import { type RecordFormState, useRecordForm } from '#portal/record-form/use-record-form.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { useToast } from '#ui/toast.tsx'
import { editSubject } from './edited-notes.ts'
import { NoteRefusal } from './note-refusal.tsx'
import { NoteTextArea } from './note-text-area.tsx'
import { useEditNote, useTakeNewerNote } from './queries.ts'
import { notesScreenWording, sharedNoteWording, noteChangeWording as wording } from './wording.ts'

type NoteEditorProps = {
  note: Note
  /** Somebody has just asked for it; an edit that a reload brought back leaves focus alone. */
  takeFocus: boolean
  onDone: () => void
}

/** In place of a note's text. Nothing is given up without being asked for. */
export function NoteEditor({ note, takeFocus, onDone }: NoteEditorProps) {
  const { mutateAsync: edit, error } = useEditNote(note)
  const showNewer = useTakeNewerNote()
  const toast = useToast()
  const form = useRecordForm<'text', { text: string }, Note>({
    subject: editSubject(note),
    opened: baseOf(note),
    schemaFor: () => noteInput,
    mode: 'onSubmit',
    save: ({ text }, version) => edit({ text, version }),
    onSaved() {
      toast({ text: wording.saved })
      onDone()
    },
    refusalOf,
    baseOf,
    asksWhenOpened: false,
    onceSaved: 'locked',
  })
  const [asks, setAsks] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const isChanged = form.isChanged('text')
  const newer = newerRecord<Note>(error)

  useEffect(() => {
    if (!takeFocus || !input.current) return
    const { value } = input.current
    input.current.focus()
    input.current.setSelectionRange(value.length, value.length)
  }, [takeFocus])

  function close() {
    form.dropDraft()
    onDone()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged) void form.submit()
    else close()
  }

  function cancel() {
    if (form.busy) return
    if (isChanged) setAsks(true)
    else close()
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
        <NoteTextArea ref={input} label={wording.label} hint={wording.draftKept} form={form} />
        {form.refusal && <NoteRefusal {...form.refusal} />}
        <FormActions>
          <Button type="submit" tone="primary" icon="check" busy={form.busy}>
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
        onConfirm={close}
        onCancel={() => setAsks(false)}
      >
        {wording.discardQuestion}
      </ConfirmDialog>
      {form.conflict && newer && (
        <ConflictDialog
          wording={wording.conflict}
          intro={wording.conflict.intro}
          // Also where it is the text that stood there first: it is not what the newer note says.
          onKeepMine={() => form.conflict?.keepMine({ keepValues: true })}
          onTakeNewer={() => {
            showNewer(newer)
            close()
          }}
          onClose={form.conflict.close}
        >
          <BothTexts form={form} newer={newer} />
        </ConflictDialog>
      )}
    </div>
  )
}

/** Side by side; one's own can still be changed. */
function BothTexts({ form, newer }: { form: RecordFormState<'text'>; newer: Note }) {
  const titleId = useId()
  return (
    <div className="note-conflict">
      <section aria-labelledby={titleId}>
        <h3 id={titleId}>{wording.conflict.newer}</h3>
        <p className="note-edited">
          {notesScreenWording.edited(shortDate(newer.editedAt ?? newer.createdAt))}{' '}
          <EmailAddress amongWords address={newer.editedBy ?? newer.author} />
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by arrow keys too */}
        <div className="note-conflict-text" role="document" aria-labelledby={titleId} tabIndex={0}>
          <p className="note-text" dir="auto">
            {newer.text}
          </p>
        </div>
      </section>
      <NoteTextArea label={wording.conflict.mine} hint={wording.conflict.mineHint} form={form} />
    </div>
  )
}

function baseOf({ text, version }: Note) {
  return { values: { text }, version }
}

function refusalOf(error: unknown) {
  if (isFailure(error, 'not-found')) return { title: wording.gone }
  if (isFailure(error, 'not-allowed')) return { title: sentenceOf(error) }
  return { title: sharedNoteWording.addFailed, detail: sentenceOf(error) }
}
