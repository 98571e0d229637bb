import { noteFields } from '../notes/fields.ts'
import type { RecordFields } from '../record-field.ts'

/** The fields of a payer's authorization, in the order of the form. */
export const authorizationFields = {
  payer: {
    kind: 'line',
    label: 'Payer',
    required: 'Enter the payer',
    max: 100,
    dir: 'auto',
    description: 'Who pays for the service',
    example: 'Hennepin County',
  },
  number: {
    kind: 'line',
    label: 'Authorization number',
    max: 60,
    description: 'The payer’s number for it',
    example: '4711',
  },
  service: {
    kind: 'choice',
    label: 'Service',
    required: 'Choose a service',
    choices: noteFields.service.choices,
    description: 'Which service is authorized',
    example: 'housingTransition',
  },
  minutes: {
    kind: 'number',
    label: 'Minutes',
    min: 1,
    max: 1_000_000,
    hint: 'Enter 15 for each 15-minute unit. Leave blank if paid by the month.',
    description:
      'How many minutes of service are authorized, such as 15 for each 15-minute unit; null if the payer pays by the month',
    example: 600,
  },
  startsOn: {
    kind: 'date',
    label: 'Starts on',
    required: 'Choose a date',
    invalid: 'Enter a valid date, 1900 or later',
    description: 'The first day: calendar date, YYYY-MM-DD',
    example: '2026-01-01',
  },
  endsOn: {
    kind: 'date',
    label: 'Ends on',
    required: 'Choose a date',
    invalid: 'Enter a valid date, 1900 or later',
    description: 'The last day',
    example: '2026-06-30',
  },
  comment: {
    kind: 'line',
    label: 'Comment',
    max: 200,
    dir: 'auto',
    description: 'Anything else to know about it',
    example: 'Renewal requested.',
  },
  mistaken: {
    kind: 'yes-no',
    label: 'Entered by mistake',
    checkbox: true,
    description:
      'Whether it was entered by mistake: it then authorizes nothing and can share days with others. `false` is stored as null',
    example: false,
  },
} as const satisfies RecordFields
