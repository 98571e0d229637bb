import * as z from 'zod/mini'
import { recordVersion } from '../record-version.ts'
import { prose } from '../text.ts'
import { noteWording } from './wording.ts'

/** Decision 39. */
export const noteLimit = 10_000

/** What a person writes. */
export const noteInput = z.object({
  text: prose({ label: 'Note', max: noteLimit, required: noteWording.required }).check(
    z.describe('What the note says; line breaks are kept'),
  ),
})

/**
 * What `POST …/notes` takes. Who writes and about whom is sent along (§3) and not read: the author is the session's, the
 * client the address's, the date the server's (decision 11).
 */
export const newNote = z.extend(noteInput, {
  author: z.optional(z.unknown()).check(z.describe('Not read: the author is who is signed in')),
  clientId: z.optional(z.unknown()).check(z.describe('Not read: the address names the client')),
})

/** What `PUT …/notes/{noteId}` takes (decisions 10, 17). */
export const noteEdit = z.extend(noteInput, { version: recordVersion })

/** A note as every call answers it; `date` equals `createdAt` (§3). */
export const note = z.object({
  _id: z.string().check(z.describe('The same as `id`')),
  id: z.string().check(z.describe('Id of the note')),
  clientId: z.string().check(z.describe('Id of the client')),
  text: z.string().check(z.describe('What the note says')),
  author: z.string().check(z.describe('Email address of the person who wrote it')),
  date: z.iso.datetime().check(z.describe('The same as `createdAt`')),
  createdAt: z.iso.datetime().check(z.describe('When the note was written')),
  editedAt: z.nullable(z.iso.datetime()).check(z.describe('When it was last edited; null if never')),
  editedBy: z.nullable(z.string()).check(z.describe('Email address of the person who last edited it')),
  version: z.int().check(z.describe('1 when new, one more with each change')),
})

export type Note = z.output<typeof note>

/** An earlier text of an edited note (decision 37). */
export const noteVersion = z.object({
  version: z.int().check(z.describe('1 is the first text')),
  text: z.string().check(z.describe('What the note said')),
  author: z.string().check(z.describe('Email address of the person who wrote this text')),
  at: z.iso.datetime().check(z.describe('When this text was written')),
})

export type NoteVersion = z.output<typeof noteVersion>
