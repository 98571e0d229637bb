import { type KeyboardEvent, useRef } from 'react'
import * as z from 'zod/mini'
import { inputShape } from '#contract/field-schemas.ts'
import { followUpFields } from '#contract/follow-ups/fields.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { type ServiceTimes, serviceTimeErrors } from '#contract/notes/rules.ts'
import type { Note } from '#contract/notes/schema.ts'
import { type NameOf, namesOf, type RecordFields } from '#contract/record-field.ts'
import { formValues } from '#portal/form/field-values.tsx'
import { FoldedFields, FormFields, type FormFieldsProps, RecordInput } from '#portal/form/form-controls.tsx'
import { formShape } from '#portal/form/form-schema.ts'
import { organizationTimeZone, today } from '#portal/screen/dates.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'

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

export type NewNoteField = NoteField | NextField

export const emptyNewNote = { ...emptyNote, ...formValues(nextFields) }

export type NewNoteForm = z.output<typeof newNoteFormSchema>

const timeErrors = (note: unknown) => serviceTimeErrors(note as ServiceTimes, organizationTimeZone())

const timesAgree = (['startTime', 'endTime', 'minutes'] as const).map((name) =>
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

/** What an edit starts with. */
export const baseOf = (note: Note) => ({ values: formValues(noteFields, note), version: note.version })

const factsTitle = 'About the service'

const factNames = namesOf(noteFields).filter((name) => name !== 'text')

/** One slim row below the text, empty until someone fills it in; folded on a phone, where it would hide the button below it. */
export function NoteFactInputs({ form }: Pick<FormFieldsProps<typeof noteFields, NoteField>, 'form'>) {
  const facts = useRef<HTMLFieldSetElement>(null)
  const { startTime, endTime, endsNextDay } = form.values
  // A box that is ticked stays, so that it can be unticked.
  const mayEndNextDay = (startTime && endTime && endTime <= startTime) || endsNextDay === 'yes'

  /** By keyboard, the next fact is at hand: the date has stops for each of its parts. A key that is held must not reach the form. */
  function focusNextField({ key }: KeyboardEvent) {
    if (!form.locked && (key === 'Enter' || key === ' '))
      facts.current?.querySelector<HTMLElement>('[type="time"]')?.focus()
  }

  const todayButton = (
    <Button small tone="quiet" onClick={() => form.setValue('serviceDate', today())} onKeyUp={focusNextField}>
      Today
    </Button>
  )
  return (
    <FoldedFields
      form={form}
      names={factNames}
      startsOpen={matchMedia('(min-width: 30rem)').matches || undefined}
      summary={factsTitle}
      className="note-form-service"
    >
      <fieldset className="note-form-facts" aria-label={factsTitle} ref={facts}>
        <FormFields form={form} fields={noteFields} group="facts" beside={{ serviceDate: todayButton }} />
        {mayEndNextDay && (
          <CheckboxField
            label={noteFields.endsNextDay.label}
            checked={endsNextDay === 'yes'}
            onChange={({ currentTarget: { checked } }) => form.setValue('endsNextDay', checked ? 'yes' : '')}
          />
        )}
      </fieldset>
    </FoldedFields>
  )
}
