import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import type { Note } from '#contract/notes/schema.ts'
import { call } from '#portal/calls/call.ts'
import { unlessGone } from '#portal/calls/call-failure.ts'
import { submissionOf } from '#portal/calls/submission.ts'
import { clientKeys, readSilentClients } from '#portal/clients/queries.ts'
import { orSavedAlready } from '#portal/record-form/newer-record.ts'
import { asPage, rowsPerPage } from '#portal/screen/list-page.ts'
import { draftKey } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { noteKeys } from './note-keys.ts'
import { changeNotes, shownNotes, withEditedNote, withNote, withoutNote } from './note-pages.ts'

/** Newest first, as the server sends them, a page at a time. */
export function useNotes(clientId: string) {
  return useInfiniteQuery({
    queryKey: noteKeys.list(clientId),
    queryFn: ({ pageParam, signal }) => readPage(clientId, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: shownNotes,
  })
}

export type ShownNotes = ReturnType<typeof useNotes>

async function readPage(clientId: string, cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: String(rowsPerPage), cursor }
  return asPage(await call(noteEndpoints.list, { params: { id: clientId }, query }, { signal }))
}

/** All notes of a client at once, as they are now. */
export function useReportNotes(clientId: string) {
  return useQuery({
    queryKey: noteKeys.report(clientId),
    queryFn: async ({ signal }) => {
      const reply = await call(noteEndpoints.list, { params: { id: clientId } }, { signal })
      return asPage(reply).items
    },
    staleTime: 0,
  })
}

/** The earlier texts, newest first. */
export function useNoteVersions({ id, clientId }: Note) {
  return useQuery({
    queryKey: noteKeys.versions(clientId, id),
    queryFn: ({ signal }) =>
      call(noteEndpoints.versions, { params: { id: clientId, noteId: id } }, { signal }),
  })
}

/** The longest silent of the active clients without a note this week, other than the one just written about. */
export function useNextSilentClient(clientId: string) {
  return useQuery({
    queryKey: clientKeys.nextSilent(clientId),
    queryFn: async ({ signal }) => {
      const { items } = await readSilentClients(2, signal)
      return items.find(({ id }) => id !== clientId) ?? null
    },
    staleTime: 0,
  })
}

/** `onSaved` runs even if the person has gone to another screen meanwhile. */
export function useAddNote(clientId: string, onSaved: () => void) {
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
    onSuccess: (note) => {
      onSaved()
      // Not waited for: the note is saved, and the next one can be written while the list is read again.
      void changeNotes(queries, clientId, (known) => withNote(known, note))
    },
  })
}

/** `version` is the one that the edit was made from. As above, `onSaved` runs wherever the person is by then. */
export function useEditNote({ id, clientId }: Note, onSaved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { text: string; version: number }) =>
      orSavedAlready(
        call(noteEndpoints.edit, { params: { id: clientId, noteId: id }, body }),
        ({ text }) => text === body.text,
      ),
    onSuccess: (note) => {
      onSaved()
      void changeNotes(queries, clientId, (known) => withEditedNote(known, note))
    },
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

/** Puts the text that somebody else has saved into the list. */
export function useTakeNewerNote() {
  const queries = useQueryClient()
  return (note: Note) => void changeNotes(queries, note.clientId, (known) => withEditedNote(known, note))
}

/** Decision 61: the audit row of a report that leaves the portal. */
export function recordReportExport(clientId: string, kind: 'pdf' | 'print', count: number): Promise<void> {
  return call(noteEndpoints.recordExport, { params: { id: clientId }, body: { kind, count } })
}
