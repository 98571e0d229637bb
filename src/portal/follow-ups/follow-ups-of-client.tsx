import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { followUpFields } from '#contract/follow-ups/fields.ts'
import type { ListedFollowUp } from '#contract/follow-ups/schema.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { ClientRecords } from '#portal/client-records/client-records.tsx'
import { draftFormOf, type RecordKind } from '#portal/client-records/queries.ts'
import { useNamedDraft } from '#portal/drafts/draft-address.ts'
import { formOf } from '#portal/drafts/drafts.ts'
import { shortDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { plural } from '#portal/screen/plural.ts'
import { FollowUpItem, FollowUpList } from './follow-up-list.tsx'
import { followUpQueries } from './queries.ts'

const { what, on, assignedTo } = followUpFields

const followUps: RecordKind<ListedFollowUp> = {
  name: 'follow-ups',
  kind: 'follow-up',
  fields: { what, on, assignedTo },
  one: 'follow-up',
  // One's own, unless someone else is chosen (docs/product.md 79).
  newValues: ({ sub }) => ({ assignedTo: sub }),
  isClosed: ({ doneAt }) => doneAt !== null,
  facts: ({ doneAt, doneByName }) =>
    doneAt ? [{ term: 'Done', value: [shortDate(doneAt), doneByName].filter(Boolean).join(', ') }] : [],
}

/** How many open follow-ups are shown at first, because the notes matter most on their panel. */
const firstShown = 2

/** The client's follow-ups: open ones first, completed ones folded. */
export function FollowUpsOfClient({ clientId }: { clientId: string }) {
  const open = useQuery(followUpQueries.ofClient(clientId, true))
  const named = formOf(useNamedDraft().named)
  const isNamed = (item: ListedFollowUp) => draftFormOf(followUps, clientId, item) === named
  // An edit that was begun can be continued after it is done.
  const mayBeDone = named.startsWith('edit-follow-up:') && open.data && !open.data.items.some(isNamed)
  const done = useQuery({ ...followUpQueries.ofClient(clientId, false), enabled: mayBeDone === true })
  return (
    <ClientRecords
      kind={followUps}
      clientId={clientId}
      title="Follow-ups"
      className="follow-ups"
      records={(mayBeDone ? done : open).data?.items}
    >
      {(buttonsOf) => (
        <>
          <Loaded
            query={open}
            waiting={<LoadingSkeleton lines={1} />}
            failed="Unable to load the follow-ups."
          >
            {(found) => (
              <>
                {found.items.length === 0 && <p className="soft">Nothing is due.</p>}
                <FollowUpList items={found.items} firstShown={firstShown}>
                  {(item) => (
                    <FollowUpItem key={item.id} item={item}>
                      {buttonsOf(item)}
                    </FollowUpItem>
                  )}
                </FollowUpList>
                <NotListed {...found} />
              </>
            )}
          </Loaded>
          <DoneFollowUps clientId={clientId} buttonsOf={buttonsOf} />
        </>
      )}
    </ClientRecords>
  )
}

type DoneFollowUpsProps = { clientId: string; buttonsOf: (followUp: ListedFollowUp) => ReactNode }

/** Read only when they are unfolded, because reading leaves a row in the audit trail. */
function DoneFollowUps({ clientId, buttonsOf }: DoneFollowUpsProps) {
  const [isOpen, setOpen] = useState(false)
  const done = useQuery({ ...followUpQueries.ofClient(clientId, false), enabled: isOpen })
  return (
    <details
      className="follow-ups-done screen-only"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Completed follow-ups</summary>
      {isOpen && (
        <Loaded
          query={done}
          waiting={<LoadingSkeleton lines={1} />}
          failed="Unable to load the completed follow-ups."
        >
          {(found) =>
            found.items.length === 0 ? (
              <p className="soft">Nothing has been completed yet.</p>
            ) : (
              <>
                <ul>
                  {found.items.map((item) => (
                    <FollowUpItem key={item.id} item={item}>
                      {buttonsOf(item)}
                    </FollowUpItem>
                  ))}
                </ul>
                <NotListed {...found} />
              </>
            )
          }
        </Loaded>
      )}
    </details>
  )
}

/** A list shows at most 200; the record packet has all. */
function NotListed({ items, total }: { items: readonly unknown[]; total: number }) {
  if (total <= items.length) return null
  return <p className="soft">{plural(total - items.length, 'more is', 'more are')} not listed here.</p>
}
