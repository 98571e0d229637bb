import * as z from 'zod/mini'
import { clientRecordSchemas } from '../client-records/schema.ts'
import { client } from '../clients/schema.ts'
import { described, timestampOrNull } from '../described.ts'
import { personEmailOrNull, personNameOrNull, recordId } from '../record.ts'
import { followUpFields } from './fields.ts'

const { input, edit, record } = clientRecordSchemas('follow-up', followUpFields)

/** A follow-up sent with a new note is assigned to the note's author. */
export const followUpOfNote = z.pick(input, { on: true, what: true })

export type FollowUpOfNote = z.output<typeof followUpOfNote>

/** Without `assignedTo`, it is assigned to its creator. */
export const newFollowUp = z.extend(input, {
  noteId: described(z.nullish(recordId('note')), 'Id of the client’s note that led to it'),
})

export const followUpEdit = z.extend(edit, {
  done: described(z.optional(z.boolean()), 'Whether it is done; false reopens it'),
})

/** A follow-up as every call returns it. */
export const followUp = z.extend(record, {
  noteId: z.nullable(recordId('note')),
  assignedToName: personNameOrNull('Current name of the employee in `assignedTo`; null for nobody'),
  doneAt: timestampOrNull('When it was done; null while it is open'),
  doneBy: personEmailOrNull('Email address of the person who marked it as done; null for nobody'),
  doneByName: personNameOrNull('Current name of that person; null for nobody'),
})

export type FollowUp = z.output<typeof followUp>

/** In a list, it also names the client. */
export const listedFollowUp = z.extend(followUp, {
  client: z.pick(client, { id: true, firstName: true, lastName: true, dateOfBirth: true }),
})

export type ListedFollowUp = z.output<typeof listedFollowUp>
