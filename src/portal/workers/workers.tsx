import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#portal/calls/call.ts'
import type { SelectOption } from '#ui/select-field.tsx'

/** The employees to whom clients can be assigned, by name. */
const workersQuery = queryOptions({
  queryKey: ['workers'],
  queryFn: ({ signal }) => call('GET /workers', {}, { signal }),
})

/** Two may have the same name. */
export function workerLabel(
  { name, email }: { name: string; email?: string | null | undefined },
  all: readonly { name: string | null }[],
): string {
  return email && all.filter((worker) => worker.name === name).length > 1 ? `${name} (${email})` : name
}

/** Options for a select. While they are loading, only the chosen one is there. */
export function useWorkerOptions(chosen?: { id: string; name: string }): SelectOption[] {
  const { data: workers = [] } = useQuery(workersQuery)
  const known: readonly { id: string; name: string; email?: string }[] =
    workers.some(({ id }) => id === chosen?.id) || !chosen ? workers : [chosen, ...workers]
  return known.map((worker) => ({ value: worker.id, label: workerLabel(worker, known) }))
}

/** Options for a filter, which names even an employee who has left. */
export function useWorkerFilter(chosen: string | undefined, first: readonly SelectOption[]): SelectOption[] {
  const workers = useWorkerOptions()
  const options = [...first, ...workers]
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: workers.length > 0 ? 'A former employee' : '…' }]
}

/** The name of the employee with an id; `name` is known before the others are. */
export function WorkerName({ id, name }: { id: string; name?: string | null }) {
  const { data: workers } = useQuery(workersQuery)
  const worker = workers?.find((worker) => worker.id === id)
  if (worker && workers) return workerLabel(worker, workers)
  return name ?? (workers ? 'a former employee' : '')
}
