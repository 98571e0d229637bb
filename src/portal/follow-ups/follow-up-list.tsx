import '#portal/screen/record-line.css'
import './follow-ups.css'
import type { ReactNode } from 'react'
import type { FollowUp } from '#contract/follow-ups/schema.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { shortCalendarDate, shortDate, today } from '#portal/screen/dates.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { useToast } from '#ui/toast.tsx'
import { useFinishFollowUp } from './queries.ts'

type FollowUpItemProps<Item extends FollowUp> = {
  item: Item
  /** Names the client, before what needs to be done, on screens that are not about one client. */
  about?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** What is due, when, and who does it. One click completes it, and one more undoes that. */
export function FollowUpItem<Item extends FollowUp>({ item, about, children }: FollowUpItemProps<Item>) {
  const { id, what, on, assignedToName, doneAt, doneByName } = item
  const finish = useFinishFollowUp()
  const toast = useToast()

  function setDone(done: boolean) {
    finish.mutate(
      { id, done },
      {
        onSuccess: () =>
          toast({
            text: done ? `Done: ${what}` : `Reopened: ${what}`,
            ...(done && {
              action: { label: 'Undo', onSelect: () => setDone(false) },
            }),
          }),
        onError: (error) =>
          toast({
            tone: 'danger',
            text: `The follow-up was not changed. ${errorMessage(error, { 'not-found': 'It has been deleted with its client.' })}`,
          }),
      },
    )
  }

  return (
    <li className="record-line row row-apart" ref={focusOnRemoval()}>
      <div className="record-line-text">
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
              <DueDate on={on} /> <bdi>{assignedToName ?? 'Unassigned'}</bdi>
            </>
          )}
        </span>
      </div>
      <div className="follow-up-actions screen-only">
        <Button
          small
          tone="quiet"
          icon={doneAt ? 'refresh' : 'check'}
          busy={finish.isPending}
          aria-describedby={`follow-up-${id}`}
          onClick={() => setDone(!doneAt)}
        >
          {doneAt ? 'Reopen' : 'Done'}
        </Button>
        {children}
      </div>
    </li>
  )
}

function DueDate({ on }: { on: string }) {
  const { text, tone } = due(on)
  return tone ? <Badge tone={tone}>{text}</Badge> : <>{text},</>
}

/** 'Overdue since Mar 5, 2026', 'Due today', 'Due Mar 12, 2026'. */
export function due(on: string, now = today()): { text: string; tone?: BadgeTone } {
  if (on < now) return { text: `Overdue since ${shortCalendarDate(on)}`, tone: 'red' }
  if (on === now) return { text: 'Due today', tone: 'yellow' }
  return { text: `Due ${shortCalendarDate(on)}` }
}
