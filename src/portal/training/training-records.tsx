import { useQuery } from '@tanstack/react-query'
import type { TrainingRecord } from '#contract/training/endpoints.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Person } from '#portal/screen/person.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { trainingQueries } from './queries.ts'

/** For the super-admin: who has done which deck, and when. */
export function TrainingRecords() {
  const records = useQuery(trainingQueries.records())
  return (
    <Card title="Training records">
      <Loaded query={records} waiting={<LoadingSkeleton />} failed="Unable to load the training records.">
        {(rows) => (
          <DataTable
            caption="Training records"
            columns={columns}
            rows={rows}
            rowKey={({ employeeId }) => employeeId}
          />
        )}
      </Loaded>
    </Card>
  )
}

const columns: Column<TrainingRecord>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: Person,
  },
  { key: 'role', header: 'Role', cell: ({ role }) => role, oneLine: true },
  {
    key: 'done',
    header: 'Done',
    cell: ({ done }) => <Decks decks={done} none="None yet" />,
  },
  {
    key: 'open',
    header: 'Not done',
    cell: ({ open }) => <Decks decks={open} none="All done" />,
  },
]

interface DecksProps {
  decks: readonly { deck: string; title: string; doneAt?: string }[]
  /** Shown without decks. */
  none: string
}

function Decks({ decks, none }: DecksProps) {
  if (decks.length === 0) return none
  return (
    <ul className="stack-close">
      {decks.map(({ deck, title, doneAt }) => (
        <li key={deck}>
          {title} {doneAt && <span className="date-time-part soft">{shortDate(doneAt)}</span>}
        </li>
      ))}
    </ul>
  )
}
