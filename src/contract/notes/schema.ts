import * as z from 'zod/mini'
import { prose } from '../text.ts'
import { noteWording } from './wording.ts'

/** Decision 39. */
export const noteLimit = 10_000

/** Author and date are taken from the session and the server's clock, whatever else is sent (decision 11). */
export const noteInput = z.object({
  text: prose({ label: 'Note', max: noteLimit, required: noteWording.required }).check(
    z.describe('What the note says; line breaks are kept'),
  ),
})

/** A note as every call answers it; `date` equals `createdAt` (§3). */
export const note = z.object({
  _id: z.string().check(z.describe('The same as `id`')),
  id: z.string().check(z.describe('Id of the note')),
  clientId: z.string().check(z.describe('Id of the client')),
  text: z.string().check(z.describe('What the note says')),
  author: z.string().check(z.describe('E-mail address of the person who wrote it')),
  date: z.iso.datetime().check(z.describe('The same as `createdAt`')),
  createdAt: z.iso.datetime().check(z.describe('When the note was written')),
  editedAt: z.nullable(z.iso.datetime()).check(z.describe('When it was last edited; null if never')),
  editedBy: z.nullable(z.string()).check(z.describe('E-mail address of the person who last edited it')),
  version: z.int().check(z.describe('1 when new, one more with each change')),
})

export type Note = z.output<typeof note>
