import * as z from 'zod/mini'
import { described, text, textOrNull, wholeNumber } from './described.ts'

/** Examples of the API reference, which fit together. A kind that is not here has that of any record. */
const exampleIds: Readonly<Record<string, string>> = {
  client: '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30',
  note: 'c8a4d2f6-13e7-4b09-a5d1-6e2f90b74c18',
  'follow-up': '2a9f4e71-c8d3-4b60-8f15-b37d06e1c984',
  paper: 'd41c7b08-95ea-4f23-a6b7-0e8c5f9213da',
  person: '6e0d93b8-4a71-4c25-9f8e-1b5c7d20a3f4',
  home: 'b1f5a2c6-7d38-4e90-8a4b-93c6e0d172f5',
  goal: 'b7d0a3e5-4c92-4f18-9e6a-52c1f8d3b07e',
  employee: '0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42',
  import: '3c5b9e17-a0d4-4f62-8b19-e47d2c6f0a85',
  message: '7d2f6b90-4c1e-4a83-b5d7-90e3f1a2c468',
  mail: 'e3d9a0c7-58b1-4a6e-9f24-7b60c8d1f352',
  session: '9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a',
}

const exampleId = (of: string) => exampleIds[of] ?? '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30'

export function recordId(of: string) {
  return text(`Id of the ${of}`, exampleId(of))
}

/** The id under both names, `id` and `_id`. */
export function bothIds(of: string) {
  return {
    _id: text('The same as `id`', exampleId(of)),
    id: recordId(of),
  }
}

/** The version that an edit is based on. An older one gets 409 with the newer record. */
export const recordVersion = described(
  z.optional(z.int({ error: 'Version must be a whole number' })),
  'The `version` that was read; an outdated one is rejected. Without it, the edit is always accepted',
  1,
)

export const currentVersion = wholeNumber('1 for a new record, increased by one with each change', 1)

/* Examples of people that fit together. */

const example = { email: 'amina.warsame@example.org', name: 'Amina Warsame' }

export const personEmail = (description: string) => text(description, example.email)
export const personEmailOrNull = (description: string) => textOrNull(description, example.email)
export const personName = (description: string) => text(description, example.name)
export const personNameOrNull = (description: string) => textOrNull(description, example.name)
