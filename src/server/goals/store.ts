import { sql } from 'kysely'
import type { Goal } from '#contract/goals/endpoints.ts'
import { goalFields } from '#contract/goals/fields.ts'
import { clientRecordStore } from '#server/client-records/store.ts'
import { isUncorrectedOf } from '#server/notes/store.ts'

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

/** As calls return them. The time zone is the organization's. */
export const servedGoals = (timeZone: string) =>
  clientRecordStore<Goal>({
    ...definition,
    lookups: { notes: 'coalesce(served.notes, 0)', lastServedOn: 'served.last_on' },
    // One pass over the client's notes for all goals: one for each would take fifty times as long for a hundred goals.
    join: (clientId) => sql`
      LEFT JOIN LATERAL (
        SELECT goal, count(*) AS notes, greatest(
          max(service_date), (max(created_at) FILTER (WHERE service_date IS NULL) AT TIME ZONE ${timeZone})::date
        ) AS last_on
        FROM (
          SELECT unnest(notes.goals) AS goal, service_date, created_at FROM notes
          WHERE notes.client_id = ${clientId} AND notes.deleted_at IS NULL AND ${isUncorrectedOf(clientId)}
        ) AS named
        GROUP BY goal
      ) AS served ON served.goal = goals.id`,
  })
