import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#portal/calls/call.ts'
import type { SelectOption } from '#ui/select-field.tsx'

/** The employees to whom clients can be assigned, by name. */
const workersQuery = queryOptions({
  queryKey: ['workers'],
  queryFn: ({ signal }) => call('GET /workers', {}, { signal }),
})

/** Options for a select. While they are loading, only the chosen one is there. */
export function useWorkerOptions(chosen?: { id: string; name: string }): SelectOption[] {
  const { data: workers = [] } = useQuery(workersQuery)
  const known: readonly { id: string; name: string; email?: string }[] =
    workers.some(({ id }) => id === chosen?.id) || !chosen ? workers : [chosen, ...workers]
  const isShared = (name: string) => known.filter((worker) => worker.name === name).length > 1
  return known.map(({ id, name, email }) => ({
    value: id,
    // Two may have the same name.
    label: email && isShared(name) ? `${name} (${email})` : name,
  }))
}

/** Options for a filter, which names even an employee who has left. */
export function useWorkerFilter(chosen: string | undefined, first: readonly SelectOption[]): SelectOption[] {
  const workers = useWorkerOptions()
  const options = [...first, ...workers]
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: workers.length > 0 ? 'A former employee' : '…' }]
}

/** The name of the employee with an id. */
export function WorkerName({ id }: { id: string }) {
  const { data: workers } = useQuery(workersQuery)
  return workers?.find((worker) => worker.id === id)?.name ?? (workers ? 'a former employee' : '')
}
