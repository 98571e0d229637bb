import './dashboard.css'
import { dashboardRanges } from '#contract/clients/endpoints.ts'
import { type SummaryRange, useClientSummary } from '#portal/clients/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { sentenceOf } from '#portal/session/call-failure.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useRange } from './range.ts'
import { StatusCounts } from './status-counts.tsx'
import { dashboardWording as wording } from './wording.ts'

const rangeOptions = dashboardRanges.map((value) => ({ value, label: wording.ranges[value] }))

export function DashboardScreen() {
  const [range, choose] = useRange()
  return (
    <Screen
      title={wording.title}
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
      <Summary range={range} />
    </Screen>
  )
}

function Summary({ range }: { range: SummaryRange }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useClientSummary(range)
  const areaPath = useAreaPath()
  if (!data && error) {
    return (
      <ErrorState
        message={wording.loadFailed}
        detail={sentenceOf(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <LoadingPlace shape="box" lines={2} label={wording.loading} />
  return (
    <div className="dashboard">
      <Card className="dashboard-total">
        <p className="dashboard-count" role="status">
          {wording.total(data.total)}
        </p>
        <p>{wording.totalDetail[data.range]}</p>
        <LinkButton icon="users" href={areaPath('clients')}>
          {wording.toClients}
        </LinkButton>
      </Card>
      <StatusCounts counts={data.counts} total={data.total} refreshing={isPlaceholderData} />
    </div>
  )
}
