import type { Role } from '#contract/access/roles.ts'
import type { Note } from '#contract/notes/schema.ts'
import { NotesOfClient } from '#portal/notes/notes-of-client.tsx'
import { NotesPanelScreen } from '#portal/notes/notes-panel-screen.tsx'
import { NotesReportScreen } from '#portal/notes/report/notes-report-screen.tsx'
import { exampleClient } from './people.ts'
import { type Answers, openPortal } from './portal-screen.tsx'

const { id } = exampleClient
const day = 24 * 60 * 60 * 1000

/** The calls about the example client's notes. */
export const noteCalls = {
  list: `GET /clients/${id}/notes?limit=25`,
  all: `GET /clients/${id}/notes`,
  add: `POST /clients/${id}/notes`,
  one: (method: string, note: string) => `${method} /clients/${id}/notes/${note}`,
} as const

/** A note of the example client as the API returns it; without a change, by the person who is signed in. */
export function exampleNote(change: Partial<Note> = {}): Note {
  const at = change.createdAt ?? new Date(Date.now() - day).toISOString()
  return {
    ...{ _id: 'n1', id: 'n1', clientId: id, text: 'Called the landlord.', version: 1 },
    ...{ authorId: 'e1', author: 'm@example.org', authorName: 'Mia Berg', createdAt: at, date: at },
    ...{ serviceDate: null, startTime: null, endTime: null, endsNextDay: null, minutes: null },
    ...{ service: null, contact: null, place: null, goals: [] },
    ...{ editedAt: null, editedById: null, editedBy: null, editedByName: '' },
    ...{ signedAt: null, signedBy: null, signedByName: null, signedTitle: null },
    ...{ reviewedAt: null, reviewedById: null, reviewedBy: null, reviewedByName: null, reviewComment: null },
    ...{ corrects: null, correctedBy: [], outcomeOf: null, outcomeOfWhat: null },
    ...change,
  }
}

export const pageOf = (notes: readonly unknown[], more: object = {}) =>
  Response.json({ items: notes, total: notes.length, nextCursor: null, ...more })

export const failed =
  (code: string, status: number, more: object = {}) =>
  () =>
    Response.json({ code, message: 'Too much to do.', ...more }, { status })

interface OpenNotes {
  screen?: 'client-notes' | 'client-notes-report' | 'client-details'
  area?: 'manager' | 'admin'
  search?: string
  role?: Role
  answers: Answers
}

/** A screen with the example client's notes: the panel, unless another is named. */
export function openNotes({
  screen = 'client-notes',
  area = 'manager',
  search = '',
  role,
  answers,
}: OpenNotes) {
  return openPortal({
    screens: {
      '/:area/client-notes/:id': <NotesPanelScreen />,
      '/:area/client-notes-report/:id?': <NotesReportScreen />,
      '/:area/client-details/:id': <NotesOfClient clientId={id} />,
    },
    address: `/${area}/${screen}/${id}${search}`,
    ...(role && { role }),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(exampleClient),
      [`GET /clients/${id}/next-without-note`]: () => Response.json({ next: null, place: null, total: 0 }),
      'POST /follow-ups/search': () => pageOf([]),
      [`GET /clients/${id}/goals`]: () => Response.json([]),
      ...answers,
    },
  })
}
