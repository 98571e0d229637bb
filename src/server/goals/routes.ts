import { goalEndpoints, mostGoals } from '#contract/goals/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { clientRecordRoutes } from '#server/client-records/routes.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { servedGoals } from './store.ts'

export function goalRoutes(route: AddRoute, context: AppContext): void {
  clientRecordRoutes(route, context, {
    store: servedGoals,
    endpoints: goalEndpoints,
    most: mostGoals,
    complete: ({ state }) => (state === 'open' ? { stateOn: null } : {}),
  })
}
