import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { recordAudit } from '#server/audit/store.ts'
import { startOfWeekIn } from '#server/calendar.ts'
import type { Connection } from '#server/database/connection.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import {
  cursorAt,
  idOfCursor,
  positionOfCursor,
  refuseCursorAlone,
  wrongCursor,
} from '#server/http/page-cursor.ts'
import {
  type ClientFilter,
  countByStatus,
  endsWithMoment,
  searchClients,
  similarClients,
} from './search-store.ts'
import {
  addClient,
  changedFields,
  deleteClient,
  editClient,
  findClient,
  listClients,
  lockClient,
  statusHistoryOf,
} from './store.ts'

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** Exactly 30 and 7 times 24 hours back. */
const daysOfRange = { all: undefined, last30: 30, last7: 7 } as const

export function clientRoutes(route: AddRoute, context: AppContext): void {
  clientListRoutes(route, context)
  clientRecordRoutes(route, context)
}

/** The calls that answer several clients, or how many there are. */
function clientListRoutes(route: AddRoute, { db, clock, views, organization }: AppContext): void {
  const startOfWeek = startOfWeekIn(organization.timeZone)

  /** One audit row for a list that somebody saw: how long it was and by what it was narrowed. */
  function auditListing(actor: Actor, count: number, filter: string[]): void {
    views.add({ at: clock(), actor, action: 'listed', kind: 'client list', details: { count, filter } })
  }

  async function findPage(actor: Actor, filter: ClientFilter, limit: number, cursor?: string) {
    const placeOf = endsWithMoment(filter) ? positionOfCursor : (text: string) => ({ id: idOfCursor(text) })
    const page = await searchClients(db, filter, limit, cursor ? placeOf(cursor) : undefined)
    if (!page) throw wrongCursor()
    const { items, total, totalIsMinimum, end } = page
    auditListing(actor, items.length, filterWords(filter))
    return { items, total, totalIsMinimum, nextCursor: end && cursorAt(end) }
  }

  route(clientEndpoints.list, async ({ query, actor }) => {
    const { status, limit, cursor } = query
    refuseCursorAlone(query)
    if (limit) return await findPage(actor, { status }, limit, cursor)
    const clients = await listClients(db, status)
    auditListing(actor, clients.length, filterWords({ status }))
    return clients
  })

  route(clientEndpoints.search, async ({ body, actor }) => {
    const { withoutNoteThisWeek, limit, cursor, ...filter } = body
    const withoutNoteSince = withoutNoteThisWeek ? startOfWeek(clock()) : undefined
    return await findPage(actor, { ...filter, withoutNoteSince }, limit, cursor)
  })

  route(clientEndpoints.summary, async ({ query: { range } }) => {
    const days = daysOfRange[range]
    const counted = await countByStatus(db, days && new Date(clock().getTime() - days * millisecondsPerDay))
    const [active = 0, inactive = 0, pending = 0, discharged = 0, unknown = 0] = [
      ...clientStatuses,
      null,
    ].map((status) => counted.get(status) ?? 0)
    const total = [...counted.values()].reduce((sum, count) => sum + count, 0)
    return { range, total, counts: { active, inactive, pending, discharged, [unknownStatus]: unknown } }
  })

  route(clientEndpoints.similar, async ({ body, actor }) => {
    const clients = await similarClients(db, body)
    auditListing(actor, clients.length, ['similar'])
    return clients
  })
}

/** By what a list was narrowed, without what was searched for. */
function filterWords({ search, status, withoutNoteSince, createdSince }: ClientFilter): string[] {
  return [
    ...(search ? ['search'] : []),
    ...(status ? [`status ${status}`] : []),
    ...(withoutNoteSince ? ['notes missing-this-week'] : []),
    ...(createdSince ? [`created since ${createdSince.toISOString()}`] : []),
  ]
}

function clientRecordRoutes(route: AddRoute, context: AppContext): void {
  const { db, clock, views } = context
  route(clientEndpoints.get, async ({ params, actor }) => {
    const client = await findClient(db, params.id)
    if (!client) throw new Failure('not-found')
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id: client.id })
    return client
  })

  route(clientEndpoints.statusHistory, async ({ params, actor }) => {
    const client = await findClient(db, params.id)
    if (!client) throw new Failure('not-found')
    const details = { fields: ['statusHistory'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id: client.id, details })
    return await statusHistoryOf(db, client.id)
  })

  route(clientEndpoints.add, async ({ body, actor, idempotency }) => {
    const now = clock()
    const create = async (trx: Connection) => {
      const client = await addClient(trx, body, actor.employeeId, now)
      await recordAudit(trx, { at: now, actor, action: 'added', kind: 'client', id: client.id })
      return client
    }
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find: findClient })
  })

  route(clientEndpoints.edit, async ({ params, body, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const current = await lockClient(trx, params.id)
      if (!current) throw new Failure('not-found')
      const { version = current.version, ...input } = body
      if (version !== current.version) {
        // The refusal shows the record.
        views.add({ at: now, actor, action: 'viewed', kind: 'client', id: current.id })
        throw new Failure('version-conflict', { current })
      }
      const fields = changedFields(current, input)
      if (fields.length === 0) return current
      const details = { fields }
      await recordAudit(trx, { at: now, actor, action: 'edited', kind: 'client', id: current.id, details })
      return await editClient(trx, current, input, actor.employeeId, now)
    })
  })

  route(clientEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const id = await deleteClient(trx, params.id, actor.employeeId, now)
      if (!id) throw new Failure('not-found')
      await recordAudit(trx, { at: now, actor, action: 'deleted', kind: 'client', id })
    })
    return undefined
  })
}
