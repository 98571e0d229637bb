import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ListedDraft } from '#contract/drafts/endpoints.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { storeDrafts } from '#portal/drafts/drafts.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { hourAndMinute, shortDate, today } from '#portal/screen/dates.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Card } from '#ui/card.tsx'

const draftListQuery = queryOptions({
  queryKey: ['drafts', 'list'],
  queryFn: async ({ signal }) => {
    // What was typed a moment ago is one of them.
    await storeDrafts(false)
    return await call('GET /drafts', {}, { signal })
  },
  staleTime: 0,
})

/** What the person began and has not saved, the last first, with a link to go on. Absent without any, and if it can't be read. */
export function UnfinishedTexts() {
  const { data: drafts = [] } = useQuery(draftListQuery)
  const hrefOf = useHrefs()
  const shown = drafts.flatMap((draft) => {
    const place = hrefOf(draft)
    return place ? [{ ...place, key: draft.key, at: draft.changedAt }] : []
  })
  if (shown.length === 0) return null
  return (
    <Card title="Unfinished texts" className="unfinished-texts">
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
        return { href: `${notes}#${newNoteFragment}`, label: `Unfinished correction about ${about}` }
      case 'edit-note':
        return { href: notes, label: `Unfinished edit of a note about ${about}` }
      case 'edit-client':
        return { href: areaPath('editClient', id), label: `Unfinished changes to ${about}` }
    }
    return undefined
  }
}
