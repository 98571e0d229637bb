import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { noteInput } from '#contract/notes/schema.ts'
import { newNotePart } from '#contract/paths.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { clientScreenWording } from '#portal/clients/wording.ts'
import { useRecordForm } from '#portal/record-form/use-record-form.ts'
import { Button } from '#ui/button.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Icon } from '#ui/icon.tsx'
import { NextClientLink } from './next-client-link.tsx'
import { NoteRefusal } from './note-refusal.tsx'
import { NoteTextArea } from './note-text-area.tsx'
import { type ShownNotes, useAddNote } from './queries.ts'
import { sharedNoteWording, notesScreenWording as wording } from './wording.ts'

/** The footer of the panel (§2): the input, and below it whatever went wrong. */
export function NewNote({ clientId, loading }: { clientId: string; loading: ShownNotes }) {
  const { mutateAsync: add } = useAddNote(clientId)
  const [added, setAdded] = useState(false)
  const form = useRecordForm<'text', { text: string }>({
    subject: { kind: 'note', clientId },
    opened: { values: { text: '' } },
    schemaFor: () => noteInput,
    mode: 'onSubmit',
    save: ({ text }) => add(text),
    onSaved: () => setAdded(true),
    refusalOf: (error) => ({
      title: sharedNoteWording.addFailed,
      detail: sentenceOf(error, { 'not-found': clientScreenWording.form.removed }),
    }),
    onceSaved: 'begins-anew',
  })
  const isBlank = form.watch('text')?.trim() === ''
  const input = useRef<HTMLTextAreaElement>(null)
  const entered = useRef(false)

  /** A kept draft is written on where it ends. Not before: Safari gives focus to a field whose caret is set. */
  function onFocus({ currentTarget }: FocusEvent<HTMLTextAreaElement>) {
    if (entered.current) return
    entered.current = true
    const end = currentTarget.value.length
    currentTarget.setSelectionRange(end, end)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // §5: a blank note is silently not sent.
    if (!isBlank) void form.submit()
    input.current?.focus()
  }

  return (
    <form className="new-note" onSubmit={submit}>
      <NoteTextArea
        ref={input}
        form={form}
        id={newNotePart}
        label={wording.label}
        placeholder={wording.placeholder}
        hint={
          <>
            {wording.draftKept} <span className="new-note-keys">{wording.keys}</span>
          </>
        }
        onFocus={onFocus}
        onInput={() => setAdded(false)}
      />
      {form.refusal && <NoteRefusal {...form.refusal} />}
      {loading.isError && !loading.isFetchNextPageError && (
        <NoteRefusal title={sharedNoteWording.loadFailed} detail={sentenceOf(loading.error)}>
          <Button icon="refresh" busy={loading.isFetching} onClick={() => void loading.refetch()}>
            {wording.loadAgain}
          </Button>
        </NoteRefusal>
      )}
      <FormActions>
        <Button type="submit" tone="primary" icon="plus" busy={form.busy} disabled={isBlank}>
          {wording.add}
        </Button>
        <div className="new-note-added" role="status">
          {added && (
            <>
              <p>
                <Icon name="check" size="small" /> {wording.added}
              </p>
              <NextClientLink clientId={clientId} />
            </>
          )}
        </div>
      </FormActions>
    </form>
  )
}
