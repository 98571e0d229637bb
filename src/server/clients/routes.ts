import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { clientFields } from '#contract/clients/fields.ts'
import { mayAssign } from '#contract/clients/rules.ts'
import { type Client, client } from '#contract/clients/schema.ts'
import { clientStatuses, unknownStatus } from '#contract/clients/statuses.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { longestHistory } from '#contract/lists.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type AuditEvent, shownRecords } from '#server/audit/store.ts'
import { calendarDayIn, mondayOf } from '#server/calendar.ts'
import type { Connection } from '#server/database/connection.ts'
import { changedFields, filledFields } from '#server/database/field-columns.ts'
import { readList } from '#server/database/list-cursor.ts'
import { isRecordId, readTogether } from '#server/database/records.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import {
  type CursorPosition,
  formatCursor,
  invalidCursor,
  parseIdCursor,
  parsePositionCursor,
  requireLimitWithCursor,
} from '#server/http/page-cursor.ts'
import { csvFile, jsonArray } from '#server/http/whole-list.ts'
import { largeList, wholeListSender } from '#server/throttling/large-lists.ts'
import { listAssignments, lockWorker } from './caseload-store.ts'
import { cellsOf, headings } from './make-csv.ts'
import { recordReassigned } from './record-reassigned.ts'
import {
  type ClientFilter,
  clientsWithWorkers,
  countByStatus,
  countClients,
  countMatching,
  everyClient,
  hasSortKey,
  nextWithoutNote,
  orderName,
  searchClients,
  similarClients,
  similarlyNamed,
} from './search-store.ts'
import {
  addClient,
  clientAsStored,
  clientLookup,
  deleteClient,
  editClient,
  editedClient,
  findClient,
  findClientId,
  listStatusChanges,
  lockClients,
  missingStatusFacts,
  reassignClients,
} from './store.ts'

const assignRefused =
  'You can take an unassigned client or give up your own. Ask a manager to assign a client to someone else.'
const unknownWorker = 'Unknown employee.'

/** How many are read at a time. */
const clientsAtOnce = 500

const millisecondsPerDay = 24 * 60 * 60 * 1000

/** In days of 24 hours. */
const daysOfRange = { all: undefined, last30: 30, last7: 7 } as const

/** What else changes when a client gets another worker. The features of such records import this one. */
type OnReassigned = (
  trx: Connection,
  move: {
    clientIds: string[]
    from: string | null
    to: string | null
    /** Only these records. */
    ids?: string[] | undefined
    actor: Actor
    now: Date
  },
) => Promise<string[]>

export function clientRoutes(route: AddRoute, context: AppContext, onReassigned: OnReassigned): void {
  clientListRoutes(route, context)
  singleClientRoutes(route, context, onReassigned)
}

/** The calls that return several clients, or counts. */
function clientListRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, organization } = context
  const dayOf = calendarDayIn(organization.timeZone)
  const sendList = wholeListSender(context)

  /** Writes one audit row for each list that was sent. */
  function auditListing(actor: Actor, details: AuditEvent['details'], typed?: string): void {
    views.add({ at: clock(), actor, action: 'listed', kind: 'client list', details }, typed)
  }

  async function findPage(actor: Actor, filter: ClientFilter, limit: number, cursor?: string) {
    const page = await searchClients(db, filter, limit, cursor ? parseCursor(filter, cursor) : undefined)
    if (!page) throw invalidCursor()
    const { items, total, totalIsMinimum, end } = page
    const similar = total === 0 && filter.search ? await similarlyNamed(db, filter) : undefined
    const details = { ...shownRecords([...items, ...(similar ?? [])]), filter: clientFilterWords(filter) }
    auditListing(actor, details, cursor ? undefined : filter.search)
    const nextCursor = end && formatCursorOf(filter, end)
    return { items, total, totalIsMinimum, nextCursor, ...(similar && { similar }) }
  }

  route(clientEndpoints.list, async ({ query, actor }) => {
    const { status, limit, cursor } = query
    requireLimitWithCursor(query)
    if (limit) return await findPage(actor, { status }, limit, cursor)
    const filter = { status }
    const count = await countClients(db, filter, largeList)
    const isLong = count > largeList
    const details = { ...(!isLong && { count }), filter: clientFilterWords(filter) }
    return await sendList({
      employeeId: actor.employeeId,
      isLong,
      record: () => recordList(actor, isLong ? 'exported' : 'listed', details),
      parts: () => jsonArray(client, readList(db, everyClient(filter), clientsAtOnce)),
    })
  })

  route(clientEndpoints.exportCsv, async ({ body, actor }) => {
    const filter = filterOf(body, actor)
    const count = await countClients(db, filter, largeList)
    const isLong = count > largeList
    const details = { fields: ['csv'], ...(!isLong && { count }), filter: clientFilterWords(filter) }
    return await sendList({
      employeeId: actor.employeeId,
      isLong,
      record: () => recordList(actor, 'exported', details),
      parts: () => csvFile(headings, readList(db, clientsWithWorkers(filter), clientsAtOnce), cellsOf),
    })
  })

  async function recordList(actor: Actor, action: 'listed' | 'exported', details: AuditEvent['details']) {
    await trail.record(db, { at: clock(), actor, action, kind: 'client list', details })
  }

  route(clientEndpoints.search, async ({ body, actor }) => {
    const { limit, cursor, ...filter } = body
    return await findPage(actor, filterOf(filter, actor), limit, cursor)
  })

  route(clientEndpoints.nextWithoutNote, async ({ params, query, actor }) => {
    const { after, ...whose } = query
    const filter = filterOf({ ...whose, withoutNoteThisWeek: true }, actor)
    const found = await nextWithoutNote(db, { id: params.id, after: after ?? params.id }, filter)
    if (!found) throw new Failure('not-found')
    auditListing(actor, {
      ...shownRecords(found.next ? [found.next] : []),
      filter: clientFilterWords(filter),
    })
    return found
  })

  function filterOf(
    { withoutNoteThisWeek, assignedTo, ...filter }: BodyOf<typeof clientEndpoints.exportCsv>,
    { employeeId }: Actor,
  ): ClientFilter {
    return {
      ...filter,
      assignedTo: assignedTo === 'me' ? employeeId : assignedTo,
      withoutNoteSince: withoutNoteThisWeek ? mondayOf(dayOf(clock())) : undefined,
    }
  }

  type Range = keyof typeof daysOfRange

  function startOf(range: Range): Date | undefined {
    const days = daysOfRange[range]
    return days && new Date(clock().getTime() - days * millisecondsPerDay)
  }

  const countsOf = readTogether(async (ranges: Range[]) => {
    const counts = ranges.map(async (range) => [range, await countByStatus(db, startOf(range))] as const)
    return new Map(await Promise.all(counts))
  })

  route(clientEndpoints.summary, async ({ query: { range, assignedTo }, actor }) => {
    const counted = assignedTo
      ? await countMatching(db, filterOf({ assignedTo, createdSince: startOf(range) }, actor))
      : await countsOf(range)
    if (!counted) throw new Error('Each range is counted.')
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

/** The cursor names the order, because a position is valid only in its own order. */
function formatCursorOf(filter: ClientFilter, position: CursorPosition): string {
  return `${orderName(filter)}_${formatCursor(position)}`
}

function parseCursor(filter: ClientFilter, cursor: string): CursorPosition {
  const [, order, position = ''] = /^(-?[a-z]+)_(.+)$/i.exec(cursor) ?? []
  if (order !== orderName(filter)) throw invalidCursor()
  return hasSortKey(filter) ? parsePositionCursor(position) : { id: parseIdCursor(position) }
}

/** The filters of a list, without the text that was searched for, or typed where an id belongs. */
function clientFilterWords(filter: ClientFilter): string[] {
  const { search, status, withoutNoteSince, createdSince, movedInFrom, movedInTo, assignedTo } = filter
  return [
    ...(search ? ['search'] : []),
    ...(status ? [`status ${status}`] : []),
    ...(assignedTo
      ? [isRecordId(assignedTo) || assignedTo === 'nobody' ? `worker ${assignedTo}` : 'worker']
      : []),
    ...(withoutNoteSince ? ['notes missing-this-week'] : []),
    ...(createdSince ? [`created since ${createdSince.toISOString()}`] : []),
    ...(movedInFrom ? [`moved in from ${movedInFrom}`] : []),
    ...(movedInTo ? [`moved in to ${movedInTo}`] : []),
  ]
}

function singleClientRoutes(route: AddRoute, context: AppContext, onReassigned: OnReassigned): void {
  const { db, trail, clock, views } = context
  const findOne = clientLookup(db)

  function auditView(client: Client | undefined, actor: Actor) {
    if (client) views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id: client.id })
    return client
  }

  route(clientEndpoints.get, async ({ params, actor }) => {
    const client = auditView(await findOne(params.id), actor)
    if (!client) throw new Failure('not-found')
    return client
  })

  route(clientEndpoints.statusHistory, async ({ params, actor }) => {
    const client = await findClient(db, params.id)
    if (!client) throw new Failure('not-found')
    const details = { fields: ['statusHistory'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id: client.id, details })
    return await listStatusChanges(db, client.id, longestHistory)
  })

  route(clientEndpoints.assignments, async ({ params, actor }) => {
    const id = await findClientId(db, params.id)
    if (!id) throw new Failure('not-found')
    const details = { fields: ['assignments'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id, details })
    return await listAssignments(db, id, longestHistory)
  })

  /** Checks that the caller may make this assignment, and keeps the worker from being deleted meanwhile. */
  async function checkAssignment(trx: Connection, actor: Actor, from: string | null, to: string | null) {
    if (!mayAssign({ id: actor.employeeId, role: actor.role }, { from, to }))
      throw new Failure('not-allowed', { message: assignRefused, permission: 'clients:assign' })
    if (to !== null && !(await lockWorker(trx, to))) throw invalidInput({ assignedTo: unknownWorker })
  }

  route(clientEndpoints.recordPrint, async ({ params, body: { screen }, actor }) => {
    const id = await findClientId(db, params.id)
    if (!id) throw new Failure('not-found')
    const details = { fields: [screen] }
    await trail.record(db, { at: clock(), actor, action: 'printed', kind: 'client', id, details })
    return undefined
  })

  route(clientEndpoints.add, async ({ body, actor, idempotency }) => {
    const now = clock()
    const create = async (trx: Connection) => {
      await checkAssignment(trx, actor, null, body.assignedTo ?? null)
      const client = await addClient(trx, body, actor.employeeId, now)
      const details = { fields: filledFields(clientFields, client), ...trail.proofOf(clientAsStored(client)) }
      await trail.record(trx, { at: now, actor, action: 'added', kind: 'client', id: client.id, details })
      return client
    }
    const find = async (trx: Connection, id: string) => auditView(await findClient(trx, id), actor)
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find })
  })

  route(clientEndpoints.edit, async ({ params, body, actor }) => {
    const now = clock()
    const { version, ...input } = body
    for (;;) {
      const current = await findOne(params.id)
      if (!current) throw new Failure('not-found')
      const { id } = current
      if (version !== undefined && version !== current.version) {
        // The error reply contains the record.
        views.add({ at: now, actor, action: 'viewed', kind: 'client', id })
        throw new Failure('version-conflict', { current })
      }
      const fields = changedFields(clientFields, current, input)
      const facts = fields.includes('status') ? [] : await missingStatusFacts(db, id, input)
      if (fields.length + facts.length === 0) {
        views.add({ at: now, actor, action: 'viewed', kind: 'client', id })
        return current
      }
      const after = editedClient(current, { input, fields, at: now })
      const details = { fields: [...fields, ...facts], ...trail.proofOf(clientAsStored(after)) }
      const audit = trail.row({ at: now, actor, action: 'edited', kind: 'client', id, details })
      const change = { fields, facts, input, before: current, audit }
      const edited = fields.includes('assignedTo')
        ? await db.transaction().execute(async (trx) => {
            await checkAssignment(trx, actor, current.assignedTo, after.assignedTo)
            const edited = await editClient(trx, after, change)
            const { assignedTo: from } = current
            if (edited && from)
              await onReassigned(trx, { clientIds: [id], from, to: after.assignedTo, actor, now })
            return edited
          })
        : await editClient(db, after, change)
      if (edited) return edited
      // Another change came in between.
    }
  })

  route(clientEndpoints.assign, async ({ body: { clients, to, followUps, followUpIds }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      if (to !== null && !(await lockWorker(trx, to))) throw invalidInput({ to: unknownWorker })
      const ids = clients.map(({ id }) => id)
      const locked = new Map(
        (await lockClients(trx, ids.filter(isRecordId))).map((client) => [client.id, client]),
      )
      const outdated = clients.filter(({ id, version }) => locked.get(id)?.version !== version)
      if (outdated.length > 0)
        throw new Failure('version-conflict', {
          message: 'Some of these clients have been changed or deleted. None was assigned.',
          clients: outdated.map(({ id }) => id),
        })
      const moved = [...locked.values()].filter(({ assignedTo }) => assignedTo !== to)
      const stored = await reassignClients(trx, {
        ...{ ids: moved.map(({ id }) => id), to, by: actor.employeeId, now },
      })
      await recordReassigned(trx, { trail, actor, now }, stored)
      const movedIds: string[] = []
      const movesFollowUps = followUps || followUpIds !== undefined
      const byWorker = Map.groupBy(movesFollowUps ? moved : [], ({ assignedTo }) => assignedTo)
      for (const [from, theirs] of byWorker)
        if (from || followUpIds)
          movedIds.push(
            ...(await onReassigned(trx, {
              ...{ clientIds: theirs.map(({ id }) => id), from, to, actor, now },
              ids: followUpIds?.filter(isRecordId),
            })),
          )
      return {
        clients: moved.length,
        unchanged: clients.length - moved.length,
        followUps: movedIds.length,
        followUpIds: movedIds,
      }
    })
  })

  route(clientEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const deleted = await deleteClient(trx, params.id, actor.employeeId, now)
      if (!deleted) throw new Failure('not-found')
      const [id, details] = [deleted.id, trail.proofOf(deleted)]
      await trail.record(trx, { at: now, actor, action: 'deleted', kind: 'client', id, details })
    })
    return undefined
  })
}
