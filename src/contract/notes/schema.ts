import * as z from 'zod/mini'
import { described, describedBy, textOrNull, timestamp, timestampOrNull, wholeNumber } from '../described.ts'
import type { FieldErrors } from '../endpoint.ts'
import { inputShape, storedShape } from '../field-schemas.ts'
import { followUpOfNote } from '../follow-ups/schema.ts'
import {
  bothIds,
  currentVersion,
  personEmail,
  personEmailOrNull,
  personName,
  personNameOrNull,
  recordId,
  recordVersion,
} from '../record.ts'
import { futureDateErrors } from '../record-field.ts'
import { noteFields, reviewFields } from './fields.ts'
import { type ServiceTimes, serviceTimeErrors } from './rules.ts'

/** The form for a note. */
export const noteInput = z.object(inputShape(noteFields))

export type NoteInput = z.output<typeof noteInput>

/** `today` is 'YYYY-MM-DD'. */
export const newNoteErrors = (note: ServiceTimes, today: string, timeZone: string): FieldErrors => ({
  ...futureDateErrors(noteFields, note, today),
  ...serviceTimeErrors(note, timeZone),
})

/** Checks the dates of an edit; the route checks its times, together with the stored ones. `today` is 'YYYY-MM-DD'. */
export const noteEditErrors = (note: object, today: string): FieldErrors =>
  futureDateErrors(noteFields, note, today)

/** What `POST …/notes` takes. Author, client and date may be sent and are ignored: the server knows them. */
export const newNote = z.extend(noteInput, {
  author: described(z.optional(z.unknown()), 'Ignored: the author is the signed-in employee'),
  clientId: described(z.optional(z.unknown()), 'Ignored: the address names the client'),
  followUp: described(
    z.nullish(followUpOfNote),
    'The next step: note and follow-up are stored together or not at all',
  ),
  sign: described(
    z.optional(z.boolean({ error: 'Sign must be true or false' })),
    'Whether its author signs it: the service was provided, and the note is true',
  ),
  corrects: described(z.nullish(recordId('note')), 'Id of the client’s note that this one corrects'),
  outcomeOf: described(
    z.nullish(recordId('follow-up')),
    'Id of the client’s follow-up whose outcome this note describes',
  ),
})

/** What `PUT …/notes/{noteId}` takes. */
export const noteEdit = z.extend(noteInput, { version: recordVersion })

/** The version that the caller has read, so nobody signs or reviews something unseen. */
const seenVersion = described(
  z.int({ error: 'Version must be a whole number' }),
  'The `version` that the caller has read; any other version is rejected',
  1,
)

export const noteSignature = z.object({ version: seenVersion })

export const noteReview = z.object({ version: seenVersion, ...inputShape(reviewFields) })

const employeeId = (who: string) =>
  described(z.nullable(recordId('employee')), `Id of the person who ${who}; null for nobody`)

const email = (whose: string) =>
  personEmailOrNull(`Email address of the person who ${whose}; null for nobody`)

const name = (whose: string) => personNameOrNull(`Name of the person who ${whose}, as it was then`)

/** Signature and review belong to one version: an edit removes both, but the earlier version keeps them. */
const attestations = {
  signedAt: timestampOrNull('When its author signed it; null if not signed'),
  signedBy: email('signed it'),
  signedByName: name('signed it'),
  signedTitle: textOrNull('Job title of that person, as it was then', 'Case worker'),
  reviewedAt: timestampOrNull('When it was reviewed; null if it was not'),
  reviewedById: employeeId('reviewed it'),
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
  authorId: described(
    z.nullable(recordId('employee')),
    'Id of the person who wrote it; null once the account was purged',
  ),
  author: personEmail('Email address of the person who wrote it'),
  authorName: personName('Current name of that person; empty if there is none'),
  date: timestamp('The same as `createdAt`'),
  createdAt: timestamp('When the note was written'),
  editedAt: timestampOrNull('When it was last edited; null if never'),
  editedById: employeeId('last edited it'),
  editedBy: personEmailOrNull('Email address of the person who last edited it'),
  editedByName: personName('Current name of the employee with that address; empty if there is none'),
  ...attestations,
  corrects: described(
    z.nullable(recordId('note')),
    'Id of the note that this one corrects; null for none. It may have been deleted',
  ),
  outcomeOf: described(
    z.nullable(recordId('follow-up')),
    'Id of the follow-up whose outcome this note describes; null for none',
  ),
  outcomeOfWhat: textOrNull('What that follow-up asks for', 'Ask the landlord about the lease.'),
  correctedBy: described(z.array(recordId('note')), 'Ids of the notes that correct this one, oldest first'),
  version: currentVersion,
})

export type Note = z.output<typeof note>

/** An edited note as it was before. */
export const noteVersion = z.object({
  version: wholeNumber('1 is the first text', 1),
  ...storedShape(noteFields),
  author: personEmail('Email address of the person who wrote this text'),
  authorName: personName('Current name of the employee with that address; empty if there is none'),
  at: timestamp('When this text was written'),
  ...attestations,
})

export type NoteVersion = z.output<typeof noteVersion>
