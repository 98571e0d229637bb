import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import type { NoteInput } from '#contract/notes/schema.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { clientQueries } from '#portal/clients/queries.ts'
import { clientScreenWording } from '#portal/clients/wording.ts'
import { DraftStatus } from '#portal/drafts/draft-status.tsx'
import { useRecordForm } from '#portal/form/use-record-form.ts'
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
import { sharedNoteWording, notesScreenWording as wording } from './wording.ts'

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
      title: sharedNoteWording.addFailed,
      detail: errorMessage(error, { 'not-found': clientScreenWording.form.removed }),
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
        label={wording.label}
        placeholder={wording.placeholder}
        hint={
          <>
            <DraftStatus draftKey={form.draftKey} /> <span className="new-note-keys">{wording.keys}</span>
          </>
        }
        onFocus={onFocus}
        onInput={() => setAdded(false)}
      />
      <NoteFactInputs form={form} />
      {form.formError && <NoteError {...form.formError} />}
      {loading.isError && !loading.isFetchNextPageError && (
        <NoteError title={sharedNoteWording.loadFailed} detail={errorMessage(loading.error)}>
          <Button icon="refresh" busy={loading.isFetching} onClick={() => void loading.refetch()}>
            {wording.loadAgain}
          </Button>
        </NoteError>
      )}
      <FormActions>
        <Button type="submit" tone="primary" icon="plus" busy={form.busy} disabled={isBlank}>
          {wording.add}
        </Button>
        <div className="new-note-added row" ref={added ? scrollIntoView : undefined}>
          <div className="announced" role="status">
            {added && (
              <p>
                <Icon name="check" size="small" /> {wording.added}
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

/** To the next client without a note this week, with focus in the text area. Absent if that can't be loaded. */
function NextClientLink({ clientId }: { clientId: string }) {
  const { data: next } = useQuery(clientQueries.nextWithoutNote(clientId))
  const areaPath = useAreaPath()
  if (!next) return null
  return (
    <Anchor href={`${areaPath('clientNotes', next.id)}#${newNoteFragment}`}>
      {wording.next} <bdi>{fullName(next)}</bdi> ({shortCalendarDate(next.dateOfBirth)})
    </Anchor>
  )
}

/** A ref: on a phone the bar would cover the link after a note. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
