import { type FormEvent, useRef } from 'react'
import { noteLimit } from '#contract/notes/schema.ts'
import { noteWording } from '#contract/notes/wording.ts'
import { sentenceOf } from '#portal/session/call-failure.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormActions } from '#ui/form-actions.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
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
        value={text}
        readOnly={busy}
        error={mistake}
        errorBelow
        onChange={(event) => type(event.currentTarget.value)}
      />
      {error !== null && <NoteRefusal message={noteWording.addFailed} detail={sentenceOf(error)} />}
      {loading.isError && (
        <ErrorState
          message={noteWording.loadFailed}
          detail={sentenceOf(loading.error)}
          onRetry={() => void loading.refetch()}
          retrying={loading.isFetching}
        />
      )}
      <FormActions>
        <Button type="submit" tone="primary" icon="plus" busy={busy} disabled={text.trim() === ''}>
          {wording.add}
        </Button>
      </FormActions>
      <p role="status">{added && <VisuallyHidden>{wording.added}</VisuallyHidden>}</p>
    </form>
  )
}
