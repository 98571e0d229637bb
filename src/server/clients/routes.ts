import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { type Client, client } from '#contract/clients/schema.ts'
import { clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type AuditEvent, proofOf, recordAudit, shownRecords } from '#server/audit/store.ts'
import { startOfWeekIn } from '#server/calendar.ts'
import type { Connection } from '#server/database/connection.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import {
  formatCursor,
  invalidCursor,
  parseIdCursor,
  parsePositionCursor,
  requireLimitWithCursor,
} from '#server/http/page-cursor.ts'
import { serializerOf } from '#server/http/reply-serializer.ts'
import { refuseIfLimited } from '#server/throttling/caller.ts'
import { rateLimit } from '#server/throttling/store.ts'
import {
  type ClientFilter,
  countByStatus,
  isOrderedByTime,
  searchClients,
  similarClients,
} from './search-store.ts'
import {
  addClient,
  changedFields,
  clientPages,
  deleteClient,
  detailsOfNewClient,
  editClient,
  findClient,
  findClientId,
  listStatusChanges,
} from './store.ts'

/** Lists of up to this many clients are sent as one array and are not rate limited. */
const largeList = 2000
const oneListAtOnce = 'You are already loading all clients. Please wait until that has finished.'
const tenListsPerHour = 'All clients can be loaded ten times an hour. Please try again later.'

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** In days of 24 hours. */
const daysOfRange = { all: undefined, last30: 30, last7: 7 } as const

export function clientRoutes(route: AddRoute, context: AppContext): void {
  clientListRoutes(route, context)
  clientRecordRoutes(route, context)
}

/** The calls that return several clients, or counts. */
function clientListRoutes(route: AddRoute, context: AppContext): void {
  const { db, clock, views, organization, sessionSecret: secret } = context
  const startOfWeek = startOfWeekIn(organization.timeZone)
  const largeListsPerHour = rateLimit({ name: 'client-lists', points: 10, seconds: 60 * 60, secret })
  // If the server is killed while it sends a list, the employee can load one again after this time.
  const largeListsAtOnce = rateLimit({ name: 'client-list', points: 1, seconds: 10 * 60, secret })

  /** Writes one audit row for each list that was sent. */
  function auditListing(actor: Actor, details: AuditEvent['details']): void {
    views.add({ at: clock(), actor, action: 'listed', kind: 'client list', details })
  }

  async function findPage(actor: Actor, filter: ClientFilter, limit: number, cursor?: string) {
    const parse = isOrderedByTime(filter)
      ? parsePositionCursor
      : (text: string) => ({ id: parseIdCursor(text) })
    const page = await searchClients(db, filter, limit, cursor ? parse(cursor) : undefined)
    if (!page) throw invalidCursor()
    const { items, total, totalIsMinimum, end } = page
    auditListing(actor, { ...shownRecords(items), filter: filterWords(filter) })
    return { items, total, totalIsMinimum, nextCursor: end && formatCursor(end) }
  }

  route(clientEndpoints.list, async ({ query, actor }) => {
    const { status, limit, cursor } = query
    requireLimitWithCursor(query)
    if (limit) return await findPage(actor, { status }, limit, cursor)
    const pages = clientPages(db, status, { firstPage: largeList + 1, furtherPages: 1000 })
    const { value: first = [] } = await pages.next()
    if (first.length > largeList) return await sendLargeList(actor, first, pages, filterWords({ status }))
    auditListing(actor, { count: first.length, filter: filterWords({ status }) })
    return first
  })

  /**
   * Sends more than 2,000 clients page by page, one list at a time for each employee and ten in an hour
   * (docs/product.md 76). The audit row is committed before the first byte.
   */
  async function sendLargeList(
    actor: Actor,
    first: Client[],
    further: AsyncIterable<Client[]>,
    filter: string[],
  ): Promise<Readable> {
    refuseIfLimited(await largeListsAtOnce.consume(db, actor.employeeId), oneListAtOnce)
    let released: Promise<void> | undefined
    // If it fails, the row expires by itself.
    const release = () => {
      released ??= largeListsAtOnce.release(db, actor.employeeId).catch(() => {})
      return released
    }
    try {
      refuseIfLimited(await largeListsPerHour.consume(db, actor.employeeId), tenListsPerHour)
      await recordAudit(db, {
        at: clock(),
        actor,
        action: 'exported',
        kind: 'client list',
        details: { filter },
      })
    } catch (error) {
      await release()
      throw error
    }
    // Before the last byte, so that the next list can be asked for as soon as this one has arrived.
    return Readable.from(jsonPages(first, further, release), { objectMode: false }).once('close', release)
  }

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
    auditListing(actor, { ...shownRecords(clients), filter: ['similar'] })
    return clients
  })
}

/** One JSON array of all pages. `beforeEnd` is awaited before its last byte. */
async function* jsonPages(
  first: Client[],
  further: AsyncIterable<Client[]>,
  beforeEnd: () => Promise<void>,
): AsyncGenerator<string> {
  const serialize = serializerOf(z.array(client))
  const withoutBrackets = (page: Client[]) => serialize(page).slice(1, -1)
  yield `[${withoutBrackets(first)}`
  for await (const page of further) if (page.length > 0) yield `,${withoutBrackets(page)}`
  await beforeEnd()
  yield ']'
}

/** The filters of a list, without the text that was searched for. */
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
    return await listStatusChanges(db, client.id)
  })

  route(clientEndpoints.recordPrint, async ({ params, body: { screen }, actor }) => {
    const id = await findClientId(db, params.id)
    if (!id) throw new Failure('not-found')
    const details = { fields: [screen] }
    await recordAudit(db, { at: clock(), actor, action: 'printed', kind: 'client', id, details })
    return undefined
  })

  route(clientEndpoints.add, async ({ body, actor, idempotency }) => {
    const now = clock()
    const create = async (trx: Connection) => {
      const client = await addClient(trx, body, actor.employeeId, now)
      const details = detailsOfNewClient(client)
      await recordAudit(trx, { at: now, actor, action: 'added', kind: 'client', id: client.id, details })
      return client
    }
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find: findClient })
  })

  route(clientEndpoints.edit, async ({ params, body, actor }) => {
    const now = clock()
    const { version, ...input } = body
    for (;;) {
      const current = await findClient(db, params.id)
      if (!current) throw new Failure('not-found')
      const { id } = current
      if (version !== undefined && version !== current.version) {
        // The error reply contains the record.
        views.add({ at: now, actor, action: 'viewed', kind: 'client', id })
        throw new Failure('version-conflict', { current })
      }
      const fields = changedFields(current, input)
      if (fields.length === 0) return current
      const edited = await editClient(db, current, { input, fields }, { at: now, actor })
      if (edited) return edited
      // Another change came in between.
    }
  })

  route(clientEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const deleted = await deleteClient(trx, params.id, actor.employeeId, now)
      if (!deleted) throw new Failure('not-found')
      const [id, details] = [deleted.id, proofOf(deleted)]
      await recordAudit(trx, { at: now, actor, action: 'deleted', kind: 'client', id, details })
    })
    return undefined
  })
}
