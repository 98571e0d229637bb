import * as z from 'zod/mini'
import { client } from '../clients/schema.ts'
import { enteredShape, storedShape } from '../field-schemas.ts'
import { bothIds, recordId, recordVersion } from '../record.ts'
import type { RecordFields } from '../record-field.ts'

/** The fields of a follow-up, in the order of the form. */
export const followUpFields = {
  on: {
    kind: 'date',
    label: 'Due on',
    required: 'Choose a date',
    invalid: 'Enter a real date in 1900 or later',
    description: 'When it is due: calendar date, YYYY-MM-DD',
    example: '2026-03-12',
  },
  what: {
    kind: 'line',
    label: 'What',
    required: 'Write what is to be done',
    max: 200,
    dir: 'auto',
    description: 'What is to be done',
    example: 'Ask the landlord about the lease.',
  },
  assignedTo: {
    kind: 'employee',
    label: 'Who',
    description: 'Id of the employee who does it; null for nobody',
    example: '0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42',
  },
} as const satisfies RecordFields

const entered = z.object(enteredShape(followUpFields))

/** With a new note: its author does it. */
export const followUpOfNote = z.pick(entered, { on: true, what: true })

export type FollowUpOfNote = z.output<typeof followUpOfNote>

/** Without `assignedTo`, its creator does it. */
export const newFollowUp = z.extend(entered, {
  noteId: z.nullish(recordId('note')).check(z.describe('Id of the client’s note that led to it')),
})

export type FollowUpInput = z.output<typeof newFollowUp>

/** What is not sent stays. */
export const followUpEdit = z.extend(z.partial(entered), {
  done: z.optional(z.boolean()).check(z.describe('Whether it is done; false reopens it')),
  version: recordVersion,
})

const email = (what: string) =>
  z.nullable(z.string()).check(
    z.meta({
      description: `Email address of who ${what}; null for nobody`,
      examples: ['amina.warsame@example.org'],
    }),
  )

const name = (description: string) =>
  z.nullable(z.string()).check(z.meta({ description, examples: ['Amina Warsame'] }))

/** A follow-up as every call returns it. */
export const followUp = z.object({
  ...bothIds('follow-up'),
  clientId: recordId('client'),
  noteId: z.nullable(recordId('note')),
  ...storedShape(followUpFields),
  assignedToName: name('Current name of the employee in `assignedTo`; null for nobody'),
  createdAt: z.iso.datetime().check(z.describe('When it was added')),
  createdBy: email('added it'),
  doneAt: z.nullable(z.iso.datetime()).check(z.describe('When it was done; null while it is open')),
  doneBy: email('marked it as done'),
  doneByName: name('Current name of that person; null for nobody'),
  version: z
    .int()
    .check(z.meta({ description: '1 for a new record, increased by one with each change', examples: [1] })),
})

export type FollowUp = z.output<typeof followUp>

/** In a list it says about whom it is. */
export const listedFollowUp = z.extend(followUp, {
  client: z.pick(client, { id: true, firstName: true, lastName: true, dateOfBirth: true }),
})

export type ListedFollowUp = z.output<typeof listedFollowUp>
