import './status-breakdown.css'
import { useMemo } from 'react'
import type { SummaryRange } from '#portal/clients/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { StatusCounts } from './status-counts.tsx'
import { StatusPie } from './status-pie.tsx'
import { type Counts, rowsOf } from './status-rows.ts'
import { dashboardWording as wording } from './wording.ts'

export type Summary = { range: SummaryRange; total: number; counts: Counts }

/** §2: how many clients there are by status, as a pie and as the same numbers in a table. */
export function StatusBreakdown({ summary, refreshing }: { summary: Summary; refreshing: boolean }) {
  const { range, total, counts } = summary
  const rows = useMemo(() => rowsOf(counts, total), [counts, total])
  return (
    <Card title={wording.breakdown} className="status-breakdown">
      {total === 0 ? (
        <NoClients range={range} />
      ) : (
        <div className="status-breakdown-views">
          <StatusPie rows={rows} />
          <StatusCounts rows={rows} refreshing={refreshing} />
        </div>
      )}
    </Card>
  )
}

function NoClients({ range }: { range: SummaryRange }) {
  const areaPath = useAreaPath()
  return (
    <EmptyState
      icon="users"
      title={wording.nobody[range]}
      action={
        <LinkButton icon="plus" href={areaPath('addClient')}>
          {wording.addClient}
        </LinkButton>
      }
    >
      <p>{wording.nobodyDetail[range]}</p>
    </EmptyState>
  )
}
