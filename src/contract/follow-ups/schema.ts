import * as z from 'zod/mini'
import { client } from '../clients/schema.ts'
import { described, timestamp, timestampOrNull } from '../described.ts'
import { enteredShape, storedShape } from '../field-schemas.ts'
import {
  bothIds,
  currentVersion,
  personEmailOrNull,
  personNameOrNull,
  recordId,
  recordVersion,
} from '../record.ts'
import { followUpFields } from './fields.ts'

const entered = z.object(enteredShape(followUpFields))

/** A follow-up sent with a new note is assigned to the note's author. */
export const followUpOfNote = z.pick(entered, { on: true, what: true })

export type FollowUpOfNote = z.output<typeof followUpOfNote>

/** Without `assignedTo`, it is assigned to its creator. */
export const newFollowUp = z.extend(entered, {
  noteId: described(z.nullish(recordId('note')), 'Id of the client’s note that led to it'),
})

export type FollowUpInput = z.output<typeof newFollowUp>

/** Fields that are not sent stay as they are. */
export const followUpEdit = z.extend(z.partial(entered), {
  done: described(z.optional(z.boolean()), 'Whether it is done; false reopens it'),
  version: recordVersion,
})

const email = (what: string) => personEmailOrNull(`Email address of the person who ${what}; null for nobody`)

/** A follow-up as every call returns it. */
export const followUp = z.object({
  ...bothIds('follow-up'),
  clientId: recordId('client'),
  noteId: z.nullable(recordId('note')),
  ...storedShape(followUpFields),
  assignedToName: personNameOrNull('Current name of the employee in `assignedTo`; null for nobody'),
  createdAt: timestamp('When it was added'),
  createdBy: email('added it'),
  doneAt: timestampOrNull('When it was done; null while it is open'),
  doneBy: email('marked it as done'),
  doneByName: personNameOrNull('Current name of that person; null for nobody'),
  version: currentVersion,
})

export type FollowUp = z.output<typeof followUp>

/** In a list, it also names the client. */
export const listedFollowUp = z.extend(followUp, {
  client: z.pick(client, { id: true, firstName: true, lastName: true, dateOfBirth: true }),
})

export type ListedFollowUp = z.output<typeof listedFollowUp>
