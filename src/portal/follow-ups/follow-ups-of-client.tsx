import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FollowUp, ListedFollowUp } from '#contract/follow-ups/schema.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { useNamedDraft } from '#portal/drafts/draft-address.ts'
import { useHasDraft } from '#portal/drafts/draft-status.tsx'
import { formOf } from '#portal/drafts/drafts.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FollowUpDialog } from './follow-up-form.tsx'
import { FollowUpItem, FollowUpList } from './follow-up-list.tsx'
import { followUpQueries } from './queries.ts'

/** How many open follow-ups are shown at first, because the notes matter most on their panel. */
const firstShown = 2

/** The client's follow-ups: open ones first, completed ones folded. */
export function FollowUpsOfClient({ clientId }: { clientId: string }) {
  const open = useQuery(followUpQueries.ofClient(clientId, true))
  const [opened, setDialog] = useState<{ edited?: FollowUp }>()
  const hasDraft = useHasDraft(`follow-up:${clientId}`)
  const named = formOf(useNamedDraft().named)
  const edited = open.data?.items.find(({ id }) => named === `edit-follow-up:${clientId}:${id}`)
  const dialog = opened ?? (edited ? { edited } : named === `follow-up:${clientId}` ? {} : undefined)
  return (
    <Card
      title="Follow-ups"
      className="follow-ups"
      actions={
        <Button small tone="quiet" icon="plus" onClick={() => setDialog({})}>
          {hasDraft ? 'Continue the follow-up' : 'Add follow-up'}
        </Button>
      }
    >
      <Loaded query={open} waiting={<LoadingSkeleton lines={1} />} failed="Unable to load the follow-ups.">
        {(found) => (
          <>
            <OpenFollowUps items={found.items} onEdit={(edited) => setDialog({ edited })} />
            <NotListed {...found} />
          </>
        )}
      </Loaded>
      <DoneFollowUps clientId={clientId} />
      {dialog && (
        <FollowUpDialog clientId={clientId} followUp={dialog.edited} onClose={() => setDialog(undefined)} />
      )}
    </Card>
  )
}

type OpenFollowUpsProps = { items: readonly ListedFollowUp[]; onEdit: (followUp: FollowUp) => void }

function OpenFollowUps({ items, onEdit }: OpenFollowUpsProps) {
  if (items.length === 0) return <p className="soft">Nothing is due.</p>
  return (
    <FollowUpList items={items} firstShown={firstShown}>
      {(item) => (
        <FollowUpItem key={item.id} item={item}>
          <EditButton followUp={item} onEdit={() => onEdit(item)} />
        </FollowUpItem>
      )}
    </FollowUpList>
  )
}

function EditButton({ followUp: { clientId, id }, onEdit }: { followUp: FollowUp; onEdit: () => void }) {
  const hasDraft = useHasDraft(`edit-follow-up:${clientId}:${id}`)
  return (
    <Button small tone="quiet" icon="edit" aria-describedby={`follow-up-${id}`} onClick={onEdit}>
      {hasDraft ? 'Continue editing' : 'Edit'}
    </Button>
  )
}

/** Read only when they are unfolded, because reading leaves a row in the audit trail. */
function DoneFollowUps({ clientId }: { clientId: string }) {
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
                    <FollowUpItem key={item.id} item={item} />
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
