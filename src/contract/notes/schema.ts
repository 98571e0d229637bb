import * as z from 'zod/mini'
import { prose } from '../text.ts'
import { noteWording } from './wording.ts'

/** Decision 39. */
export const noteLimit = 10_000

/** Author and date are taken from the session and the server's clock, whatever else is sent (decision 11). */
export const noteInput = z.object({
  text: prose({ label: 'Note', max: noteLimit, required: noteWording.required }),
})

/** A note as every call answers it; `date` equals `createdAt` (§3). */
export const note = z.object({
  _id: z.string(),
  id: z.string(),
  clientId: z.string(),
  text: z.string(),
  author: z.string().check(z.describe('E-mail address of the person who wrote it')),
  date: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
  editedBy: z.nullable(z.string()),
  version: z.int(),
})

export type Note = z.output<typeof note>
