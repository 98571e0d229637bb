import type { RecordFields } from '../record-field.ts'

/** The fields of a follow-up, in the order of the form. */
export const followUpFields = {
  on: {
    kind: 'date',
    label: 'Due on',
    required: 'Choose a date',
    invalid: 'Enter a valid date, 1900 or later',
    description: 'When it is due: calendar date, YYYY-MM-DD',
    example: '2026-03-12',
  },
  what: {
    kind: 'line',
    label: 'What to do',
    required: 'Enter what needs to be done',
    max: 200,
    dir: 'auto',
    description: 'What needs to be done',
    example: 'Ask the landlord about the lease.',
  },
  assignedTo: {
    kind: 'employee',
    label: 'Assigned to',
    description: 'Id of the employee who does it; null for nobody',
    example: '0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42',
  },
} as const satisfies RecordFields
