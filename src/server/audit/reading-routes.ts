import { auditEndpoints } from '#contract/audit/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { wrongCursor } from '#server/http/page-cursor.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { pageOfTrail } from './reading-store.ts'
import { namesIn } from './store.ts'

const usualLimit = 50

/** Reading the trail leaves a row in it, so that who watches is watched. */
export function serveAuditReading(serve: Serve, { db, clock, views }: AppContext): void {
  serve(auditEndpoints.list, async ({ query, actor }) => {
    const { limit = usualLimit, cursor, ...filter } = query
    const page = await pageOfTrail(db, filter, limit, cursor)
    if (!page) throw wrongCursor()
    const details = { count: page.items.length, filter: namesIn(filter) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'audit trail', details })
    return page
  })
}
