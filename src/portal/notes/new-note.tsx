import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { attestedSentence } from '#contract/notes/rules.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { CallFailure, errorMessage } from '#portal/calls/call-failure.ts'
import { clientQueries } from '#portal/clients/queries.ts'
import { clientWording } from '#portal/clients/wording.ts'
import { DraftStatus, OtherDraft, WithDraft } from '#portal/drafts/draft-status.tsx'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { followUpQueries, outcomeParameter } from '#portal/follow-ups/queries.ts'
import { type RecordFormState, useRecordForm } from '#portal/form/use-record-form.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { useScreenMemory } from '#portal/screen/screen-memory.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useToast } from '#ui/toast.tsx'
import { correctionForm } from './edited-notes.ts'
import { NoteError } from './note-error.tsx'
import {
  emptyNewNote,
  type NewNoteForm,
  NextStep,
  NoteFactInputs,
  newNoteFormSchema,
  sendByKeys,
  withoutComputedMinutes,
} from './note-form.tsx'
import { noteElementId } from './note-marks.tsx'
import { NoteTextArea } from './note-text-area.tsx'
import { type ShownNotes, useAddNote } from './queries.ts'
import { notesWording } from './wording.ts'

type NoteWritingProps = {
  clientId: string
  loading: ShownNotes
  /** The note to correct, if it is not a new one. */
  correction?: { id: string; onEnd: () => void } | undefined
  /** When the person has chosen between the two. */
  takesFocus?: boolean
  /** Below the input. */
  messages?: ReactNode
}

/** The panel's footer: a new note, or a correction of a note that the person may not edit. Each has its own draft. */
export function NoteWriting(props: NoteWritingProps) {
  const { clientId, correction } = props
  return (
    <WithDraft
      form={correction ? correctionForm({ id: correction.id, clientId }) : `note:${clientId}`}
      lines={15}
    >
      {(draft) => <NewNote {...props} draft={draft} />}
    </WithDraft>
  )
}

/** With the id of the follow-up whose outcome the note describes: whoever continues the draft must not lose it. */
const emptyForm = { ...emptyNewNote, outcomeOf: '' }

/** The input, with errors below it. */
function NewNote({
  clientId,
  draft,
  loading,
  messages,
  correction,
  takesFocus,
}: NoteWritingProps & { draft: PageDraft }) {
  const { mutateAsync: add } = useAddNote(clientId)
  const toast = useToast()
  const [added, setAdded] = useState(false)
  // Not part of the draft: only the author ticks it.
  const [sign, setSign] = useState(false)
  // Closes the follow-up for the next note.
  const [saved, setSaved] = useState(0)
  const form = useRecordForm<keyof typeof emptyForm, NewNoteForm>({
    draft,
    opened: { values: emptyForm },
    schemaFor: () => newNoteFormSchema,
    checksLeftFields: false,
    save: ({ nextOn: on, nextWhat: what, ...note }, _version, once) =>
      add({
        note: withoutComputedMinutes(note),
        sign,
        corrects: correction?.id,
        outcomeOf,
        followUp: what ? { on, what } : undefined,
        once,
      }),
    onSaved() {
      setSign(false)
      setSaved((count) => count + 1)
      if (outcomeOf) forgetOutcome()
      if (!correction) return setAdded(true)
      toast({ text: 'Correction added.' })
      correction.onEnd()
    },
    formErrorOf: (error) => ({
      title: (error instanceof CallFailure && error.fields.sign) || notesWording.addFailed,
      detail:
        error instanceof CallFailure && error.fields.corrects
          ? 'The note that you are correcting has been deleted. Copy your text if you still need it.'
          : errorMessage(error, { 'not-found': clientWording.deleted }),
    }),
    takesFocus,
    afterSave: 'reset',
  })
  const outcome = useOutcome(clientId, form)
  const { forget: forgetOutcome } = outcome
  const outcomeOf = correction ? undefined : outcome.followUp?.id
  const isBlank = form.values.text.trim() === ''
  const [isBegun, setBegun] = useState(false)
  if (!isBlank && !isBegun) setBegun(true)
  const wasFocused = useRef(false)

  /** Puts the caret at the end of a draft. Only on focus, because Safari focuses a field whose caret is set. */
  function onFocus({ currentTarget }: FocusEvent<HTMLTextAreaElement>) {
    if (wasFocused.current) return
    wasFocused.current = true
    const end = currentTarget.value.length
    currentTarget.setSelectionRange(end, end)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    form.focus('text')
    // A blank note is silently not sent (docs/specification.md §5).
    if (!isBlank) void form.submit()
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    sendByKeys(event)
    if (added) tabToNextClient(event)
  }

  return (
    <form className="new-note stack-close screen-only" onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <div className="new-note-text stack-close">
        {!matchMedia('(min-width: 30rem)').matches && <AboutWhom clientId={clientId} />}
        <OtherDraft draft={draft} />
        {outcomeOf && <AboutOutcome {...outcome} />}
        {correction && <AboutCorrection id={correction.id} loaded={loading} onEnd={correction.onEnd} />}
        <NoteTextArea
          form={form}
          id={newNoteFragment}
          label={correction ? 'Correction' : 'New Weekly Note'}
          placeholder={correction ? 'What the note should have said…' : 'Write your weekly update...'}
          hint={
            <>
              <DraftStatus draft={form.draft} />{' '}
              <span className="key-hint">
                Ctrl+Enter (⌘+Enter on a Mac) adds {correction ? 'it' : 'the note'}.
              </span>
            </>
          }
          onFocus={onFocus}
          onInput={() => {
            setAdded(false)
            if (outcomeOf) form.setValue('outcomeOf', outcomeOf)
          }}
        />
      </div>
      <NoteFactInputs form={form} clientId={clientId} />
      <NextStep key={saved} form={form} startsOpen={saved > 0 ? false : undefined} />
      {form.formError && <NoteError {...form.formError} />}
      {messages}
      <FormActions>
        <CheckboxField
          label={attestedSentence(correction !== undefined)}
          checked={sign}
          onChange={({ currentTarget }) => form.locked || setSign(currentTarget.checked)}
        />
        <Button type="submit" tone="primary" icon="plus" busy={form.status === 'sending'} disabled={isBlank}>
          {correction ? 'Add correction' : 'Add Note'}
        </Button>
        <div className="new-note-added row" ref={added ? scrollIntoView : undefined}>
          <div className="announced" role="status">
            {added && (
              <p className="row">
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

/** On a phone, where the heading has left the window by the time one writes. */
function AboutWhom({ clientId }: { clientId: string }) {
  const { data: client } = useQuery(clientQueries.one(clientId))
  // Nothing below it moves when the client arrives.
  if (!client) return <p className="small-soft">&nbsp;</p>
  return (
    <p className="small-soft">
      About <bdi>{fullName(client)}</bdi>, born {shortCalendarDate(client.dateOfBirth)}
    </p>
  )
}

type OutcomeForm = Pick<RecordFormState<'outcomeOf'>, 'values' | 'setValue'>

/** The follow-up that the address or the draft names, once it is known to be this client's and done. */
function useOutcome(clientId: string, form: OutcomeForm) {
  const [params, setParams] = useSearchParams()
  const id = params.get(outcomeParameter) ?? form.values.outcomeOf
  const { data } = useQuery({ ...followUpQueries.ofClient(clientId, false), enabled: id !== '' })
  return {
    followUp: data?.items.find((followUp) => followUp.id === id),
    /** A reload must not begin it again. */
    forget() {
      form.setValue('outcomeOf', '')
      params.delete(outcomeParameter)
      setParams(params, { replace: true, preventScrollReset: true })
    },
  }
}

function AboutOutcome({ followUp, forget }: ReturnType<typeof useOutcome>) {
  return (
    <div className="row">
      <p>
        Outcome of the follow-up “<bdi>{followUp?.what}</bdi>”
      </p>
      <Button small tone="quiet" onClick={forget}>
        Write another note instead
      </Button>
    </div>
  )
}

type AboutCorrectionProps = { id: string; loaded: ShownNotes; onEnd: () => void }

/** Names the note being corrected. Writing a new note instead leaves the correction in its draft. */
function AboutCorrection({ id, loaded, onEnd }: AboutCorrectionProps) {
  const note = loaded.data?.notes.find((known) => known.id === id)
  const hasFacts =
    !note || [note.serviceDate, note.minutes, note.service, note.contact].some((fact) => fact !== null)
  return (
    <div className="row">
      {note ? (
        <p>
          Correcting the <a href={`#${noteElementId(note)}`}>note of {shortDate(note.createdAt)}</a> by{' '}
          <bdi>{note.authorName || note.author}</bdi>.
        </p>
      ) : (
        <p>Correcting an older note.</p>
      )}
      <Button small tone="quiet" onClick={onEnd}>
        Write a new note instead
      </Button>
      {hasFacts && (
        <p className="small-soft">
          Totals count the correction in place of the note. Enter the date, time, service and contact again.
        </p>
      )}
    </div>
  )
}

/**
 * Leads to the next client without a note this week, with focus in the text area: one's own unless the dashboard shows
 * everyone's. Absent if the next client can't be loaded.
 */
function NextClientLink({ clientId }: { clientId: string }) {
  const areaPath = useAreaPath()
  const { withoutNoteOf } = useScreenMemory()
  const { data: own } = useQuery(clientQueries.caseload('me'))
  const isMine = withoutNoteOf ? withoutNoteOf === 'mine' : Boolean(own)
  const [skipped, setSkipped] = useState<string>()
  const { data } = useQuery({
    ...clientQueries.nextWithoutNote(clientId, isMine ? 'me' : undefined, skipped),
    enabled: own !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!data?.next) return null
  const { next, place, total } = data
  return (
    <div className="row">
      <Anchor href={`${areaPath('clientNotes', next.id)}#${newNoteFragment}`}>
        Next client without a note: <bdi>{fullName(next)}</bdi> ({shortCalendarDate(next.dateOfBirth)})
      </Anchor>
      {isMine && (
        <span className="small-soft">
          {place} of {total}
        </span>
      )}
      {total > 1 && (
        <Button small tone="quiet" onClick={() => setSkipped(next.id)}>
          Skip
        </Button>
      )}
    </div>
  )
}

/** After a note, Tab leads from the emptied text to the next client: the facts in between have some 20 stops. */
function tabToNextClient(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, shiftKey, target, currentTarget } = event
  if (key !== 'Tab' || shiftKey || (target as Element).id !== newNoteFragment) return
  const link = currentTarget.querySelector<HTMLElement>('.new-note-added a')
  if (!link) return
  event.preventDefault()
  link.focus()
}

/** A ref: on a phone the bar would cover the link after a note. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
