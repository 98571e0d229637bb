import { type FormEvent, useRef } from 'react'
import { noteLimit } from '#contract/notes/schema.ts'
import { noteWording } from '#contract/notes/wording.ts'
import { sentenceOf } from '#portal/session/call-failure.ts'
import { Button } from '#ui/button.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { NoteRefusal } from './note-refusal.tsx'
import { useNewNote } from './use-new-note.ts'
import { notesScreenWording as wording } from './wording.ts'

type Loading = { isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }

/** The footer of the panel (§2): the input, and below it whatever went wrong. */
export function NewNote({ clientId, loading }: { clientId: string; loading: Loading }) {
  const { text, type, add, busy, mistake, error, added } = useNewNote(clientId)
  const input = useRef<HTMLTextAreaElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    add()
    input.current?.focus()
  }

  return (
    <form className="new-note" onSubmit={submit}>
      <TextArea
        ref={input}
        label={wording.label}
        placeholder={wording.placeholder}
        hint={wording.draftKept}
        limit={noteLimit}
        dir="auto"
        value={text}
        readOnly={busy}
        error={mistake}
        errorBelow
        onChange={(event) => type(event.currentTarget.value)}
      />
      {error !== null && <NoteRefusal message={noteWording.addFailed} detail={sentenceOf(error)} />}
      {loading.isError && (
        <NoteRefusal message={noteWording.loadFailed} detail={sentenceOf(loading.error)}>
          <Button icon="refresh" busy={loading.isFetching} onClick={() => void loading.refetch()}>
            {wording.loadAgain}
          </Button>
        </NoteRefusal>
      )}
      <FormActions>
        <Button type="submit" tone="primary" icon="plus" busy={busy} disabled={text.trim() === ''}>
          {wording.add}
        </Button>
        <p className="new-note-added" role="status">
          {added && (
            <>
              <Icon name="check" size="small" /> {wording.added}
            </>
          )}
        </p>
      </FormActions>
    </form>
  )
}
