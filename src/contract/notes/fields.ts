import type { RecordFields } from '../record-field.ts'

/** The fields of a note, in the order of the form. An earlier version of a note has them, too. */
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
} as const satisfies RecordFields
