import { noteFields } from '../notes/fields.ts'
import type { Grouping, TotalsRow } from './endpoints.ts'

/* The headings and names of the totals, the same on the screen and in the CSV file. */

export const noService = 'Without a service'

const author = ({ authorName }: TotalsRow) => authorName || 'Former employees'

const service = ({ service }: TotalsRow) => (service ? noteFields.service.choices[service] : noService)

/** What names a row of each grouping, by its heading. */
export const groupNames: Record<Grouping, Record<string, (row: TotalsRow) => string>> = {
  worker: { Author: author },
  service: { Service: service },
  'worker-and-service': { Author: author, Service: service },
  month: { Month: ({ month = '' }) => month },
}

export const totalsLabels = {
  notes: 'Notes',
  minutes: 'Minutes',
  withoutMinutes: 'Notes without minutes',
  attempts: 'Attempts',
  clients: 'Clients',
} as const
