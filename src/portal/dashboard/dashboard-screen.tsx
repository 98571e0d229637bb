import './dashboard.css'
import { useQuery } from '@tanstack/react-query'
import { dashboardRanges } from '#contract/clients/endpoints.ts'
import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import { clientQueries } from '#portal/clients/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ClientsWithoutNote } from './clients-without-note.tsx'
import { useRange } from './range.ts'
import { RefusedMail } from './refused-mail.tsx'
import { StatusBreakdown, type Summary } from './status-breakdown.tsx'
import { dashboardWording as wording } from './wording.ts'

const rangeOptions = dashboardRanges.map((value) => ({ value, label: wording.ranges[value] }))

export function DashboardScreen() {
  const [range, choose] = useRange()
  const counts = useQuery(clientQueries.summary(range))
  const { data, error, isPlaceholderData } = counts
  const failed = !data && error
  return (
    <Screen
      title={wording.title}
      confidential
      actions={
        <SelectField
          className="dashboard-range"
          label={wording.range}
          options={rangeOptions}
          value={range}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      }
    >
      <div className="dashboard">
        <RefusedMail />
        {failed && <NotLoaded message={wording.loadFailed} query={counts} />}
        <RefreshFailed query={counts} />
        <div className="dashboard-side">
          {data && <TotalClients summary={data} />}
          {!data && !failed && (
            <Card className="dashboard-total">
              <LoadingPlace lines={3} label={wording.loading} />
            </Card>
          )}
          <ClientsWithoutNote nobodyActive={data?.range === 'all' && data.counts.active === 0} />
        </div>
        {data && <StatusBreakdown summary={data} refreshing={isPlaceholderData} />}
        {!data && !failed && <ComingBreakdown />}
      </div>
    </Screen>
  )
}

/** The counts' own place says aloud that they are on their way. */
function ComingBreakdown() {
  return (
    <Card title={wording.breakdown} className="status-breakdown">
      <div aria-hidden="true">
        <Skeleton shape="box" lines={2} />
      </div>
    </Card>
  )
}

function TotalClients({ summary: { range, total } }: { summary: Summary }) {
  const areaPath = useAreaPath()
  return (
    <Card className="dashboard-total">
      <p className="dashboard-count" role="status">
        {wording.total} <span className="dashboard-count-number">{total.toLocaleString('en-US')}</span>
      </p>
      <p>{wording.totalDetail[range]}</p>
      <LinkButton icon="users" href={areaPath('clients')}>
        {wording.toClients}
      </LinkButton>
    </Card>
  )
}
