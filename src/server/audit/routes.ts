import { auditEndpoints } from '#contract/audit/endpoints.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { invalidCursor } from '#server/http/page-cursor.ts'
import { listTrail, type TrailFilter } from './reading-store.ts'
import { filterNames, shownRecords } from './store.ts'

const defaultLimit = 50

/** Reading the trail is audited, too. */
export function auditRoutes(route: AddRoute, { db, clock, views }: AppContext): void {
  async function page({ limit = defaultLimit, cursor, ...filter }: TrailFilter & Paging, actor: Actor) {
    const found = await listTrail(db, filter, limit, cursor)
    if (!found) throw invalidCursor()
    const details = { ...shownRecords(found.items), filter: filterNames(filter) }
    const row = { at: clock(), actor, action: 'listed', kind: 'audit trail', details } as const
    views.add(row, cursor ? undefined : filter.search)
    return found
  }
  route(auditEndpoints.list, async ({ query, actor }) => await page(query, actor))
  route(auditEndpoints.search, async ({ body, actor }) => await page(body, actor))
}

interface Paging {
  limit?: number | undefined
  cursor?: string | undefined
}
