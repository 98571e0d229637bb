import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import type { NoteInput } from '#contract/notes/schema.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { clientList, clientQueries } from '#portal/clients/queries.ts'
import { clientWording } from '#portal/clients/wording.ts'
import { DraftStatus } from '#portal/drafts/draft-status.tsx'
import { useRecordForm } from '#portal/form/use-record-form.ts'
import { readListState, useLinkToLeftList } from '#portal/lists/list-state.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { NoteError } from './note-error.tsx'
import { emptyNote, NoteFactInputs, type NoteField, noteFormSchema } from './note-form.tsx'
import { NoteTextArea } from './note-text-area.tsx'
import { type ShownNotes, useAddNote } from './queries.ts'
import { notesWording } from './wording.ts'

/** The footer of the panel: the input, with errors below it. */
export function NewNote({ clientId, loading }: { clientId: string; loading: ShownNotes }) {
  const { mutateAsync: add } = useAddNote(clientId)
  const [added, setAdded] = useState(false)
  const form = useRecordForm<NoteField, NoteInput>({
    draftKey: `note:${clientId}`,
    opened: { values: emptyNote },
    schemaFor: () => noteFormSchema,
    mode: 'onSubmit',
    save: (note, _version, once) => add({ note, once }),
    onSaved: () => setAdded(true),
    formErrorOf: (error) => ({
      title: notesWording.addFailed,
      detail: errorMessage(error, { 'not-found': clientWording.deleted }),
    }),
    afterSave: 'reset',
  })
  const isBlank = form.watch('text')?.trim() === ''
  const [isBegun, setBegun] = useState(false)
  if (!isBlank && !isBegun) setBegun(true)
  const input = useRef<HTMLTextAreaElement>(null)
  const entered = useRef(false)

  /** Puts the caret at the end of a draft. Only on focus, because Safari focuses a field whose caret is set. */
  function onFocus({ currentTarget }: FocusEvent<HTMLTextAreaElement>) {
    if (entered.current) return
    entered.current = true
    const end = currentTarget.value.length
    currentTarget.setSelectionRange(end, end)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // A blank note is silently not sent (docs/specification.md §5).
    if (!isBlank) void form.submit()
    input.current?.focus()
  }

  return (
    <form className="new-note stack-close screen-only" onSubmit={submit} noValidate>
      <NoteTextArea
        ref={input}
        form={form}
        id={newNoteFragment}
        label="New Weekly Note"
        placeholder="Write your weekly update..."
        hint={
          <>
            <DraftStatus draftKey={form.draftKey} />{' '}
            <span className="new-note-keys">Ctrl+Enter (⌘+Enter on a Mac) adds the note.</span>
          </>
        }
        onFocus={onFocus}
        onInput={() => setAdded(false)}
      />
      <NoteFactInputs form={form} />
      {form.formError && <NoteError {...form.formError} />}
      {loading.isError && !loading.isFetchNextPageError && (
        <NoteError title={notesWording.loadFailed} detail={errorMessage(loading.error)}>
          <Button icon="refresh" busy={loading.isFetching} onClick={() => void loading.refetch()}>
            Try again
          </Button>
        </NoteError>
      )}
      <FormActions>
        <Button type="submit" tone="primary" icon="plus" busy={form.busy} disabled={isBlank}>
          Add Note
        </Button>
        <div className="new-note-added row" ref={added ? scrollIntoView : undefined}>
          <div className="announced" role="status">
            {added && (
              <p>
                <Icon name="check" size="small" /> Note added.
              </p>
            )}
          </div>
          {/* Not before: reading a client leaves an audit row. */}
          {isBegun && <NextClientLink clientId={clientId} />}
        </div>
      </FormActions>
    </form>
  )
}

/**
 * To the next client without a note this week, of the worker whose list was left, with focus in the text area. Absent if that
 * can't be loaded.
 */
function NextClientLink({ clientId }: { clientId: string }) {
  const areaPath = useAreaPath()
  const { href } = useLinkToLeftList(areaPath('clients'))
  const { worker } = readListState(clientList, new URLSearchParams(href.split('?')[1]))
  const { data: next } = useQuery(clientQueries.nextWithoutNote(clientId, worker))
  if (!next) return null
  return (
    <Anchor href={`${areaPath('clientNotes', next.id)}#${newNoteFragment}`}>
      Next client without a note: <bdi>{fullName(next)}</bdi> ({shortCalendarDate(next.dateOfBirth)})
    </Anchor>
  )
}

/** A ref: on a phone the bar would cover the link after a note. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
