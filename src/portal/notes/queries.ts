import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
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
    onSuccess: () => {
      onSaved()
      return queries.invalidateQueries({ queryKey: noteKeys.ofClient(clientId) })
    },
  })
}
