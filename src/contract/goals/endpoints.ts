import * as z from 'zod/mini'
import { clientRecordEndpoints } from '../client-records/endpoints.ts'
import { clientRecordSchemas } from '../client-records/schema.ts'
import { described, textOrNull, wholeNumber } from '../described.ts'
import { goalDateErrors, goalFields } from './fields.ts'

const { input, edit, record } = clientRecordSchemas('goal', goalFields)

const newGoal = z.extend(z.omit(input, { stateOn: true }), {
  state: described(
    z.optional(z.literal('open', { error: 'A new goal is open' })),
    'A new goal is open',
    'open',
  ),
})

const goal = z.extend(record, {
  notes: wholeNumber('How many existing notes name it, without those that another note corrects', 4),
  lastServedOn: textOrNull(
    'The latest day of such a note: of the service or, without a date of service, of writing. Null without a note',
    '2026-06-12',
  ),
})

export type Goal = z.output<typeof goal>

/** How many goals a client can have. */
export const mostGoals = 100

export const goalEndpoints = clientRecordEndpoints(
  'goals',
  { input: newGoal, edit, record: goal },
  {
    one: 'goal',
    many: 'goals',
    list: 'Returns the goals of the client’s plan: open ones, then those that have ended, each the latest first; those entered by mistake come last.',
    add: 'Adds a goal that was agreed with the client.',
    edit: 'Every `state` except `open` needs `stateOn`; reopening a goal clears it. A goal is never deleted: one that was entered by mistake becomes `mistaken`.',
  },
  { errors: goalDateErrors, most: mostGoals },
)
