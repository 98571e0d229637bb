import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#portal/calls/call.ts'
import type { SelectOption } from '#ui/select-field.tsx'

/** The employees to whom clients can be assigned, by name. */
export const workersQuery = queryOptions({
  queryKey: ['workers'],
  queryFn: ({ signal }) => call('GET /workers', {}, { signal }),
})

/** As options of a select. While they are loading, the one that is chosen already stands for all. */
export function useWorkerOptions(chosen?: { id: string; name: string }): SelectOption[] {
  const { data: workers = [] } = useQuery(workersQuery)
  const known = workers.some(({ id }) => id === chosen?.id) || !chosen ? workers : [chosen, ...workers]
  return known.map(({ id, name }) => ({ value: id, label: name }))
}

/** The name of an employee who is known by id. */
export function WorkerName({ id }: { id: string }) {
  const { data: workers = [] } = useQuery(workersQuery)
  return workers.find((worker) => worker.id === id)?.name ?? ''
}
