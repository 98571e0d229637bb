import type { FieldErrors } from '../endpoint.ts'
import { futureDateErrors, type RecordFields } from '../record-field.ts'

/** The fields of a goal of the client's plan, in the order of the form. */
export const goalFields = {
  text: {
    kind: 'line',
    label: 'Goal',
    required: 'Enter the goal',
    max: 300,
    dir: 'auto',
    wide: true,
    description: 'What the client wants to reach',
    example: 'Find a one-bedroom apartment near the light rail',
  },
  agreedOn: {
    kind: 'date',
    label: 'Agreed on',
    required: 'Choose a date',
    invalid: 'Enter a valid date, 1900 or later',
    description: 'When it was agreed: calendar date, YYYY-MM-DD',
    example: '2026-03-05',
  },
  targetOn: {
    kind: 'date',
    label: 'Target date',
    description: 'By when it is to be reached, not before `agreedOn`',
    example: '2026-09-30',
  },
  state: {
    kind: 'choice',
    label: 'Status',
    required: 'Choose a status',
    choices: {
      open: 'Open',
      reached: 'Reached',
      dropped: 'Dropped',
      mistaken: 'Entered by mistake',
    },
    description: '`mistaken`: entered by mistake; it counts nowhere',
    example: 'open',
  },
  stateOn: {
    kind: 'date',
    label: 'Ended on',
    inFuture: "The date can't be in the future",
    description: 'When it was reached or dropped, or found to be a mistake; null while it is open',
    example: '2026-09-14',
  },
  outcome: {
    kind: 'line',
    label: 'Outcome',
    max: 300,
    dir: 'auto',
    wide: true,
    description: 'What came of it',
    example: 'Moved into an apartment on Cedar Avenue',
  },
} as const satisfies RecordFields

interface GoalDates {
  agreedOn: string
  targetOn?: string | null | undefined
  state?: string | undefined
  stateOn?: string | null | undefined
}

/** What is wrong with the dates of a goal. `today` is 'YYYY-MM-DD'. */
export function goalDateErrors(goal: GoalDates, today: string): FieldErrors {
  const { agreedOn, targetOn, state = 'open', stateOn } = goal
  return {
    ...(targetOn &&
      targetOn < agreedOn && { targetOn: 'The target date can’t be before the goal was agreed on' }),
    ...(state !== 'open' && !stateOn && { stateOn: 'Choose the date it ended' }),
    ...(stateOn && stateOn < agreedOn && { stateOn: 'The goal can’t end before it was agreed on' }),
    ...futureDateErrors(goalFields, goal, today),
  }
}

/** Whether it was open on a day, 'YYYY-MM-DD': agreed by then and, if it has ended, not ended before. */
export function wasOpenOn({ agreedOn, state, stateOn }: GoalDates, day: string): boolean {
  return state !== 'mistaken' && agreedOn <= day && (!stateOn || stateOn >= day)
}
