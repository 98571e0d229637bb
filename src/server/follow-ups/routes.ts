import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { followUpFields } from '#contract/follow-ups/fields.ts'
import type { FollowUp } from '#contract/follow-ups/schema.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { filterWords, shownRecords } from '#server/audit/store.ts'
import { versionsRoute } from '#server/client-records/routes.ts'
import { firstOf } from '#server/client-records/store.ts'
import { lockWorker } from '#server/clients/caseload-store.ts'
import { lockClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { changedFields, filledFields } from '#server/database/field-columns.ts'
import { isRecordId } from '#server/database/records.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import { formatCursor, parsePositionCursor } from '#server/http/page-cursor.ts'
import { followUps, hasNote, searchFollowUps } from './store.ts'

export function followUpRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views } = context

  /** The reply contains the record, even if it is an error. */
  function viewed({ id, clientId: client }: FollowUp, actor: Actor, at: Date): void {
    views.add({ at, actor, action: 'viewed', kind: 'follow-up', id, details: { client } })
  }

  route(followUpEndpoints.search, async ({ body, actor }) => {
    const { limit, cursor, ...filter } = body
    const assignedTo = filter.assignedTo === 'me' ? actor.employeeId : filter.assignedTo
    const after = cursor ? parsePositionCursor(cursor) : undefined
    const { items, total, end } = await searchFollowUps(db, { ...filter, assignedTo }, limit, after)
    // `open` is a filter in either case.
    const names = filterWords({ ...filter, done: !filter.open })
    const client = filter.clientId?.toLowerCase() ?? ''
    const details = { ...shownRecords(items), filter: names, ...(isRecordId(client) && { client }) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'follow-up', details })
    return { items, total, nextCursor: end && formatCursor(end) }
  })

  route(followUpEndpoints.add, async ({ params, body, actor, idempotency }) => {
    const now = clock()
    const { noteId, assignedTo = actor.employeeId, ...fields } = body
    const create = async (trx: Connection) => {
      await checkWorker(trx, assignedTo)
      const clientId = await lockClient(trx, params.id)
      if (!clientId) throw new Failure('not-found')
      if (noteId && !(await hasNote(trx, clientId, noteId)))
        throw invalidInput({ noteId: 'This client has no such note.' })
      const values = { ...fields, assignedTo, noteId }
      const added = await followUps.add(trx, clientId, values, { by: actor.employeeId, now })
      const details = {
        client: clientId,
        fields: filledFields(followUpFields, added),
        ...(await proofOf(trx, added)),
      }
      await trail.record(trx, { at: now, actor, action: 'added', kind: 'follow-up', id: added.id, details })
      return added
    }
    const find = async (trx: Connection, id: string) => {
      const found = await followUps.find(trx, id)
      if (found) viewed(found, actor, now)
      return found
    }
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find })
  })

  const proofOf = async (trx: Connection, { id }: FollowUp) =>
    trail.proofOf(firstOf(await followUps.stored(trx, [id])))

  versionsRoute(route, context, { store: followUps, endpoint: followUpEndpoints.versions })

  route(followUpEndpoints.edit, async ({ params, body, actor }) => {
    const now = clock()
    const { version, done, ...input } = body
    return await db.transaction().execute(async (trx) => {
      const before = await followUps.find(trx, params.id)
      // The employee before the follow-up, as everywhere, so that two calls never wait for each other.
      const { assignedTo: worker = before?.assignedTo ?? null } = input
      const isGone = worker !== null && !(await lockWorker(trx, worker))
      if (isGone && worker !== before?.assignedTo) throw unknownWorker()
      const current = await followUps.lock(trx, params.id)
      if (!current) throw new Failure('not-found')
      const { id, clientId: client } = current
      const { on = current.on, what = current.what } = input
      const isDone = current.doneAt !== null
      const willBeDone = done ?? isDone
      let { assignedTo = current.assignedTo } = input
      // A reopened follow-up becomes unassigned if its worker has been deleted.
      if (isGone && assignedTo === worker && !willBeDone) assignedTo = null
      const fields = changedFields(followUpFields, current, { on, what, assignedTo })
      const isOutdated = version !== undefined && version !== current.version
      if (isOutdated || (fields.length === 0 && willBeDone === isDone)) {
        viewed(current, actor, now)
        if (isOutdated) throw new Failure('version-conflict', { current })
        return current
      }
      const { employeeId: by } = actor
      const completion = willBeDone
        ? { doneAt: now.toISOString(), doneBy: by }
        : { doneAt: null, doneBy: null }
      const values = { on, what, assignedTo, ...(willBeDone !== isDone && completion) }
      const edited = firstOf(await followUps.edit(trx, [id], values, { by, now }))
      const proof = await proofOf(trx, edited)
      const row = { at: now, actor, kind: 'follow-up', id } as const
      if (fields.length > 0)
        await trail.record(trx, { ...row, action: 'edited', details: { client, fields, ...proof } })
      if (willBeDone !== isDone)
        await trail.record(trx, {
          ...row,
          action: willBeDone ? 'done' : 'reopened',
          details: { client, ...proof },
        })
      return edited
    })
  })
}

const unknownWorker = () => invalidInput({ assignedTo: 'Unknown employee.' })

/** Throws unless this is null or an existing employee, who can't be deleted until the transaction ends. */
async function checkWorker(trx: Connection, id: string | null): Promise<void> {
  if (id !== null && !(await lockWorker(trx, id))) throw unknownWorker()
}
