import { type FocusEvent, type FormEvent, useRef } from 'react'
import { newNotePart } from '#contract/paths.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { clientScreenWording } from '#portal/clients/wording.ts'
import { Button } from '#ui/button.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Icon } from '#ui/icon.tsx'
import { NextClientLink } from './next-client-link.tsx'
import { NoteRefusal } from './note-refusal.tsx'
import { NoteTextArea } from './note-text-area.tsx'
import type { ShownNotes } from './queries.ts'
import { useNewNote } from './use-new-note.ts'
import { sharedNoteWording, notesScreenWording as wording } from './wording.ts'

/** The footer of the panel (§2): the input, and below it whatever went wrong. */
export function NewNote({ clientId, loading }: { clientId: string; loading: ShownNotes }) {
  const writing = useNewNote(clientId)
  const { text, add, busy, error, added } = writing
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
    add()
    input.current?.focus()
  }

  return (
    <form className="new-note" onSubmit={submit}>
      <NoteTextArea
        ref={input}
        writing={writing}
        id={newNotePart}
        label={wording.label}
        placeholder={wording.placeholder}
        hint={
          <>
            {wording.draftKept} <span className="new-note-keys">{wording.keys}</span>
          </>
        }
        onFocus={onFocus}
      />
      {error !== null && (
        <NoteRefusal
          message={sharedNoteWording.addFailed}
          detail={sentenceOf(error, { 'not-found': clientScreenWording.form.removed })}
        />
      )}
      {loading.isError && !loading.isFetchNextPageError && (
        <NoteRefusal message={sharedNoteWording.loadFailed} detail={sentenceOf(loading.error)}>
          <Button icon="refresh" busy={loading.isFetching} onClick={() => void loading.refetch()}>
            {wording.loadAgain}
          </Button>
        </NoteRefusal>
      )}
      <FormActions>
        <Button type="submit" tone="primary" icon="plus" busy={busy} disabled={text.trim() === ''}>
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
