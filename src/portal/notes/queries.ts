import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { FollowUpOfNote } from '#contract/follow-ups/schema.ts'
import type { Goal } from '#contract/goals/endpoints.ts'
import type { NotePage } from '#contract/notes/endpoints.ts'
import { noteFields } from '#contract/notes/fields.ts'
import type { Note, NoteInput } from '#contract/notes/schema.ts'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound } from '#portal/calls/call-failure.ts'
import { recordQueries } from '#portal/client-records/queries.ts'
import { clientKeys } from '#portal/clients/queries.ts'
import { followUpKeys } from '#portal/follow-ups/queries.ts'
import { acceptIfAlreadySaved, newerRecord } from '#portal/form/conflicts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { enteredOnly, hasSameValues } from '#portal/form/form-values.ts'
import { asPage } from '#portal/lists/page-query.ts'
import { refresh } from '#portal/query-client.ts'
import { useSession } from '#portal/session/use-session.ts'

/** Half a year of weekly notes: more of them make each opening of a client slower. */
const notesPerPage = 25

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

  /** The client, all notes and the goals that these name, as they are now, because they are printed and exported. */
  report: (clientId: string) =>
    queryOptions({
      queryKey: [...allOf(clientId), 'report'],
      queryFn: async ({ signal }) => {
        const params = { id: clientId }
        const [client, notes] = await Promise.all([
          call('GET /clients/:id', { params }, { signal }),
          call('GET /clients/:id/notes', { params }, { signal }),
        ])
        const { items } = asPage(notes)
        const hasGoals = items.some(({ goals }) => goals.length > 0)
        const goals = hasGoals ? await call('GET /clients/:id/goals', { params }, { signal }) : []
        return { client, notes: items, goals }
      },
      staleTime: 0,
      gcTime: 0,
    }),

  /** The earlier texts, newest first. */
  versions: ({ id, clientId }: Note) =>
    queryOptions({
      queryKey: [...allOf(clientId), 'versions', id],
      queryFn: ({ signal }) =>
        call('GET /clients/:id/notes/:noteId/versions', { params: { id: clientId, noteId: id } }, { signal }),
    }),
}

async function readPage(clientId: string, cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: String(notesPerPage), cursor }
  return asPage(await call('GET /clients/:id/notes', { params: { id: clientId }, query }, { signal }))
}

const goalsQuery = (clientId: string) => recordQueries.ofClient<Goal>({ name: 'goals' }, clientId)

/** All goals of the client, which notes name by their ids. */
export const useGoals = (clientId: string, enabled = true) => useQuery({ ...goalsQuery(clientId), enabled })

export const useNotes = (clientId: string) => useInfiniteQuery(noteQueries.list(clientId))

export type ShownNotes = ReturnType<typeof useNotes>

type NewNote = {
  note: NoteInput
  sign: boolean
  corrects: string | undefined
  outcomeOf: string | undefined
  followUp: FollowUpOfNote | undefined
  once: SendOnce
}

export function useAddNote(clientId: string) {
  const queries = useQueryClient()
  const { email: author } = useSession()
  return useMutation({
    mutationFn: ({ note, sign, corrects, outcomeOf, followUp, once }: NewNote) => {
      const body = {
        ...enteredOnly(note),
        ...(sign && { sign }),
        ...(corrects && { corrects }),
        ...(outcomeOf && { outcomeOf }),
        ...(followUp && { followUp }),
        author,
        clientId,
      }
      return once((idempotencyKey) =>
        call('POST /clients/:id/notes', { params: { id: clientId }, body }, { idempotencyKey }),
      )
    },
    // Not awaited: the next note can be written while the list is read again.
    onSuccess: (note, { followUp }) => {
      void changeNotes(queries, clientId, (known) => withNote(known, note))
      if (followUp) void refresh(queries, { queryKey: followUpKeys.all })
    },
  })
}

/** `version` is the one that was edited. */
export function useEditNote({ id, clientId }: Note) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NoteInput & { version: number | undefined }) =>
      acceptIfAlreadySaved(
        call('PUT /clients/:id/notes/:noteId', { params: { id: clientId, noteId: id }, body }),
        (newer) =>
          hasSameValues(formValues(noteFields, newer), formValues(noteFields, { ...newer, ...body })),
      ),
    onSuccess: (note) => void changeNotes(queries, clientId, (known) => withEditedNote(known, note)),
  })
}

export function useSignNote({ id, clientId, version }: Note) {
  const params = { id: clientId, noteId: id }
  return useAttestation(() =>
    call('POST /clients/:id/notes/:noteId/signature', { params, body: { version } }),
  )
}

/** `showElsewhere` shows the note in another list, too. */
export function useReviewNote({ id, clientId, version }: Note, showElsewhere?: (note: Note) => void) {
  const params = { id: clientId, noteId: id }
  return useAttestation(
    (comment: string) =>
      call('POST /clients/:id/notes/:noteId/review', { params, body: { version, comment } }),
    showElsewhere,
  )
}

/** After a conflict, the list and the open dialog show the newer note. */
function useAttestation<Input = void>(
  attest: (input: Input) => Promise<Note>,
  showElsewhere?: (note: Note) => void,
) {
  const takeNewer = useTakeNewerNote()
  function show(note: Note) {
    takeNewer(note)
    showElsewhere?.(note)
  }
  return useMutation({
    mutationFn: attest,
    onSuccess: show,
    onError(error) {
      const newer = newerRecord<Note>(error)
      if (newer) show(newer)
    },
  })
}

export function useRemoveNote({ id, clientId }: Note) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call('DELETE /clients/:id/notes/:noteId', { params: { id: clientId, noteId: id } }).catch(
        ignoreNotFound,
      ),
    onSuccess: () => void changeNotes(queries, clientId, (known) => withoutNote(known, id)),
  })
}

/**
 * Shows the change before the list is read again, even if reading fails. A list that was never read stays unread, because
 * one note is not the whole list.
 */
export async function changeNotes(
  queries: QueryClient,
  clientId: string,
  change: (known: NotePages) => NotePages,
): Promise<void> {
  // Lists that show the last note, perhaps on the screen that the person went on to meanwhile.
  for (const queryKey of [clientKeys.pages, clientKeys.dueNotes]) void refresh(queries, { queryKey })
  // Goals count the notes that name them.
  const { queryKey } = goalsQuery(clientId)
  if (queries.getQueryData(queryKey)?.length) void refresh(queries, { queryKey })
  // Notes use up authorizations. Only the card is read again, not what the form shows, which is about to close.
  void refresh(queries, { queryKey: ['authorizations', clientId], exact: true })
  await refresh(queries, { queryKey: allOf(clientId) }, () =>
    queries.setQueryData<NotePages>(noteQueries.list(clientId).queryKey, (known) => known && change(known)),
  )
}

/** Shows the newer version of a note in the list. */
export function useTakeNewerNote() {
  const queries = useQueryClient()
  return (note: Note) => void changeNotes(queries, note.clientId, (known) => withEditedNote(known, note))
}

/** docs/product.md 61: adds an audit row for a report that leaves the portal. */
export function recordReportExport(clientId: string, kind: 'pdf' | 'print', count: number): Promise<void> {
  return call('POST /clients/:id/notes/exports', { params: { id: clientId }, body: { kind, count } })
}

/** The pages of a client's notes that were read, newest first. */
export type NotePages = InfiniteData<NotePage, unknown>

/** The notes of all pages; the total is that of the page that was read last. */
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

function withEditedNote(known: NotePages, note: Note): NotePages {
  const items = (page: NotePage) => page.items.map((item) => (item.id === note.id ? note : item))
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
