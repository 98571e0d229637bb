import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { type NotePage, noteEndpoints } from '#contract/notes/endpoints.ts'
import type { Note } from '#contract/notes/schema.ts'
import { call } from '#portal/calls/call.ts'
import { unlessGone } from '#portal/calls/call-failure.ts'
import { submissionOf } from '#portal/calls/submission.ts'
import { clientKeys, clientQueries } from '#portal/clients/queries.ts'
import { freshFor, markStale, refresh } from '#portal/query-client.ts'
import { orSavedAlready } from '#portal/record-form/newer-record.ts'
import { asPage, rowsPerPage } from '#portal/screen/list-state.ts'
import { draftKey } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { type NotePages, shownNotes, withEditedNote, withNote, withoutNote } from './note-pages.ts'

const allOf = (clientId: string) => ['notes', clientId]

export const noteQueries = {
  /** Newest first, as the server sends them, a page at a time. */
  list: (clientId: string) =>
    infiniteQueryOptions({
      queryKey: [...allOf(clientId), 'list'],
      queryFn: ({ pageParam, signal }) => readPage(clientId, pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }: NotePage) => nextCursor ?? undefined,
      select: shownNotes,
    }),

  /** The client and all notes as they are now: nothing of an earlier opening is printed or exported. */
  report: (clientId: string) =>
    queryOptions({
      queryKey: [...allOf(clientId), 'report'],
      queryFn: async ({ signal }) => {
        const params = { id: clientId }
        const [client, notes] = await Promise.all([
          call(clientEndpoints.get, { params }, { signal }),
          call(noteEndpoints.list, { params }, { signal }),
        ])
        return { client, notes: asPage(notes).items }
      },
      staleTime: freshFor.oneOpening,
      gcTime: 0,
    }),

  /** The earlier texts, newest first. */
  versions: ({ id, clientId }: Note) =>
    queryOptions({
      queryKey: [...allOf(clientId), 'versions', id],
      queryFn: ({ signal }) =>
        call(noteEndpoints.versions, { params: { id: clientId, noteId: id } }, { signal }),
    }),
}

async function readPage(clientId: string, cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: String(rowsPerPage), cursor }
  return asPage(await call(noteEndpoints.list, { params: { id: clientId }, query }, { signal }))
}

export const useNotes = (clientId: string) => useInfiniteQuery(noteQueries.list(clientId))

export type ShownNotes = ReturnType<typeof useNotes>

export function useAddNote(clientId: string) {
  const queries = useQueryClient()
  const { sub, email: author } = useSession()
  const [submit] = useState(() => submissionOf(draftKey(sub, { kind: 'note', clientId })))
  return useMutation({
    mutationFn: (text: string) => {
      const body = { text, author, clientId }
      return submit(body, (idempotencyKey) =>
        call(noteEndpoints.add, { params: { id: clientId }, body }, { idempotencyKey }),
      )
    },
    // Not waited for: the note is saved, and the next one can be written while the list is read again.
    onSuccess: (note) => void changeNotes(queries, clientId, (known) => withNote(known, note)),
  })
}

/** `version` is the one that the edit was made from. */
export function useEditNote({ id, clientId }: Note) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { text: string; version: number | undefined }) =>
      orSavedAlready(
        call(noteEndpoints.edit, { params: { id: clientId, noteId: id }, body }),
        ({ text }) => text === body.text,
      ),
    onSuccess: (note) => void changeNotes(queries, clientId, (known) => withEditedNote(known, note)),
  })
}

/** A note that somebody else has deleted meanwhile is as gone as it was to be. */
export function useRemoveNote({ id, clientId }: Note) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(noteEndpoints.remove, { params: { id: clientId, noteId: id } }).catch(unlessGone),
    onSuccess: () => void changeNotes(queries, clientId, (known) => withoutNote(known, id)),
  })
}

/**
 * What was saved is shown before the list is read again, and even if that fails. A reading under way may have begun
 * before, so it is canceled. A list that was never read stays unread: one note is not all of them.
 */
export async function changeNotes(
  queries: QueryClient,
  clientId: string,
  change: (known: NotePages) => NotePages,
): Promise<void> {
  const { queryKey } = noteQueries.list(clientId)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData<NotePages>(queryKey, (known) => known && change(known))
  // Lists of clients tell when the last note was written. They are shown where somebody went before the note was saved.
  void refresh(queries, { queryKey: clientKeys.pages })
  void refresh(queries, { queryKey: clientQueries.withoutNote().queryKey })
  markStale(queries, { queryKey: clientQueries.one(clientId).queryKey })
  await queries.invalidateQueries({ queryKey: allOf(clientId) })
}

/** Puts the text that somebody else has saved into the list. */
export function useTakeNewerNote() {
  const queries = useQueryClient()
  return (note: Note) => void changeNotes(queries, note.clientId, (known) => withEditedNote(known, note))
}

/** Decision 61: the audit row of a report that leaves the portal. */
export function recordReportExport(clientId: string, kind: 'pdf' | 'print', count: number): Promise<void> {
  return call(noteEndpoints.recordExport, { params: { id: clientId }, body: { kind, count } })
}
