import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#portal/calls/call.ts'
import type { SelectOption } from '#ui/select-field.tsx'

/** The employees to whom clients can be assigned, by name. */
export const workersQuery = queryOptions({
  queryKey: ['workers'],
  queryFn: ({ signal }) => call('GET /workers', {}, { signal }),
})

/** Options for a select. While they are loading, only the chosen one is there. */
export function useWorkerOptions(chosen?: { id: string; name: string }): SelectOption[] {
  const { data: workers = [] } = useQuery(workersQuery)
  const known = workers.some(({ id }) => id === chosen?.id) || !chosen ? workers : [chosen, ...workers]
  return known.map(({ id, name }) => ({ value: id, label: name }))
}

/** The name of the employee with an id. */
export function WorkerName({ id }: { id: string }) {
  const { data: workers = [] } = useQuery(workersQuery)
  return workers.find((worker) => worker.id === id)?.name ?? ''
}
