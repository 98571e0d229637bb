import './dashboard.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import { dashboardRanges } from '#contract/clients/statuses.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import { clientQueries, type SummaryRange } from '#portal/clients/queries.ts'
import { useUnreadMessages } from '#portal/contact-messages/unread.ts'
import { MovedIn, useMovedIn } from '#portal/homes/moved-in.tsx'
import { listQuery } from '#portal/lists/list-state.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Anchor } from '#ui/anchor.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChoice } from './choice.ts'
import { ClientsWithoutNote, useClientsWithoutNote } from './clients-without-note.tsx'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'
import {
  DueFollowUps,
  DueSoon,
  RefusedMail,
  UnfinishedTexts,
  useOutgoingMail,
  useOwnWork,
} from './own-work.tsx'
import { addedIn, StatusBreakdown, type Summary } from './status-breakdown.tsx'
import { useWorkloads, Workloads } from './workloads.tsx'

const ranges = {
  all: 'All Time',
  last30: 'Last 30 Days',
  last7: 'Last 7 Days',
} as const satisfies Record<SummaryRange, string>

const rangeOptions = dashboardRanges.map((value) => ({ value, label: ranges[value] }))

export function DashboardScreen() {
  const { role } = useSession()
  const areaPath = useAreaPath()
  const reads = useReads()
  const { own, missing, summary, ofSomeRoles } = reads
  const ofAll = [own.drafts, own.followUps.query, own.due, missing.query, summary.counts]
  const areKnown =
    ofAll.every(({ isPending }) => !isPending) &&
    Object.values(ofSomeRoles).every(({ isLoading }) => !isLoading)
  const isArranged = useTogether(areKnown)
  return (
    <Screen
      title={screens.dashboard.title}
      confidential
      actions={
        can(role, 'service-log:read') && (
          <LinkButton icon="edit" href={areaPath('serviceLog')}>
            {screens.serviceLog.title}
          </LinkButton>
        )
      }
    >
      {isArranged ? <Cards {...reads} /> : <LoadingCards />}
    </Screen>
  )
}

function useReads() {
  return {
    own: useOwnWork(),
    missing: useClientsWithoutNote(),
    summary: useSummary(),
    ofSomeRoles: {
      unread: useUnreadMessages(),
      mails: useOutgoingMail(),
      workloads: useWorkloads(),
      movedIn: useMovedIn(),
      steps: useFirstSteps(),
    },
  }
}

/** Milliseconds that the cards wait for each other, because one that comes later pushes those below it down. */
const longestWait = 5000

/** Whether to show the cards: all are known, or they have waited long enough. */
function useTogether(areKnown: boolean): boolean {
  const [isShown, setShown] = useState(areKnown)
  if (areKnown && !isShown) setShown(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), longestWait)
    return () => clearTimeout(timer)
  }, [])
  return isShown
}

function LoadingCards() {
  return (
    <div className="dashboard">
      <div className="dashboard-now">
        <Card title="No note this week">
          <LoadingSkeleton lines={10} />
        </Card>
      </div>
      <div className="dashboard-numbers">
        <Card title="Client Status Breakdown">
          <LoadingSkeleton lines={10} />
        </Card>
      </div>
    </div>
  )
}

function useSummary() {
  const [range, choose] = useChoice('range', dashboardRanges, 'all')
  return { range, choose, counts: useQuery(clientQueries.summary(range)) }
}

/**
 * What the person has to do comes first and is widest; the numbers are beside it or, on a phone, below. Managers and above
 * see the numbers by worker without scrolling.
 */
function Cards({ own, missing, summary, ofSomeRoles }: ReturnType<typeof useReads>) {
  const { range, choose, counts } = summary
  const { unread, mails, workloads, movedIn, steps } = ofSomeRoles
  const { data, error, isPlaceholderData } = counts
  const failed = !data && error
  const isNew = steps.data?.clients === false
  return (
    <div className="dashboard">
      <RefusedMail mails={mails.data} />
      <RefreshFailed query={counts} />
      {isNew && <FirstSteps done={steps.data} />}
      <div className="dashboard-now">
        <UnreadMessages count={unread.data} />
        <UnfinishedTexts {...own} />
        <DueFollowUps {...own} />
        <ClientsWithoutNote
          missing={missing}
          noActiveClients={data?.range === 'all' && data.counts.active === 0}
        />
        <DueSoon {...own} />
      </div>
      <div className="dashboard-numbers">
        <Workloads query={workloads} />
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
        <MovedIn query={movedIn} />
        {!isNew && <FirstSteps done={steps.data} />}
      </div>
    </div>
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

function UnreadMessages({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <p className="dashboard-messages card card-for-action row">
      <Icon name="mail" />
      <Anchor href={screenPath('admin', 'contactMessages')}>
        {plural(count, 'unread message', 'unread messages')} from the website
      </Anchor>
    </p>
  )
}
