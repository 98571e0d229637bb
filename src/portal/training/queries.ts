import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeckKey, TrainingName } from '#contract/training/decks.ts'
import { trainingEndpoints } from '#contract/training/endpoints.ts'
import { call } from '#portal/calls/call.ts'

const keys = { all: ['training'], records: ['training', 'records'] } as const

export function useTraining(name: TrainingName) {
  return useQuery({
    queryKey: [...keys.all, name],
    queryFn: ({ signal }) => call(trainingEndpoints[name], {}, { signal }),
  })
}

export function useTrainingRecords() {
  return useQuery({
    queryKey: keys.records,
    queryFn: ({ signal }) => call(trainingEndpoints.records, {}, { signal }),
  })
}

/** Marks a deck as done, or takes the mark back. */
export function useMark(deck: DeckKey) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (done: boolean) => {
      if (done) await call(trainingEndpoints.markDone, { params: { deck } })
      else await call(trainingEndpoints.unmarkDone, { params: { deck } })
    },
    // Waited for, so that the button says what is true by the time that it stops being busy.
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.all }),
  })
}
