import { Fragment } from 'react'
import type { Goal } from '#contract/goals/endpoints.ts'
import { noteFields } from '#contract/notes/fields.ts'
import type { Note, NoteInput, NoteVersion } from '#contract/notes/schema.ts'
import type { RecordField } from '#contract/record-field.ts'
import { formValues, shownText } from '#portal/form/field-values.tsx'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'

/**
 * 'Mar 5, 2026 · 2:00–2:45 PM (45 minutes) · Housing Transition · In person · Library', with '10:00 PM to 1:00 AM the next day,
 * 180 minutes' past midnight; '' without any fact.
 */
export function factsOf(note: NoteInput | NoteVersion): string {
  const { serviceDate, minutes, service, contact, place } = note
  const duration = minutes ? plural(minutes, 'minute', 'minutes') : ''
  return [
    serviceDate && shortCalendarDate(serviceDate),
    timesOf(note, duration) ?? duration,
    service && noteFields.service.choices[service],
    contact && noteFields.contact.choices[contact],
    place,
    ...otherFacts(note),
  ]
    .filter(Boolean)
    .join(' · ')
}

const customLayoutFields: readonly string[] = [
  'text',
  'serviceDate',
  'startTime',
  'endTime',
  'endsNextDay',
  'minutes',
  'service',
  'contact',
  'place',
  'goals',
]

/** 'Label: value' for fields that have no place of their own in the line. */
function otherFacts(note: NoteInput | NoteVersion): string[] {
  const texts: Readonly<Record<string, string>> = formValues(noteFields, note)
  return Object.entries<RecordField>(noteFields).flatMap(([name, field]) =>
    customLayoutFields.includes(name) || !texts[name]
      ? []
      : [`${field.label}: ${shownText(field, texts[name])}`],
  )
}

/** '2:00–2:45 PM', and '11:30 AM–12:15 PM' across noon. */
function timesOf({ startTime, endTime, endsNextDay }: NoteInput | NoteVersion, duration: string) {
  if (!startTime || !endTime) return undefined
  const [from, to] = [twelveHours(startTime), twelveHours(endTime)]
  const [start, end] = [`${from.clock} ${from.half}`, `${to.clock} ${to.half}`]
  if (endsNextDay) return `${start} to ${end} the next day, ${duration}`
  return `${from.half === to.half ? from.clock : start}–${end} (${duration})`
}

function twelveHours(time: string) {
  const [hours = 0, minutes = ''] = [Number(time.slice(0, 2)), time.slice(3)]
  return { clock: `${hours % 12 || 12}:${minutes}`, half: hours < 12 ? 'AM' : 'PM' }
}

type NoteFactsProps = {
  note: Note | NoteVersion
  /** The client's, once they are known. */
  goals: readonly Goal[] | undefined
  className: string
}

/** The service that a note documents, on one line, and the goals that it names. */
export function NoteFacts({ note, goals, className }: NoteFactsProps) {
  const facts = factsOf(note)
  const named = goals?.filter(({ id }) => note.goals.includes(id))
  return (
    <>
      {facts && (
        <span className={className} dir="auto">
          {facts}
        </span>
      )}
      {note.goals.length > 0 && (
        <span className={className}>
          {plural(note.goals.length, 'goal', 'goals')}
          {named && ': '}
          {named?.map(({ id, text }, index) => (
            <Fragment key={id}>
              {index > 0 && ' · '}
              <bdi>{text}</bdi>
            </Fragment>
          ))}
        </span>
      )}
    </>
  )
}
