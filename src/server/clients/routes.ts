import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { recordAudit } from '#server/audit/store.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import type { Surroundings } from '#server/surroundings.ts'
import { clientOfCursor, cursorAt, wrongCursor } from './cursor.ts'
import { addClient, clientById, countByStatus, deleteClient, listClients, pageOfClients } from './store.ts'

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** §9 and decision 51: exactly 30 and 7 times 24 hours back. */
const daysOfRange = { all: undefined, last30: 30, last7: 7 } as const

export function serveClients(serve: Serve, { db, clock, views }: Surroundings): void {
  serve(clientEndpoints.list, async ({ query, actor }) => {
    const { search, status, limit, cursor } = query
    if (cursor && !limit) throw invalidInput({ cursor: 'A cursor goes with a limit.' })
    const seen = (count: number) =>
      views.add({
        at: clock(),
        actor,
        action: 'listed',
        kind: 'client list',
        details: { count, filter: [...(search ? ['search'] : []), ...(status ? [`status ${status}`] : [])] },
      })
    if (!limit) {
      const clients = await listClients(db, { search, status })
      seen(clients.length)
      return clients
    }
    const after = cursor ? clientOfCursor(cursor) : undefined
    const page = await pageOfClients(db, { search, status }, limit, after)
    if (!page) throw wrongCursor()
    seen(page.items.length)
    return { items: page.items, total: page.total, nextCursor: page.last && cursorAt(page.last) }
  })

  serve(clientEndpoints.summary, async ({ query: { range } }) => {
    const days = daysOfRange[range]
    const since = days && new Date(clock().getTime() - days * millisecondsPerDay)
    return { range, ...(await countByStatus(db, since)) }
  })

  serve(clientEndpoints.get, async ({ params, actor }) => {
    const client = await clientById(db, params.id)
    if (!client) throw new Failure('not-found')
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id: client.id })
    return client
  })

  serve(clientEndpoints.add, async ({ body, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const client = await addClient(trx, body, actor.employeeId, now)
      await recordAudit(trx, { at: now, actor, action: 'added', kind: 'client', id: client.id })
      return client
    })
  })

  serve(clientEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const id = await deleteClient(trx, params.id, actor.employeeId, now)
      if (!id) throw new Failure('not-found')
      await recordAudit(trx, { at: now, actor, action: 'deleted', kind: 'client', id })
    })
    return undefined
  })
}
