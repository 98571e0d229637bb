import './note-editor.css'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { noteFields } from '#contract/notes/fields.ts'
import type { Note, NoteInput } from '#contract/notes/schema.ts'
import { namesOf } from '#contract/record-field.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import { DraftStatus, OtherDraft } from '#portal/drafts/draft-status.tsx'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { ConflictDialog } from '#portal/form/conflict-dialog.tsx'
import { newerRecord } from '#portal/form/conflicts.ts'
import { type RecordFormState, useRecordForm } from '#portal/form/use-record-form.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToast } from '#ui/toast.tsx'
import { NoteError } from './note-error.tsx'
import { NoteFacts } from './note-facts.tsx'
import {
  baseOf,
  NoteFactInputs,
  type NoteField,
  noteFormSchema,
  sendByKeys,
  withoutComputedMinutes,
} from './note-form.tsx'
import { NoteTextArea } from './note-text-area.tsx'
import { useEditNote, useGoals, useTakeNewerNote } from './queries.ts'
import { notesWording } from './wording.ts'

type NoteEditorProps = {
  note: Note
  draft: PageDraft
  /** A screen has one filled button, however many notes are edited. */
  isLatest: boolean
  /** When it was opened by a click; not for a draft from before a reload. */
  takeFocus: boolean
  onDone: () => void
}

/** In place of a note's text. Asks before it discards changes. */
export function NoteEditor({ note, draft, isLatest, takeFocus, onDone }: NoteEditorProps) {
  const { mutateAsync: edit, error } = useEditNote(note)
  const showNewer = useTakeNewerNote()
  const toast = useToast()
  const form = useRecordForm<NoteField, NoteInput, Note>({
    draft,
    opened: baseOf(note),
    schemaFor: () => noteFormSchema,
    checksLeftFields: false,
    save: (input, version) => edit({ ...withoutComputedMinutes(input), version }),
    onSaved() {
      toast({ text: 'Note saved.' })
      onDone()
    },
    formErrorOf,
    baseOf,
    asksOnOpen: false,
    afterSave: 'locked',
  })
  const [isConfirmingDiscard, setConfirmingDiscard] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const isChanged = namesOf(noteFields).some(form.isChanged)
  const newer = newerRecord<Note>(error)

  useEffect(() => {
    if (!takeFocus || !input.current) return
    const { value } = input.current
    input.current.focus()
    input.current.setSelectionRange(value.length, value.length)
    input.current.form?.scrollIntoView({ block: 'nearest' })
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
    if (form.locked) return
    if (isChanged) setConfirmingDiscard(true)
    else close()
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    sendByKeys(event)
    // In an input method editor, Escape ends a word, not the edit.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    cancel()
  }

  return (
    <div className="note-editor stack">
      <form className="stack" onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <OtherDraft draft={draft} />
        <NoteTextArea ref={input} label="Note text" hint={<DraftStatus draft={form.draft} />} form={form} />
        <NoteFactInputs form={form} clientId={note.clientId} writtenAt={note.createdAt} />
        {note.signedAt && (
          <p className="small-soft">
            Saving a change removes the signature of <bdi>{note.signedByName}</bdi>.
          </p>
        )}
        {note.reviewedAt && (
          <p className="small-soft">
            Saving a change removes the review by <bdi>{note.reviewedByName}</bdi>.
          </p>
        )}
        {form.formError && <NoteError {...form.formError} />}
        <FormActions>
          <Button type="submit" tone={isLatest ? 'primary' : 'secondary'} icon="check" busy={form.locked}>
            Save
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </FormActions>
      </form>
      <ConfirmDialog
        open={isConfirmingDiscard}
        title="Discard changes"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={close}
        onCancel={() => setConfirmingDiscard(false)}
      >
        <p>Are you sure you want to discard your changes to this note?</p>
        <p>
          <AboutOpenClient clientId={note.clientId} />
        </p>
      </ConfirmDialog>
      {form.conflict && newer && (
        <ConflictDialog
          title="Someone else changed this note"
          keepMine="Keep my text"
          takeNewer="Use the newer text"
          about={<AboutOpenClient clientId={note.clientId} />}
          intro="Someone else saved this note after you opened it. Nothing is lost: choose what to keep."
          // Keeps the text even if it is unchanged, because the newer note has another one.
          onKeepMine={() => form.conflict?.keepMine(true)}
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

/** Side by side; the user's own text can still be edited. */
function BothTexts({ form, newer }: { form: RecordFormState<NoteField>; newer: Note }) {
  const titleId = useId()
  const { data: goals } = useGoals(newer.clientId)
  return (
    <div className="note-conflict">
      <section aria-labelledby={titleId}>
        <h3 id={titleId}>The newer text</h3>
        <p className="note-edited small-soft">
          {notesWording.edited(shortDate(newer.editedAt ?? newer.createdAt))}{' '}
          {newer.editedBy ? (
            <Person name={newer.editedByName} email={newer.editedBy} />
          ) : (
            <Person name={newer.authorName} email={newer.author} />
          )}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, by arrow keys too */}
        <div className="note-conflict-text" role="document" aria-labelledby={titleId} tabIndex={0}>
          <p className="written-text" dir="auto">
            {newer.text}
          </p>
          <NoteFacts note={newer} goals={goals} className="note-fact small-soft" />
        </div>
      </section>
      <div>
        <NoteTextArea label="Your text" hint="You can still change it here." form={form} />
        <NoteFactInputs form={form} clientId={newer.clientId} writtenAt={newer.createdAt} />
      </div>
    </div>
  )
}

function formErrorOf(error: unknown) {
  if (isFailure(error, 'not-found')) return { title: notesWording.deleted }
  if (isFailure(error, 'not-allowed')) return { title: errorMessage(error) }
  return { title: notesWording.addFailed, detail: errorMessage(error) }
}
