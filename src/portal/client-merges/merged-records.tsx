import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientMerge } from '#contract/client-merges/endpoints.ts'
import type { Client } from '#contract/clients/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import { dateAndTime, shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { mergeQueries, movedText, useUndoMerge } from './queries.ts'

/** The records that were merged into a client; nothing where there were none. */
export function MergedRecords({ client }: { client: Client }) {
  const { data: merges = [] } = useQuery(mergeQueries.ofClient(client.id))
  const [asked, setAsked] = useState<ClientMerge>()
  if (merges.length === 0) return null
  const latest = merges.find(({ undoneAt }) => undoneAt === null)
  return (
    <Card className="screen-only" title="Merged records">
      <ul className="stack">
        {merges.map((merge) => (
          <li key={merge.id} className="stack-close">
            <MergeLine merge={merge} />
            {merge === latest && merge.otherName !== null && (
              <div ref={focusOnRemoval()}>
                <Button small icon="refresh" onClick={() => setAsked(merge)}>
                  Undo this merge
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked && <UndoDialog client={client} merge={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}

function MergeLine({ merge }: { merge: ClientMerge }) {
  const { at, byName, moved, undoneAt } = merge
  const what = movedText(moved)
  return (
    <p>
      <OtherRecord merge={merge} />
      <br />
      <span className="small-soft">
        Merged {dateAndTime(at)}
        {byName && (
          <>
            {' '}
            by <bdi>{byName}</bdi>
          </>
        )}
        {what && ` · ${what} moved`}
        {undoneAt && ` · Undone ${dateAndTime(undoneAt)}`}
      </span>
    </p>
  )
}

function OtherRecord({ merge: { otherName, otherDateOfBirth } }: { merge: ClientMerge }) {
  if (otherName === null || otherDateOfBirth === null)
    return 'A record that has been permanently deleted. This merge can’t be undone.'
  return (
    <>
      <strong dir="auto">{otherName}</strong>, born {shortCalendarDate(otherDateOfBirth)}
    </>
  )
}

type UndoDialogProps = { client: Client; merge: ClientMerge; onClose: () => void }

function UndoDialog({ client, merge, onClose }: UndoDialogProps) {
  const undo = useAction(useUndoMerge(client.id), {
    done: ({ other, fieldsReturned }) => ({
      title: `${fullName(other)} is a separate record again.`,
      ...(!fieldsReturned && {
        detail: `The fields of ${fullName(client)} stay as they are, because they were edited after the merge. Check them.`,
      }),
      lasts: true,
      link: { href: screenPath('admin', 'clientDetails', other.id), label: 'Open that record' },
    }),
    failed: 'The merge was not undone.',
  })
  const what = movedText(merge.moved)
  return (
    <ActionDialog
      action={undo}
      title="Undo this merge"
      confirmLabel="Undo merge"
      tone="primary"
      onConfirm={() => void undo.start(merge.id, onClose)}
      onClose={onClose}
    >
      <p>
        <OtherRecord merge={merge} /> becomes a separate record again. The details of this one become what
        they were before the merge, unless they have been edited since.
      </p>
      <p>
        {what && `These go back if they still exist: ${what}. `}
        What was added since stays here, except for corrections, notes about goals, and files of signed
        documents: they go where their note, goal or document goes.
      </p>
    </ActionDialog>
  )
}
