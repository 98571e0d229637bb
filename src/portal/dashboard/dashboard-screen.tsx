import './dashboard.css'
import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/permissions.ts'
import { dashboardRanges } from '#contract/clients/statuses.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import { clientQueries, type SummaryRange } from '#portal/clients/queries.ts'
import { useUnreadMessages } from '#portal/contact-messages/unread.ts'
import { listQuery } from '#portal/lists/list-state.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChoice } from './choice.ts'
import { ClientsWithoutNote } from './clients-without-note.tsx'
import { FirstSteps } from './first-steps.tsx'
import { DueFollowUps, DueSoon, RefusedMail, UnfinishedTexts } from './own-work.tsx'
import { addedIn, StatusBreakdown, type Summary } from './status-breakdown.tsx'
import { Workloads } from './workloads.tsx'

const ranges = {
  all: 'All Time',
  last30: 'Last 30 Days',
  last7: 'Last 7 Days',
} as const satisfies Record<SummaryRange, string>

const rangeOptions = dashboardRanges.map((value) => ({ value, label: ranges[value] }))

export function DashboardScreen() {
  const [range, choose] = useChoice('range', dashboardRanges, 'all')
  const counts = useQuery(clientQueries.summary(range))
  const { data, error, isPlaceholderData } = counts
  const failed = !data && error
  return (
    <Screen title={screens.dashboard.title} confidential>
      <div className="dashboard">
        <RefusedMail />
        <RefreshFailed query={counts} />
        <div className="dashboard-now">
          <UnreadMessages />
          <UnfinishedTexts />
          <DueFollowUps />
          <ClientsWithoutNote noActiveClients={data?.range === 'all' && data.counts.active === 0} />
        </div>
        <div className="dashboard-numbers">
          {failed ? (
            <NotLoaded message="Unable to load the client counts." query={counts} />
          ) : (
            <Card
              title="Client Status Breakdown"
              className="status-breakdown"
              actions={
                <SelectField
                  className="dashboard-range"
                  label="Range"
                  options={rangeOptions}
                  value={range}
                  onChange={(event) => choose(event.currentTarget.value)}
                />
              }
            >
              <TotalClients summary={data} />
              {data ? (
                <StatusBreakdown summary={data} refreshing={isPlaceholderData} />
              ) : (
                <LoadingSkeleton lines={10} label="Counting clients…" />
              )}
            </Card>
          )}
          <DueSoon />
          <FirstSteps />
        </div>
        <Workloads />
      </div>
    </Screen>
  )
}

function TotalClients({ summary }: { summary: Summary | undefined }) {
  const areaPath = useAreaPath()
  if (!summary) return <p className="dashboard-count">Total Clients:</p>
  const { range, total } = summary
  const query = listQuery(addedIn(range))
  return (
    <p className="dashboard-count" role="status">
      Total Clients:{' '}
      <Anchor href={areaPath('clients') + (query && `?${query}`)}>{total.toLocaleString('en-US')}</Anchor>
    </p>
  )
}

/** Keeps its place until the number is known. */
function UnreadMessages() {
  const { role } = useSession()
  const unread = useUnreadMessages()
  if (!can(role, 'contact-messages:read')) return null
  return (
    <p className="dashboard-messages card row">
      <Icon name="mail" />
      {unread === 0 && 'No unread messages.'}
      {unread !== undefined && unread > 0 && (
        <Anchor href={screenPath('admin', 'contactMessages')}>
          {plural(unread, 'unread message', 'unread messages')} from the website
        </Anchor>
      )}
    </p>
  )
}
