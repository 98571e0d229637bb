import type { RecordFields } from '../record-field.ts'
import type { ServiceKey } from '../services/service-keys.ts'

/**
 * The fields of a note and of its earlier versions, in the order of the form. Those with a group say which service the
 * note documents; all of them are optional, and the program never fills one in.
 */
export const noteFields = {
  text: {
    kind: 'text',
    label: 'Note',
    required: 'Write something first.',
    max: 10_000,
    dir: 'auto',
    description: 'What the note says; line breaks are kept',
    example: 'Toured two apartments near the light rail.',
  },
  serviceDate: {
    kind: 'date',
    label: 'Date of service',
    inFuture: "The date of service can't be in the future",
    group: 'times',
    description: 'Date of the service: calendar date, YYYY-MM-DD, up to today',
    example: '2026-03-05',
  },
  startTime: {
    kind: 'time',
    label: 'From',
    group: 'times',
    description: 'When the service began, HH:MM in 24 hours; both times or none',
    example: '14:00',
  },
  endTime: {
    kind: 'time',
    label: 'To',
    group: 'times',
    description: 'When it ended, on the same day unless `endsNextDay` is true',
    example: '14:45',
  },
  endsNextDay: {
    kind: 'yes-no',
    label: 'Ends the next day',
    checkbox: true,
    description:
      'Whether it ended on the calendar day after, at most 16 hours after its start. Null if not; `false` is stored as null',
    example: false,
  },
  minutes: {
    kind: 'number',
    label: 'Minutes',
    min: 1,
    max: 1440,
    group: 'times',
    description:
      'How long it took; with both times, the time between them, in the organization’s time zone if there is a date: also right when the clocks change',
    example: 45,
  },
  service: {
    kind: 'choice',
    label: 'Service',
    choices: {
      housingConsultant: 'Housing Consultant',
      housingTransition: 'Housing Transition',
      housingSustaining: 'Housing Sustaining',
      movingAssistance: 'Moving Assistance',
      housingSupportSupplement: 'Housing Support Supplement',
      additionalServices: 'Additional Services',
    } satisfies Record<ServiceKey, string>,
    group: 'facts',
    description: 'Which service was provided',
    example: 'housingTransition',
  },
  contact: {
    kind: 'choice',
    label: 'Contact',
    choices: {
      'in-person': 'In person',
      phone: 'Phone',
      video: 'Video',
      message: 'Message',
      attempt: 'Attempted, no contact',
      'on-behalf': 'On the client’s behalf',
    },
    group: 'facts',
    description:
      '`attempt`: attempted, but the client was not reached. `on-behalf`: work for the client without them',
    example: 'in-person',
  },
  place: {
    kind: 'line',
    label: 'Place',
    max: 200,
    dir: 'auto',
    group: 'facts',
    description: 'Where it was provided',
    example: 'Library',
  },
  goals: {
    kind: 'goals',
    label: 'Goals',
    max: 10,
    description: 'Ids of the client’s goals that it addresses, each once, none that was entered by mistake',
    example: ['b7d0a3e5-4c92-4f18-9e6a-52c1f8d3b07e'],
  },
} as const satisfies RecordFields

export const reviewFields = {
  comment: {
    kind: 'text',
    label: 'Comment',
    max: 500,
    dir: 'auto',
    description: 'What the reviewer says about the note',
    example: 'Add who signs the lease.',
  },
} as const satisfies RecordFields
