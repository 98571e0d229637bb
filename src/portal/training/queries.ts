import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeckKey, TrainingName } from '#contract/training/decks.ts'
import { trainingEndpoints } from '#contract/training/endpoints.ts'
import { call } from '#portal/calls/call.ts'

const all = ['training']

export const trainingQueries = {
  decks: (name: TrainingName) =>
    queryOptions({
      queryKey: [...all, name],
      queryFn: ({ signal }) => call(trainingEndpoints[name], {}, { signal }),
    }),
  records: () =>
    queryOptions({
      queryKey: [...all, 'records'],
      queryFn: ({ signal }) => call(trainingEndpoints.records, {}, { signal }),
    }),
}

/** Marks a deck as done, or takes the mark back. */
export function useMark(deck: DeckKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (done: boolean) => {
      if (done) await call(trainingEndpoints.markDone, { params: { deck } })
      else await call(trainingEndpoints.unmarkDone, { params: { deck } })
    },
    // Awaited, so that the button stays busy until the decks are read again.
    onSuccess: () => queries.invalidateQueries({ queryKey: all }),
  })
}
