import type { InfiniteData } from '@tanstack/react-query'
import type { NotePage } from '#contract/notes/endpoints.ts'
import type { Note } from '#contract/notes/schema.ts'

/** What was read of a client's notes so far: page by page, newest first. */
export type NotePages = InfiniteData<NotePage, unknown>

/** The notes of all pages, and how many the client has: the newest page to arrive knows best. */
export function shownNotes({ pages }: NotePages): { notes: Note[]; total: number } {
  return { notes: pages.flatMap(({ items }) => items), total: pages.at(-1)?.total ?? 0 }
}

/** First in the list, once. */
export function withNote(known: NotePages, note: Note): NotePages {
  const rest = withoutNote(known, note.id)
  const pages = rest.pages.map((page, index) => ({
    ...page,
    items: index === 0 ? [note, ...page.items] : page.items,
    total: page.total + 1,
  }))
  return { ...rest, pages }
}

export function withEditedNote(known: NotePages, note: Note): NotePages {
  const items = (page: NotePage) => page.items.map((one) => (one.id === note.id ? note : one))
  return { ...known, pages: known.pages.map((page) => ({ ...page, items: items(page) })) }
}

export function withoutNote(known: NotePages, noteId: string): NotePages {
  if (!known.pages.some(({ items }) => items.some(({ id }) => id === noteId))) return known
  const pages = known.pages.map((page) => ({
    ...page,
    items: page.items.filter(({ id }) => id !== noteId),
    total: page.total - 1,
  }))
  return { ...known, pages }
}
