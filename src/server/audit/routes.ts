import { auditEndpoints } from '#contract/audit/endpoints.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { invalidCursor, type Paging } from '#server/http/page-cursor.ts'
import { csvFile } from '#server/http/whole-list.ts'
import { largeList, wholeListSender } from '#server/throttling/large-lists.ts'
import { cellsOf, headings } from './make-csv.ts'
import { findPeople } from './people-store.ts'
import { countTrail, everyRow, listTrail, type TrailFilter } from './reading-store.ts'
import { filterWords, shownRecords } from './store.ts'

const defaultLimit = 50
/** As many as fit below a search box. */
const peopleShown = 20

/** Reading the trail is audited, too. */
export function auditRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views } = context
  const sendList = wholeListSender(context)

  async function page({ limit = defaultLimit, cursor, ...filter }: TrailFilter & Paging, actor: Actor) {
    const found = await listTrail(db, filter, limit, cursor)
    if (!found) throw invalidCursor()
    const details = { ...shownRecords(found.items), filter: filterWords(filter) }
    const row = { at: clock(), actor, action: 'listed', kind: 'audit trail', details } as const
    views.add(row, cursor ? undefined : filter.search)
    return found
  }
  route(auditEndpoints.list, async ({ query, actor }) => await page(query, actor))
  route(auditEndpoints.search, async ({ body, actor }) => await page(body, actor))

  route(auditEndpoints.people, async ({ body: { search, kind }, actor }) => {
    const found = await findPeople(db, search, { kind, limit: peopleShown + 1 })
    const items = found.slice(0, peopleShown)
    const details = { ...shownRecords(items), filter: filterWords({ search, kind }) }
    views.add({ at: clock(), actor, action: 'searched', kind: 'audit trail', details }, search)
    return { items, hasMore: found.length > peopleShown }
  })

  route(auditEndpoints.exportCsv, async ({ body, actor }) => {
    const count = await countTrail(db, body, largeList)
    const isLong = count > largeList
    const details = { ...(!isLong && { count }), filter: filterWords(body) }
    return await sendList({
      employeeId: actor.employeeId,
      isLong,
      record: () =>
        trail.record(db, { at: clock(), actor, action: 'exported', kind: 'audit trail', details }),
      parts: () => csvFile(headings, everyRow(db, body), cellsOf),
    })
  })
}
