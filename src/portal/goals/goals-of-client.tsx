import { useQuery } from '@tanstack/react-query'
import { daysBetween } from '#contract/calendar-date.ts'
import type { Goal } from '#contract/goals/endpoints.ts'
import { goalFields } from '#contract/goals/fields.ts'
import { ClientRecords, lineId, RecordLines } from '#portal/client-records/client-records.tsx'
import { DueBadge } from '#portal/client-records/due-badge.tsx'
import { type RecordKind, recordQueries } from '#portal/client-records/queries.ts'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { plural } from '#portal/screen/plural.ts'
import { Badge } from '#ui/badge.tsx'

const goals: RecordKind<Goal> = {
  name: 'goals',
  kind: 'goal',
  fields: goalFields,
  one: 'goal',
  newValues: () => ({ state: 'open' }),
  hasField(name, goal, { values }) {
    if (name === 'state') return goal !== undefined
    // What was entered stays in view.
    return !['stateOn', 'outcome'].includes(name) || values.state !== 'open' || Boolean(values[name])
  },
  after: (name, { values }) =>
    name === 'stateOn' &&
    values.state === 'open' && <p className="small-soft">An open goal has no end date. Saving clears it.</p>,
}

/** The goals of the client's plan. */
export function GoalsOfClient({ clientId }: { clientId: string }) {
  const query = useQuery(recordQueries.ofClient(goals, clientId))
  return (
    <ClientRecords kind={goals} clientId={clientId} title="Goals" records={query.data}>
      {(buttonsOf) => (
        <RecordLines
          query={query}
          failed="Unable to load the goals."
          empty="No goals have been entered."
          buttonsOf={buttonsOf}
        >
          {(goal) => <AboutGoal goal={goal} />}
        </RecordLines>
      )}
    </ClientRecords>
  )
}

function AboutGoal({ goal }: { goal: Goal }) {
  const { text, state, agreedOn, outcome, notes, lastServedOn } = goal
  const facts = [
    `Agreed ${shortCalendarDate(agreedOn)}`,
    lastServedOn
      ? `${plural(notes, 'note', 'notes')}, the latest on ${shortCalendarDate(lastServedOn)}${state === 'open' ? ` (${daysAgo(lastServedOn)})` : ''}`
      : 'No notes yet',
    outcome,
  ]
  return (
    <>
      <span>
        <span id={lineId(goals, goal)} dir="auto">
          {text}
        </span>{' '}
        <GoalState goal={goal} />
      </span>
      <span className="small-soft" dir="auto">
        {facts.filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

/** 'today', 'yesterday', '12 days ago'. */
const daysAgo = (day: string) =>
  new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }).format(-daysBetween(day, today()), 'day')

const states: Readonly<Record<string, string>> = goalFields.state.choices

function GoalState({ goal: { state, stateOn, targetOn } }: { goal: Goal }) {
  if (state === 'open') return targetOn && <DueBadge kind={goals.name} on={targetOn} />
  return (
    <Badge tone={state === 'reached' ? 'green' : 'gray'}>
      {states[state]} {stateOn && shortCalendarDate(stateOn)}
    </Badge>
  )
}
