import type { RecordFields } from '../record-field.ts'

/** Bytes. */
export const largestFile = 10 * 1024 * 1024

/** How long one may take to arrive: 10 MiB over a line of 1 Mbit/s. */
export const uploadSeconds = 120

/** How many a client can have, deleted ones counted. */
export const mostFiles = 300

/** What can be stored, by content. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const

export type FileType = (typeof fileTypes)[number]

export const fileFields = {
  name: {
    kind: 'line',
    label: 'Name',
    required: 'Enter a name',
    max: 200,
    dir: 'auto',
    description: 'What it is called',
    example: 'Lease, page 1.pdf',
  },
} as const satisfies RecordFields
