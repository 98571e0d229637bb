import { peopleEndpoints } from '#contract/people/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { clientRecordRoutes } from '#server/client-records/routes.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { people } from './store.ts'

export function peopleRoutes(route: AddRoute, context: AppContext): void {
  clientRecordRoutes(route, context, { store: people, endpoints: peopleEndpoints })
}
