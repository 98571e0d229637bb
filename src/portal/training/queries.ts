import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeckKey, TrainingName } from '#contract/training/decks.ts'
import { call } from '#portal/calls/call.ts'
import { refresh } from '#portal/query-client.ts'

const all = ['training']

export const trainingQueries = {
  decks: (name: TrainingName) =>
    queryOptions({
      queryKey: [...all, name],
      queryFn: ({ signal }) => call(`GET /training/${name}`, {}, { signal }),
    }),
  records: () =>
    queryOptions({
      queryKey: [...all, 'records'],
      queryFn: ({ signal }) => call('GET /training/records', {}, { signal }),
    }),
}

/** Marks a deck as done, or takes the mark back. */
export function useMark(deck: DeckKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (done: boolean) => {
      if (done) await call('PUT /training/decks/:deck/done', { params: { deck } })
      else await call('DELETE /training/decks/:deck/done', { params: { deck } })
    },
    // Awaited: the button stays busy until the decks are read again.
    onSuccess: () => refresh(queries, { queryKey: all }),
  })
}
