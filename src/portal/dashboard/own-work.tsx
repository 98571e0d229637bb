import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ListedDraft } from '#contract/drafts/endpoints.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { loadDrafts, storeDrafts } from '#portal/drafts/drafts.ts'
import { FollowUpItem } from '#portal/follow-ups/follow-up-list.tsx'
import { followUpQueries } from '#portal/follow-ups/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { hourAndMinute, shortCalendarDate, shortDate, today } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { plural } from '#portal/screen/plural.ts'
import { WorkerName } from '#portal/workers/workers.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Card } from '#ui/card.tsx'

/** What the person has begun, and what is due: above everything that others need, too. */
export default function OwnWork() {
  return (
    <>
      <UnfinishedTexts />
      <DueFollowUps />
    </>
  )
}

const draftListQuery = queryOptions({
  queryKey: ['drafts', 'list'],
  queryFn: async () => {
    // What was typed a moment ago is one of them, and what another page has stored since is shown by its form, too.
    await storeDrafts(false)
    return await loadDrafts()
  },
  staleTime: 0,
})

/** What the person began and has not saved, the last first, with a link to go on. Absent without any, and if it can't be read. */
function UnfinishedTexts() {
  const { data: drafts = [] } = useQuery(draftListQuery)
  const hrefOf = useHrefs()
  const shown = drafts.flatMap((draft) => {
    const place = hrefOf(draft)
    return place ? [{ ...place, key: draft.key, at: draft.changedAt }] : []
  })
  if (shown.length === 0) return null
  return (
    <Card title="Unfinished drafts" className="unfinished-texts">
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

/** Where a draft goes on, and what it is called; undefined for one whose client was deleted, or of another release. */
function useHrefs() {
  const areaPath = useAreaPath()
  return ({ key, about }: ListedDraft): { href: string; label: string } | undefined => {
    const [form, id = ''] = key.split(':')
    if (form === 'new-client') return { href: areaPath('addClient'), label: 'Unfinished new client' }
    if (!about) return undefined
    const notes = areaPath('clientNotes', id)
    switch (form) {
      case 'note':
        return { href: `${notes}#${newNoteFragment}`, label: `Unfinished note about ${about}` }
      case 'correction':
        return {
          href: `${notes}#${newNoteFragment}`,
          label: `Unfinished correction to a note about ${about}`,
        }
      case 'edit-note':
        return { href: notes, label: `Unfinished edit of a note about ${about}` }
      case 'follow-up':
      case 'edit-follow-up':
        return { href: notes, label: `Unfinished follow-up for ${about}` }
      case 'edit-client':
        return { href: areaPath('editClient', id), label: `Unfinished changes to ${about}` }
    }
    return undefined
  }
}

/** Days ahead that are shown. */
const daysAhead = 7

/** Names another employee in the address, or 'nobody': the numbers by worker lead here. */
const whoseParameter = 'follow-ups'

/** What is overdue, due today and in the next seven days. One's own, absent without any; or those of another employee. */
function DueFollowUps() {
  const [params] = useSearchParams()
  const whose = params.get(whoseParameter)
  const lastDay = today(new Date(Date.now() + daysAhead * 24 * 60 * 60 * 1000))
  const { data } = useQuery(followUpQueries.due(whose ?? 'me', lastDay))
  const areaPath = useAreaPath()
  if (!data || (data.total === 0 && !whose)) return null
  const overdue = data.items.filter(({ on }) => on < today()).length
  return (
    <Card title={<Title whose={whose} />} className="due-follow-ups">
      <p className="soft">
        {data.total === 0
          ? 'Nothing is due in the next seven days.'
          : `${plural(data.total, 'follow-up', 'follow-ups')} through ${shortCalendarDate(lastDay)}, ${overdue} overdue.`}
        {whose && (
          <>
            {' '}
            <Anchor href={areaPath('dashboard')}>Show mine</Anchor>
          </>
        )}
      </p>
      <ul>
        {data.items.map((item) => (
          <FollowUpItem
            key={item.id}
            item={item}
            about={
              <Anchor href={areaPath('clientNotes', item.clientId)} dir="auto">
                {fullName(item.client)} ({shortCalendarDate(item.client.dateOfBirth)})
              </Anchor>
            }
          />
        ))}
      </ul>
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
