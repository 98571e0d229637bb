import { can } from '#contract/access/permissions.ts'
import { daysAfter } from '#contract/calendar-date.ts'
import { dueEndpoints } from '#contract/due/endpoints.ts'
import { daysBeforeDue } from '#contract/due/manifest.ts'
import type { AppContext } from '#server/app-context.ts'
import { filterWords, shownRecords } from '#server/audit/store.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { clientRecordStores } from '#server/client-record-stores.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'

const mostDue = 200

export function dueRoutes(route: AddRoute, context: AppContext): void {
  const { db, clock, views, organization } = context
  const day = calendarDayIn(organization.timeZone)

  route(dueEndpoints.list, async ({ query, actor }) => {
    const everyone = query.everyone === 'true'
    if (everyone && !can(actor.role, 'due:read-all'))
      throw new Failure('not-allowed', { permission: 'due:read-all' })
    const now = clock()
    const until = daysAfter(day(now), daysBeforeDue)
    const filter = { until, worker: everyone ? undefined : actor.employeeId, limit: mostDue }
    const found = []
    for (const { due } of Object.values(clientRecordStores)) found.push(...(await due(db, filter)))
    found.sort((a, b) => (a.on < b.on || (a.on === b.on && a.id < b.id) ? -1 : 1))
    const items = found.slice(0, mostDue)
    const details = { ...shownRecords(items), filter: filterWords({ everyone }) }
    views.add({ at: now, actor, action: 'listed', kind: 'due', details })
    return items
  })
}
