import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { NotePage } from '#contract/notes/endpoints.ts'
import type { Note } from '#contract/notes/schema.ts'
import { clientKeys } from '#portal/clients/queries.ts'
import { noteKeys } from './note-keys.ts'

/** What was read of a client's notes so far: page by page, newest first. */
export type NotePages = InfiniteData<NotePage, string | undefined>

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

/**
 * What was saved is shown before the list is read again, and even if that fails. A reading under way may have begun
 * before, so it is called off. A list that was never read stays unread: one note is not all of them.
 */
export async function changeNotes(
  queries: QueryClient,
  clientId: string,
  change: (known: NotePages) => NotePages,
): Promise<void> {
  const queryKey = noteKeys.list(clientId)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<NotePages>(queryKey, (known) => known && change(known))
  // A client tells when the last note was written: stale now, and read again by the next screen that shows it; at once
  // by a list or a dashboard to which somebody went back before the note was saved.
  void queries.invalidateQueries({ queryKey: clientKeys.all, refetchType: 'none' })
  for (const shown of [clientKeys.pages, clientKeys.silent]) {
    void queries.invalidateQueries({ queryKey: shown })
  }
  await queries.invalidateQueries({ queryKey: noteKeys.ofClient(clientId) })
}
