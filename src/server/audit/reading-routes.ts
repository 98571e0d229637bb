import { auditEndpoints } from '#contract/audit/endpoints.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import type { Surroundings } from '#server/surroundings.ts'
import { pageOfTrail } from './reading-store.ts'

const usualLimit = 50

/** Reading the trail leaves a row in it, so that who watches is watched. */
export function serveAuditReading(serve: Serve, { db, clock, views }: Surroundings): void {
  serve(auditEndpoints.list, async ({ query, actor }) => {
    const { search, record, limit = usualLimit, cursor } = query
    const filter = { search, record, from: dateOf(query.from), before: dateOf(query.before) }
    const page = await pageOfTrail(db, filter, limit, cursor)
    const details = {
      count: page.items.length,
      filter: Object.entries(filter).flatMap(([name, value]) => (value ? [name] : [])),
    }
    views.add({ at: clock(), actor, action: 'listed', kind: 'audit trail', details })
    return page
  })
}

const dateOf = (instant: string | undefined) => (instant === undefined ? undefined : new Date(instant))
