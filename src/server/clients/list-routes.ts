import { clientEndpoints } from '#contract/clients/endpoints.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { startOfWeekIn } from '#server/calendar-week.ts'
import { refuseCursorAlone } from '#server/http/page-cursor.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { clientCounts, shownCounts } from './counts.ts'
import { listClients } from './list-store.ts'
import { clientPages } from './pages.ts'
import { similarClients } from './similar-store.ts'

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** §9 and decision 51: exactly 30 and 7 times 24 hours back. */
const daysOfRange = { all: undefined, last30: 30, last7: 7 } as const

type ListQuery = QueryOf<typeof clientEndpoints.list>

/** The calls that answer several clients, or how many there are. */
export function serveClientLists(serve: Serve, { db, clock, views, organization }: AppContext): void {
  const startOfWeek = startOfWeekIn(organization.timeZone)
  const counts = clientCounts(db)
  const pageOf = clientPages(db, counts)

  /** One audit row for a list that somebody saw: how long it was and by what it was narrowed. */
  function seen(actor: Actor, count: number, filter: string[]): void {
    views.add({ at: clock(), actor, action: 'listed', kind: 'client list', details: { count, filter } })
  }

  serve(clientEndpoints.list, async ({ query, actor }) => {
    const { search, status, notes, limit, cursor } = query
    refuseCursorAlone(query)
    const filter = { search, status, silentSince: notes && startOfWeek(clock()) }
    if (!limit) {
      const clients = await listClients(db, filter)
      seen(actor, clients.length, wordsOf(query))
      return clients
    }
    const page = await pageOf(filter, limit, cursor)
    seen(actor, page.items.length, wordsOf(query))
    return page
  })

  serve(clientEndpoints.summary, async ({ query: { range } }) => {
    const days = daysOfRange[range]
    const since = days && new Date(clock().getTime() - days * millisecondsPerDay)
    return { range, ...shownCounts(since ? await counts.since(since) : await counts.all()) }
  })

  serve(clientEndpoints.similar, async ({ query, actor }) => {
    const clients = await similarClients(db, query)
    seen(actor, clients.length, ['similar'])
    return clients
  })
}

/** By what a list was narrowed, without what was searched for. */
function wordsOf({ search, status, notes }: ListQuery): string[] {
  return [
    ...(search ? ['search'] : []),
    ...(status ? [`status ${status}`] : []),
    ...(notes ? [`notes ${notes}`] : []),
  ]
}
