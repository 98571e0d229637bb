import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import * as z from 'zod/mini'
import { inputShape } from '#contract/field-schemas.ts'
import { followUpFields } from '#contract/follow-ups/fields.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { minutesBetween, type ServiceTimes, serviceTimeErrors } from '#contract/notes/rules.ts'
import type { Note, NoteInput } from '#contract/notes/schema.ts'
import { type NameOf, namesOf, type RecordFields } from '#contract/record-field.ts'
import { WhatIsLeft } from '#portal/authorizations/what-is-left.tsx'
import { isFailure } from '#portal/calls/call-failure.ts'
import { CardNotLoaded } from '#portal/calls/loaded.tsx'
import { formValues } from '#portal/form/field-values.tsx'
import { FoldedFields, type FormFieldsProps, RecordInput } from '#portal/form/form-controls.tsx'
import { formShape } from '#portal/form/form-schema.ts'
import { currentTime, organizationTimeZone, today } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'
import { Button } from '#ui/button.tsx'
import { GoalBoxes, offeredGoals } from './note-goals.tsx'
import { noteQueries, shownNotes, useGoals } from './queries.ts'

/* The form of a note, new or edited. */

export type NoteField = NameOf<typeof noteFields>

export const noteFormSchema = z.object(formShape(noteFields, inputShape(noteFields)))

const emptyNote = formValues(noteFields)

/** The follow-up that can be added along with a new note (docs/product.md 79). */
const nextFields = {
  nextOn: followUpFields.on,
  nextWhat: followUpFields.what,
} as const satisfies RecordFields

type NextField = NameOf<typeof nextFields>

export const emptyNewNote = { ...emptyNote, ...formValues(nextFields) }

export type NewNoteForm = z.output<typeof newNoteFormSchema>

const timeErrors = (note: unknown) =>
  serviceTimeErrors({ ...(note as ServiceTimes), minutes: null }, organizationTimeZone())

const timesAgree = (['startTime', 'endTime'] as const).map((name) =>
  z.refine<ServiceTimes>((note) => !timeErrors(note)[name], {
    path: [name],
    error: ({ input }) => timeErrors(input)[name],
  }),
)

/** Requires both fields of the follow-up or neither. */
export const newNoteFormSchema = z
  .extend(noteFormSchema, { nextOn: z.string(), nextWhat: z.string().check(z.trim()) })
  .check(
    ...timesAgree,
    z.refine(({ nextOn, nextWhat }) => !nextWhat || nextOn !== '', {
      path: ['nextOn'],
      error: followUpFields.on.required,
    }),
    z.refine(({ nextOn, nextWhat }) => !nextOn || nextWhat !== '', {
      path: ['nextWhat'],
      error: followUpFields.what.required,
    }),
  )

type NextStepProps = Pick<FormFieldsProps<typeof nextFields, NextField>, 'form'> & {
  /** After a note was added: the values may still be those of that note. */
  startsOpen?: false | undefined
}

export function NextStep({ form, startsOpen }: NextStepProps) {
  return (
    <FoldedFields
      form={form}
      names={namesOf(nextFields)}
      startsOpen={startsOpen}
      summary="Follow-up"
      className="note-form-next"
    >
      <div className="note-form-facts">
        {namesOf(nextFields).map((name) => (
          <RecordInput key={name} form={form} name={name} field={nextFields[name]} required={false} />
        ))}
      </div>
    </FoldedFields>
  )
}

/** With times there is no box for minutes, and the server computes them. */
export function withoutComputedMinutes({ minutes, ...note }: NoteInput): NoteInput {
  return note.startTime || note.endTime ? note : { minutes, ...note }
}

/** What an edit starts with. */
export const baseOf = (note: Note) => ({ values: formValues(noteFields, note), version: note.version })

/** Ctrl+Enter in any field sends the form. */
export function sendByKeys(event: KeyboardEvent<HTMLFormElement>) {
  const { key, ctrlKey, metaKey, nativeEvent, target, currentTarget } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || nativeEvent.isComposing) return
  if (!(target as Element).matches('input, select, textarea')) return
  event.preventDefault()
  currentTarget.requestSubmit()
}

const factsTitle = 'About the service'

const factNames = namesOf(noteFields).filter((name) => name !== 'text')

type FactName = (typeof factNames)[number]

type NoteFactsProps = Pick<FormFieldsProps<typeof noteFields, NoteField>, 'form'> & {
  clientId: string
  /** Of a note that is edited. */
  writtenAt?: string
}

/** Two rows below the text, empty until someone fills them in; folded on a phone, where they would hide the button below them. */
export function NoteFactInputs({ form, clientId, writtenAt }: NoteFactsProps) {
  const facts = useRef<HTMLFieldSetElement>(null)
  const placesId = useId()
  const known = useQueryClient().getQueryData(noteQueries.list(clientId).queryKey)
  const goals = useGoals(clientId)
  const boxes = {
    form,
    goals: goals.data ?? [],
    writtenOn: today(writtenAt ? new Date(writtenAt) : undefined),
  }
  const hasGoals = offeredGoals(boxes).length > 0
  const places = new Set(known && shownNotes(known).notes.flatMap(({ place }) => place ?? []))
  const { startTime, endTime, endsNextDay } = form.values
  // A box that is ticked stays, so that it can be unticked.
  const mayEndNextDay = (startTime && endTime && endTime <= startTime) || endsNextDay === 'yes'
  const times = { ...form.values, endsNextDay: endsNextDay === 'yes', minutes: null }
  const minutes = minutesBetween(times, organizationTimeZone()) ?? 0

  const input = (name: FactName, more: { beside?: ReactNode; list?: string } = {}) => (
    <RecordInput key={name} form={form} name={name} field={noteFields[name]} {...more} />
  )

  /** Fills a field in. By keyboard, the next fact is at hand: the date has stops for each of its parts. */
  function filling(name: FactName, label: 'Today' | 'Now', value: () => string, next: FactName) {
    /** A key that is held must not reach the form. */
    function focusNextField({ key }: KeyboardEvent) {
      if (!form.locked && (key === 'Enter' || key === ' '))
        facts.current?.querySelector<HTMLElement>(`[name="${next}"]`)?.focus()
    }
    return (
      <Button small tone="quiet" onClick={() => form.setValue(name, value())} onKeyUp={focusNextField}>
        {label}
        {label === 'Now' && <span className="visually-hidden"> {noteFields[name].label}</span>}
      </Button>
    )
  }

  return (
    <FoldedFields
      form={form}
      names={factNames}
      startsOpen={matchMedia('(min-width: 30rem)').matches || undefined}
      summary={hasGoals ? `${factsTitle}, goals` : factsTitle}
      className="note-form-service"
    >
      <fieldset className="stack-close" aria-label={factsTitle} ref={facts}>
        <div className="note-form-facts">
          {input('serviceDate', { beside: filling('serviceDate', 'Today', today, 'startTime') })}
          <div className="note-form-times">
            {input('startTime', { beside: filling('startTime', 'Now', currentTime, 'endTime') })}
            {input('endTime', { beside: filling('endTime', 'Now', currentTime, 'service') })}
            {startTime || endTime ? (
              <output>{minutes > 0 && plural(minutes, 'minute', 'minutes')}</output>
            ) : (
              input('minutes')
            )}
            {mayEndNextDay && input('endsNextDay')}
          </div>
        </div>
        <div className="note-form-facts">
          {factNames
            .filter((name) => 'group' in noteFields[name] && noteFields[name].group === 'facts')
            .map((name) => (
              <Fragment key={name}>
                {input(name, name === 'place' ? { list: placesId } : {})}
                {name === 'service' && (
                  <WhatIsLeft
                    clientId={clientId}
                    service={form.values.service}
                    day={form.values.serviceDate}
                  />
                )}
              </Fragment>
            ))}
          <datalist id={placesId}>
            {[...places].map((place) => (
              <option key={place} value={place} />
            ))}
          </datalist>
        </div>
        {hasGoals && <GoalBoxes {...boxes} />}
        {goals.error && !goals.data && !isFailure(goals.error, 'not-found') && (
          <CardNotLoaded message="Unable to load the goals." query={goals} />
        )}
      </fieldset>
    </FoldedFields>
  )
}
