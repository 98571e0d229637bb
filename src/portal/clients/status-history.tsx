import './status-history.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { StatusChange } from '#contract/clients/schema.ts'
import { type ClientStatus, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { shortCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { isKnown, Person } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Button } from '#ui/button.tsx'
import { clientQueries } from './queries.ts'

/** The number of changes at first; a longer history can be expanded, and is complete on paper. */
const alwaysShown = 3

export function StatusHistory({ clientId }: { clientId: string }) {
  const history = useQuery(clientQueries.statusHistory(clientId))
  return (
    <Loaded
      query={history}
      waiting={<LoadingSkeleton lines={2} />}
      failed="Unable to load the status history."
    >
      {(changes) => <Changes changes={changes} />}
    </Loaded>
  )
}

function Changes({ changes }: { changes: readonly StatusChange[] }) {
  const [unfolded, setUnfolded] = useState(false)
  const listId = useId()
  const earlier = changes.length - alwaysShown
  const foldable = earlier > 1
  const people = changes.map(({ byName: name, by }) => ({ name, email: by ?? '' }))
  return (
    <>
      <ol
        id={listId}
        className="status-history stack soft"
        data-folded={(foldable && !unfolded) || undefined}
      >
        {changes.map((change, index) => (
          <li
            key={change.at + change.to}
            className={index < alwaysShown ? undefined : 'status-history-earlier'}
          >
            <span className="unbroken-text">
              <strong>{headlineOf(change, { current: index === 0 })}</strong>
            </span>
            <Origin
              change={change}
              sentence={originOf(change, { intake: isIntake(changes, index) })}
              isKnown={isKnown(people, index)}
            />
            {change.reason && <span dir="auto">. {change.reason}</span>}
          </li>
        ))}
      </ol>
      {foldable && (
        <Button
          className="status-history-fold"
          small
          aria-expanded={unfolded}
          aria-controls={listId}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Show only the latest' : `Show ${plural(earlier, 'earlier change', 'earlier changes')}`}
        </Button>
      )}
    </>
  )
}

type OriginProps = { change: StatusChange; sentence: string; isKnown: boolean }

function Origin({ change: { by, byName }, sentence, isKnown }: OriginProps) {
  if (!by) return sentence
  const [before, after] = sentence.split(by)
  return (
    <>
      {before}
      <Person name={byName} email={by} isKnown={isKnown} />
      {after}
    </>
  )
}

/** 'Active since Mar 5, 2026'; of an earlier status the day on which it began: 'Pending, Mar 1, 2026'. */
export function headlineOf({ to, at, on }: StatusChange, { current }: { current: boolean }): string {
  return `${labelOf(to)}${current ? ' since' : ','} ${on ? shortCalendarDate(on) : shortDate(at)}`
}

/** The last row is the status at intake; that of a record that was merged stands among the others. */
export function isIntake(changes: readonly StatusChange[], at: number): boolean {
  const before = changes[at + 1]
  return !before || (changes[at]?.from === null && before.to !== null)
}

/** Who set the status, and what it was before. Imported records have no author. */
export function originOf({ from, by }: StatusChange, { intake }: { intake: boolean }): string {
  if (intake) return by ? ` (intake), entered by ${by}` : ' (imported)'
  return `, changed ${by ? `by ${by} ` : ''}from ${labelOf(from)}`
}

const labelOf = (status: ClientStatus | null) => (status ? statusLabels[status] : unknownStatus)
