import '#portal/screen/record-line.css'
import './follow-ups.css'
import { type ReactNode, useRef, useState } from 'react'
import type { FollowUp } from '#contract/follow-ups/schema.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { useAction } from '#portal/action/action.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortCalendarDate, shortDate, today } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { outcomeParameter, useFinishFollowUp } from './queries.ts'

type FollowUpListProps<Item extends FollowUp> = {
  items: readonly Item[]
  /** How many are shown at first. */
  firstShown: number
  children: (item: Item) => ReactNode
}

/** The first that are due, and the others on request. */
export function FollowUpList<Item extends FollowUp>({
  items,
  firstShown,
  children,
}: FollowUpListProps<Item>) {
  const [isWhole, setWhole] = useState(false)
  const hidden = items.length - firstShown
  if (items.length === 0) return null
  return (
    <>
      <ul>{(isWhole ? items : items.slice(0, firstShown)).map(children)}</ul>
      {hidden > 0 && (
        <Button
          className="button-flush"
          small
          tone="quiet"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer follow-ups' : `Show ${plural(hidden, 'more follow-up', 'more follow-ups')}`}
        </Button>
      )}
    </>
  )
}

type FollowUpItemProps<Item extends FollowUp> = {
  item: Item
  /** Names the client, on a screen about one worker and not about one client: then the worker is not named. */
  about?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** What is due, when, and who does it. One click completes it, and one more undoes that. */
export function FollowUpItem<Item extends FollowUp>({ item, about, children }: FollowUpItemProps<Item>) {
  const { id, clientId, what, on, assignedToName, doneAt, doneByName } = item
  const areaPath = useAreaPath()
  const after = useRef<Element>(null)
  const toNote = {
    href: `${areaPath('clientNotes', clientId)}?${outcomeParameter}=${id}#${newNoteFragment}`,
    label: 'Write the note',
  }
  const finishing = useAction(useFinishFollowUp(id), {
    done: (_, done) => (done ? { title: `Done: ${what}`, undo: false, link: toNote } : `Reopened: ${what}`),
    failed: 'The follow-up was not changed.',
    reasons: { 'not-found': 'It has been deleted with its client.' },
  })

  return (
    <li
      className="record-line row row-apart"
      ref={focusOnRemoval(() => after.current?.querySelector('button'))}
    >
      <div className={classNames('record-line-text', about !== undefined && 'follow-up-with-client')}>
        {about}
        <span id={`follow-up-${id}`} dir="auto">
          {what}
        </span>
        <span className="small-soft">
          {doneAt ? (
            <>
              Done {shortDate(doneAt)}
              {doneByName && (
                <>
                  {' '}
                  by <bdi>{doneByName}</bdi>
                </>
              )}
            </>
          ) : (
            <>
              <DueDate on={on} />
              {!about && (
                <>
                  {' · '}
                  <bdi>{assignedToName ?? 'Unassigned'}</bdi>
                </>
              )}
            </>
          )}
        </span>
      </div>
      <div className="record-line-actions screen-only">
        <Button
          small
          tone="quiet"
          icon={doneAt ? 'refresh' : 'check'}
          busy={finishing.isPending}
          aria-describedby={`follow-up-${id}`}
          onClick={({ currentTarget }) => {
            const line = currentTarget.closest('li')
            after.current = line && (line.nextElementSibling ?? line.previousElementSibling)
            void finishing.start(!doneAt)
          }}
        >
          {doneAt ? 'Reopen' : 'Done'}
        </Button>
        {children}
      </div>
    </li>
  )
}

/** 'Overdue since Mar 5, 2026', 'Due today', 'Due Mar 12, 2026'. */
function DueDate({ on }: { on: string }) {
  if (on < today()) return <Badge tone="red">Overdue since {shortCalendarDate(on)}</Badge>
  if (on === today()) return <Badge tone="yellow">Due today</Badge>
  return `Due ${shortCalendarDate(on)}`
}
