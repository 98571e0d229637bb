import type * as z from 'zod/mini'
import { type clientRecordEndpoints, mostOfKind } from '#contract/client-records/endpoints.ts'
import type { ClientRecord, ClientRecordName } from '#contract/client-records/schema.ts'
import { longestHistory } from '#contract/lists.ts'
import type { AuditedAction } from '#contract/manifests.ts'
import type { FieldValue } from '#contract/record-field.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { shownRecords } from '#server/audit/store.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { findClientId, lockClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { changedFields, fieldValues, filledFields } from '#server/database/field-columns.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import { type ClientRecordStore, firstOf } from './store.ts'

type Values = Record<string, FieldValue | undefined>
type Edit = Values & { version?: number | undefined }
type Endpoints<Row> = ReturnType<
  typeof clientRecordEndpoints<
    ClientRecordName,
    z.ZodMiniType<Values>,
    z.ZodMiniType<Edit>,
    z.ZodMiniType<Row, Row>
  >
>

interface ClientRecordCalls<Row extends ClientRecord> {
  store: ClientRecordStore<Row>
  endpoints: Endpoints<Row>
  /** How many a client can have. */
  most?: number
  /** What follows from other fields, such as an end that a reopened record no longer has. Before the rules. */
  complete?: (record: Row) => Partial<Row>
  /** Throws what the client's other records forbid. The client is locked; only a record that is edited has an id. */
  check?: (trx: Connection, clientId: string, record: Omit<Row, 'id'> & { id?: string }) => Promise<void>
  /** Throws what only this kind forbids. Returns the action for the audit row if the kind has one of its own. */
  checkEdit?: (edit: { before: Row; after: Row; fields: string[]; actor: Actor }) => 'revoked' | undefined
}

/** The calls of a kind of client record. */
export function clientRecordRoutes<Row extends ClientRecord>(
  route: AddRoute,
  context: AppContext,
  { store, endpoints, most = mostOfKind, complete, check, checkEdit }: ClientRecordCalls<Row>,
): void {
  const { db, trail, clock, views, organization } = context
  const { kind, fields } = store
  const today = calendarDayIn(organization.timeZone)
  const replied = replyOf(store, context)

  /** The reply contains the record, even if it is an error. */
  function viewed({ id, clientId: client }: Row, actor: Actor, at: Date): void {
    views.add({ at, actor, action: 'viewed', kind, id, details: { client } })
  }

  route(endpoints.list, async ({ params, actor }) => {
    const records = await store.ofClient(db, params.id)
    const client = records[0]?.clientId ?? (await findClientId(db, params.id))
    if (!client) throw new Failure('not-found')
    views.add({ at: clock(), actor, action: 'listed', kind, details: { ...shownRecords(records), client } })
    return records.map(replied)
  })

  route(endpoints.add, async ({ params, body, actor, idempotency }) => {
    const now = clock()
    const create = async (trx: Connection) => {
      const client = await lockClient(trx, params.id)
      if (!client) throw new Failure('not-found')
      if ((await store.countOfClient(trx, client)) >= most)
        throw new Failure('too-many', { message: `A client can have at most ${most} of these.` })
      await check?.(trx, client, body as Row)
      const added = await store.add(trx, client, body, { by: actor.employeeId, now })
      const details = { client, fields: filledFields(fields, added), ...(await proofOf(trx, added.id)) }
      await trail.record(trx, { at: now, actor, action: 'added', kind, id: added.id, details })
      return added
    }
    const find = async (trx: Connection, id: string) => {
      const found = await store.find(trx, id)
      if (found) viewed(found, actor, now)
      return found
    }
    return replied(await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find }))
  })

  route(endpoints.edit, async ({ params, body: { version, ...input }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const before = await store.lock(trx, params.id)
      if (!before) throw new Failure('not-found')
      const { id, clientId: client } = before
      const sent = { ...before, ...input }
      const after = { ...sent, ...complete?.(sent) }
      const changed = changedFields(fields, before, after)
      const isOutdated = version !== undefined && version !== before.version
      if (isOutdated || changed.length === 0) {
        viewed(before, actor, now)
        if (isOutdated) throw new Failure('version-conflict', { current: replied(before) })
        return replied(before)
      }
      const action = checkEdit?.({ before, after, fields: changed, actor }) ?? 'edited'
      // What was sent has to fit what was not: the rules of a new record apply to the whole one.
      const errors = endpoints.add.bodyRules?.(after, today(now)) ?? {}
      if (Object.keys(errors).length > 0) throw invalidInput(errors)
      await check?.(trx, client, after)
      const change = { by: actor.employeeId, now }
      const edited = firstOf(await store.edit(trx, [id], fieldValues(fields, after), change))
      const details = { client, fields: changed, ...(await proofOf(trx, id)) }
      await trail.record(trx, { at: now, actor, id, details, ...({ kind, action } as AuditedAction) })
      return replied(edited)
    })
  })

  const proofOf = async (trx: Connection, id: string) => trail.proofOf(firstOf(await store.stored(trx, [id])))

  versionsRoute(route, context, { store, endpoint: endpoints.versions })
}

interface VersionsCall<Row extends ClientRecord> {
  store: ClientRecordStore<Row>
  endpoint: Endpoints<Row>['versions']
}

/** Lists what a record was before each change. */
export function versionsRoute<Row extends ClientRecord>(
  route: AddRoute,
  context: AppContext,
  { store, endpoint }: VersionsCall<Row>,
): void {
  const { db, clock, views } = context
  route(endpoint, async ({ params, actor }) => {
    const client = await findClientId(db, params.id)
    const record = await store.find(db, params.recordId)
    if (!client || record?.clientId !== client) throw new Failure('not-found')
    const details = { client, fields: ['versions'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: store.kind, id: record.id, details })
    const versions = await store.versionsOf(db, record.id, longestHistory)
    return versions.map(replyOf(store, context))
  })
}

/** Records as replies have them, with what depends on the day. */
function replyOf<Row extends ClientRecord>(
  { ofToday }: ClientRecordStore<Row>,
  { clock, organization }: AppContext,
) {
  const today = calendarDayIn(organization.timeZone)
  return (record: Row): Row => ({ ...record, ...ofToday?.(record, today(clock())) })
}
