import * as z from 'zod/mini'
import type { FieldErrors } from '../endpoint.ts'
import { enteredShape, storedShape } from '../field-schemas.ts'
import { followUpOfNote } from '../follow-ups/schema.ts'
import { bothIds, recordId, recordVersion } from '../record.ts'
import { futureDateErrors } from '../record-field.ts'
import { describedBy } from '../text.ts'
import { noteFields, reviewFields } from './fields.ts'
import { type ServiceTimes, serviceTimeErrors } from './rules.ts'

/** The form for a note. */
export const noteInput = z.object(enteredShape(noteFields))

export type NoteInput = z.output<typeof noteInput>

/** `today` is 'YYYY-MM-DD'. */
export const newNoteErrors = (note: ServiceTimes, today: string): FieldErrors => ({
  ...futureDateErrors(noteFields, note, today),
  ...serviceTimeErrors(note),
})

/** Errors of an edit: checks its times together with the stored ones. `today` is 'YYYY-MM-DD'. */
export const noteEditErrors = (note: object, today: string): FieldErrors =>
  futureDateErrors(noteFields, note, today)

/** What `POST …/notes` takes. Author, client and date may be sent and are ignored: the server knows them. */
export const newNote = z.extend(noteInput, {
  author: z.optional(z.unknown()).check(z.describe('Ignored: the author is the signed-in employee')),
  clientId: z.optional(z.unknown()).check(z.describe('Ignored: the address names the client')),
  followUp: z
    .nullish(followUpOfNote)
    .check(z.describe('The next step: note and follow-up are stored together or not at all')),
  sign: z
    .optional(z.boolean({ error: 'Sign is true or false' }))
    .check(z.describe('Whether its author signs it: the service was provided, and the note is true')),
  corrects: z.nullish(recordId('note')).check(z.describe('Id of the client’s note that this one corrects')),
})

/** What `PUT …/notes/{noteId}` takes. */
export const noteEdit = z.extend(noteInput, { version: recordVersion })

/** The version that the caller has read, so nobody signs or reviews something unseen. */
const seenVersion = z.int({ error: 'The version is a whole number' }).check(
  z.meta({
    description: 'The `version` that the caller has read; any other version is rejected',
    examples: [1],
  }),
)

export const noteSignature = z.object({ version: seenVersion })

export const noteReview = z.object({ version: seenVersion, ...enteredShape(reviewFields) })

const email = (whose: string) =>
  z.nullable(z.string()).check(
    z.meta({
      description: `Email address of the person who ${whose}; null for nobody`,
      examples: ['amina.warsame@example.org'],
    }),
  )

const name = (whose: string) =>
  z
    .nullable(z.string())
    .check(
      z.meta({ description: `Name of the person who ${whose}, as it was then`, examples: ['Amina Warsame'] }),
    )

/** Signature and review belong to one version: an edit removes both, but the earlier version keeps them. */
const attestations = {
  signedAt: z.nullable(z.iso.datetime()).check(z.describe('When its author signed it; null if not signed')),
  signedBy: email('signed it'),
  signedByName: name('signed it'),
  signedTitle: z
    .nullable(z.string())
    .check(z.meta({ description: 'Job title of that person, as it was then', examples: ['Case worker'] })),
  reviewedAt: z.nullable(z.iso.datetime()).check(z.describe('When it was reviewed; null if it was not')),
  reviewedBy: email('reviewed it'),
  reviewedByName: name('reviewed it'),
  reviewComment: z.nullable(z.string()).check(describedBy(reviewFields.comment)),
}

/** Who signed and who reviewed a version of a note. */
export type Attestations = z.output<typeof attested>

const attested = z.object(attestations)

/** A note as every call returns it; `date` equals `createdAt`. */
export const note = z.object({
  ...bothIds('note'),
  clientId: recordId('client'),
  ...storedShape(noteFields),
  authorId: z
    .nullable(recordId('employee'))
    .check(z.describe('Id of the person who wrote it; null once the account was purged')),
  author: z.string().check(
    z.meta({
      description: 'Email address of the person who wrote it',
      examples: ['amina.warsame@example.org'],
    }),
  ),
  authorName: z.string().check(
    z.meta({
      description: 'Current name of that person; empty if there is none',
      examples: ['Amina Warsame'],
    }),
  ),
  date: z.iso.datetime().check(z.describe('The same as `createdAt`')),
  createdAt: z.iso.datetime().check(z.describe('When the note was written')),
  editedAt: z.nullable(z.iso.datetime()).check(z.describe('When it was last edited; null if never')),
  editedBy: z.nullable(z.string()).check(
    z.meta({
      description: 'Email address of the person who last edited it',
      examples: ['amina.warsame@example.org'],
    }),
  ),
  editedByName: z.string().check(
    z.meta({
      description: 'Current name of the employee with that address; empty if there is none',
      examples: ['Amina Warsame'],
    }),
  ),
  ...attestations,
  corrects: z
    .nullable(recordId('note'))
    .check(z.describe('Id of the note that this one corrects; null for none. It may have been deleted')),
  correctedBy: z
    .array(recordId('note'))
    .check(z.describe('Ids of the notes that correct this one, oldest first')),
  version: z
    .int()
    .check(z.meta({ description: '1 for a new record, increased by one with each change', examples: [1] })),
})

export type Note = z.output<typeof note>

/** An edited note as it was before. */
export const noteVersion = z.object({
  version: z.int().check(z.meta({ description: '1 is the first text', examples: [1] })),
  ...storedShape(noteFields),
  author: z.string().check(
    z.meta({
      description: 'Email address of the person who wrote this text',
      examples: ['amina.warsame@example.org'],
    }),
  ),
  authorName: z.string().check(
    z.meta({
      description: 'Current name of the employee with that address; empty if there is none',
      examples: ['Amina Warsame'],
    }),
  ),
  at: z.iso.datetime().check(z.describe('When this text was written')),
  ...attestations,
})

export type NoteVersion = z.output<typeof noteVersion>
