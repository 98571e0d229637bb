import { authorizationEndpoints } from '#contract/authorizations/endpoints.ts'
import { authorizationName, authorizationsOverlap } from '#contract/authorizations/rules.ts'
import type { AppContext } from '#server/app-context.ts'
import { shortDay } from '#server/calendar.ts'
import { clientRecordRoutes } from '#server/client-records/routes.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { authorizations } from './store.ts'

export function authorizationRoutes(route: AddRoute, context: AppContext): void {
  clientRecordRoutes(route, context, {
    store: authorizations,
    endpoints: authorizationEndpoints,
    async check(trx, clientId, authorization) {
      const other = (await authorizations.ofClient(trx, clientId)).find(
        (one) => one.id !== authorization.id && authorizationsOverlap(one, authorization),
      )
      if (!other) return
      const days = `${shortDay(other.startsOn)} to ${shortDay(other.endsOn)}`
      throw new Failure('authorization-overlaps', {
        message: `${authorizationName(other)} covers ${days} for this service. Choose days that don’t overlap.`,
      })
    },
  })
}
