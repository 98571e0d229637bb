import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import { daysAfter } from '#contract/calendar-date.ts'
import type { Due } from '#contract/due/endpoints.ts'
import type { OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { CardNotLoaded, Loaded } from '#portal/calls/loaded.tsx'
import { DueBadge } from '#portal/client-records/due-badge.tsx'
import { draftLabel, useDraftAddress } from '#portal/drafts/draft-address.ts'
import { draftListQuery } from '#portal/drafts/drafts.ts'
import { FollowUpItem, FollowUpList } from '#portal/follow-ups/follow-up-list.tsx'
import { followUpQueries } from '#portal/follow-ups/queries.ts'
import { outgoingMailQuery } from '#portal/outgoing-mail/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { hourAndMinute, monthAndDay, shortCalendarDate, shortDate, today } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { fullName } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { WorkerName } from '#portal/workers/workers.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Card } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'

/** Read each time, because drafts may come from another computer. */
const draftsNow = { ...draftListQuery, staleTime: 0, refetchOnMount: true }

/** What the cards of this file show. */
export function useOwnWork() {
  return { drafts: useQuery(draftsNow), followUps: useDueFollowUps(), due: useQuery(dueQuery) }
}

export type OwnWork = ReturnType<typeof useOwnWork>

/** Unsaved drafts, newest first, each with a link to continue. Absent if there are none or they can't be loaded. */
export function UnfinishedTexts({ drafts: { data: drafts = [] } }: Pick<OwnWork, 'drafts'>) {
  const addressOf = useDraftAddress()
  const shown = drafts.flatMap((draft) => {
    const { key, changedAt: at } = draft
    const label = draftLabel(draft)
    return label ? [{ key, at, label, href: addressOf(key) }] : []
  })
  if (shown.length === 0) return null
  return (
    <Card title="Unfinished drafts" className="unfinished-texts" asksForAction>
      <ul>
        {shown.map(({ key, href, label, at }) => (
          <li key={key}>
            <Anchor href={href} dir="auto">
              {label}
            </Anchor>
            , {today(new Date(at)) === today() ? `today ${hourAndMinute(at)}` : shortDate(at)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** How many follow-ups are shown at first, because the clients without a note are below them. */
const firstShown = 6

/** How many days ahead to show. */
const daysAhead = 7

/** Query parameter with another employee's id or 'nobody'; the links of "By worker" set it. */
const whoseParameter = 'follow-ups'

const cardId = 'due-follow-ups'

function useDueFollowUps() {
  const [params] = useSearchParams()
  const whose = params.get(whoseParameter)
  const lastDay = daysAfter(today(), daysAhead)
  return { whose, lastDay, query: useQuery(followUpQueries.due(whose ?? 'me', lastDay)) }
}

/** Follow-ups that are overdue or due in the next seven days: another employee's, or one's own, absent if there are none. */
export function DueFollowUps({ followUps: { whose, lastDay, query } }: Pick<OwnWork, 'followUps'>) {
  const areaPath = useAreaPath()
  useEffect(() => {
    // The link that led here is far below.
    if (whose) document.getElementById(cardId)?.focus()
  }, [whose])
  if (!whose && (query.isPending || query.data?.total === 0)) return null
  return (
    <Card
      id={cardId}
      className={cardId}
      title={<Title whose={whose} />}
      asksForAction={query.data && query.data.total > 0}
    >
      <Loaded
        query={query}
        waiting={<LoadingSkeleton />}
        failed={(query) => <CardNotLoaded message="Unable to load follow-ups." query={query} />}
      >
        {({ items, total }) => {
          const overdue = items.filter(({ on }) => on < today()).length
          // The first due come first: a page of overdue ones may not be all.
          const more = overdue < total && overdue === items.length ? ' or more' : ''
          const overdueText = overdue > 0 ? `, ${overdue}${more} overdue` : ''
          return (
            <>
              <p className="soft">
                {total === 0
                  ? 'Nothing is due in the next seven days.'
                  : `${total.toLocaleString('en-US')} due by ${monthAndDay(lastDay)}${overdueText}`}
                {whose && (
                  <>
                    {' '}
                    <Anchor href={areaPath('dashboard')}>Show mine</Anchor>
                  </>
                )}
              </p>
              <FollowUpList key={whose} items={items} firstShown={firstShown}>
                {(item) => (
                  <FollowUpItem
                    key={item.id}
                    item={item}
                    about={
                      <ClientOfItem href={areaPath('clientNotes', item.clientId)} client={item.client} />
                    }
                  />
                )}
              </FollowUpList>
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Title({ whose }: { whose: string | null }) {
  if (!whose) return 'My follow-ups'
  if (whose === 'nobody') return 'Unassigned follow-ups'
  return (
    <>
      Follow-ups of <WorkerName id={whose} />
    </>
  )
}

const dueQuery = queryOptions({
  queryKey: ['due'],
  queryFn: ({ signal }) => call('GET /due', {}, { signal }),
})

/** What is due for one's own clients, or will be soon. Absent if there is nothing. */
export function DueSoon({ due: query }: Pick<OwnWork, 'due'>) {
  if (query.isPending || query.data?.length === 0) return null
  return (
    <Card title="Due" className="due-soon" asksForAction>
      <Loaded
        query={query}
        waiting={null}
        failed={(query) => <CardNotLoaded message="Unable to check what is due." query={query} />}
      >
        {(items) => (
          <ul>
            {items.map((item) => (
              <DueItem key={item.id} item={item} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function DueItem({ item: { kind, on, what, client } }: { item: Due }) {
  const areaPath = useAreaPath()
  return (
    <li className="record-line row row-apart">
      <div className="record-line-text">
        <ClientOfItem href={areaPath('clientDetails', client.id)} client={client} />
        <span>
          <span dir="auto">{what}</span> <DueBadge kind={kind} on={on} />
        </span>
      </div>
    </li>
  )
}

type ClientOfItemProps = { href: string; client: Due['client'] }

function ClientOfItem({ href, client }: ClientOfItemProps) {
  return (
    <Anchor className="client-of-item" href={href} dir="auto">
      {fullName(client)}{' '}
      <span className="small-soft date-time-part">({shortCalendarDate(client.dateOfBirth)})</span>
    </Anchor>
  )
}

/** Only for those who can do something about it. */
export function useOutgoingMail() {
  const { role } = useSession()
  return useQuery({ ...outgoingMailQuery, enabled: can(role, 'outgoing-mail:read') })
}

export function RefusedMail({ mails = [] }: { mails: OutgoingMail[] | undefined }) {
  const count = mails.filter(({ state }) => state === 'refused').length
  if (count === 0) return null
  return (
    <p className="refused-mail row">
      <Icon name="warning" />
      <span>
        {count === 1 ? 'The mail server rejected an email.' : `The mail server rejected ${count} emails.`}{' '}
        <Anchor href={screenPath('admin', 'userManagement')}>See user management</Anchor>
      </span>
    </p>
  )
}
