import type { CountedNotes, Grouping } from '#contract/service-log/endpoints.ts'

export const groupingLabels: Record<Grouping, string> = {
  worker: 'By author',
  service: 'By service',
  'worker-and-service': 'By author and service',
  month: 'By month',
}

/** The notes that a number of the totals counts, as a filter. */
export const countedLabels: Record<CountedNotes, string> = {
  notes: 'counted notes',
  minutes: 'with minutes',
  withoutMinutes: 'without minutes',
  attempts: 'attempts',
}
