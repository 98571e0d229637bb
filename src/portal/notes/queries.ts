import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import type { Note } from '#contract/notes/schema.ts'
import { call } from '#portal/session/call.ts'

export const noteKeys = {
  all: ['notes'],
  ofClient: (clientId: string) => ['notes', clientId],
} as const

/** Newest first, as the server sends them (decision 37). */
export function useNotes(clientId: string) {
  return useQuery({
    queryKey: noteKeys.ofClient(clientId),
    queryFn: ({ signal }) => call(noteEndpoints.list, { params: { id: clientId } }, { signal }),
  })
}

/** `onSaved` runs even if the person has gone to another screen meanwhile. */
export function useAddNote(clientId: string, onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(noteEndpoints.add, { params: { id: clientId }, body: { text } }),
    onSuccess: (note) => {
      onSaved()
      // Not waited for: the note is saved, and the next one can be written while the list is read again.
      void showNote(queries, clientId, note)
    },
  })
}

/**
 * The saved note stands in the list before the list is read again, and even if that fails. A reading under way may
 * have begun before the note was there. A list that was never read stays unread: one note is not all of them.
 */
export async function showNote(queries: QueryClient, clientId: string, note: Note): Promise<void> {
  const queryKey = noteKeys.ofClient(clientId)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<Note[]>(
    queryKey,
    (known) => known && [note, ...known.filter(({ id }) => id !== note.id)],
  )
  await queries.invalidateQueries({ queryKey })
}
