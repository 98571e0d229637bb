import { sql } from 'kysely'
import type { Goal } from '#contract/goals/endpoints.ts'
import { goalFields } from '#contract/goals/fields.ts'
import { clientRecordStore } from '#server/client-records/store.ts'

type StoredGoal = Omit<Goal, 'notes' | 'lastServedOn'>

const definition = {
  name: 'goals',
  kind: 'goal',
  table: 'goals',
  fields: goalFields,
  order: "state = 'mistaken', state <> 'open', agreed_on DESC, created_at, id",
  due: { on: 'targetOn', where: "goals.state = 'open'", what: ({ text }: StoredGoal) => text },
} as const

/** Without the notes that serve them. */
export const goals = clientRecordStore<StoredGoal>(definition)

/** As calls return them. */
export const servedGoals = clientRecordStore<Goal>({
  ...definition,
  lookups: { notes: 'coalesce(served.notes, 0)', lastServedOn: 'served.last_on' },
  join: () => sql`LEFT JOIN served_goals AS served ON served.goal_id = goals.id`,
})
