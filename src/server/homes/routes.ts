import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { homeName, homesOverlap } from '#contract/homes/fields.ts'
import type { AppContext } from '#server/app-context.ts'
import { filterWords } from '#server/audit/store.ts'
import { shortDay } from '#server/calendar.ts'
import { clientRecordRoutes } from '#server/client-records/routes.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { countHoused, homes } from './store.ts'

export function homeRoutes(route: AddRoute, context: AppContext): void {
  const { db, clock, views } = context

  clientRecordRoutes(route, context, {
    store: homes,
    endpoints: homeEndpoints,
    async check(trx, clientId, { id, movedInOn, leftOn }) {
      const other = (await homes.ofClient(trx, clientId)).find(
        (home) => home.id !== id && homesOverlap(home, { movedInOn, leftOn }),
      )
      if (!other) return
      const days = other.leftOn
        ? `from ${shortDay(other.movedInOn)} to ${shortDay(other.leftOn)}`
        : `since ${shortDay(other.movedInOn)}. First enter the day the client moved out`
      throw new Failure('homes-overlap', {
        message: `The client has another home on these days: ${homeName(other)}, ${days}.`,
      })
    },
  })

  route(homeEndpoints.summary, async ({ body, actor }) => {
    const { assignedTo } = body
    const counts = await countHoused(db, {
      ...body,
      assignedTo: assignedTo === 'me' ? actor.employeeId : assignedTo,
    })
    const details = { filter: filterWords(body) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'home summary', details })
    return counts
  })
}
