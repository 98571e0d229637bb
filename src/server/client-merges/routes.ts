import { authorizationName, authorizationsOverlap } from '#contract/authorizations/rules.ts'
import { clientMergeEndpoints } from '#contract/client-merges/endpoints.ts'
import { differingFields, type MovedKind } from '#contract/client-merges/rules.ts'
import type { ClientRecordKind } from '#contract/client-records/schema.ts'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client, ClientInput } from '#contract/clients/schema.ts'
import { homeName, homesOverlap } from '#contract/homes/fields.ts'
import { type NameOf, namesOf } from '#contract/record-field.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import type { ProvenKind, StoredRecord } from '#server/audit/digest.ts'
import type { AuditEvent } from '#server/audit/store.ts'
import { authorizations } from '#server/authorizations/store.ts'
import { shortDay } from '#server/calendar.ts'
import { clientRecordStores } from '#server/client-record-stores.ts'
import { endAssignments, lockWorker, startAssignments } from '#server/clients/caseload-store.ts'
import {
  clientAsStored,
  deleteClient,
  editClient,
  editedClient,
  findClient,
  findClientId,
  storedClient,
} from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { unmarkDeleted } from '#server/deleted-records/store.ts'
import { storedFilesOf } from '#server/files/store.ts'
import { homes } from '#server/homes/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { assertNoErrors, Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import { refreshLastNotes, storedNotesOf } from '#server/notes/store.ts'
import { storedDisclosuresOf } from '#server/record-packet/store.ts'
import {
  addMerge,
  alignStatusHistory,
  countRecords,
  draftAuthors,
  findMerge,
  hasOpenAssignment,
  listMerges,
  lockRecords,
  type Moved,
  markUndone,
  moveBack,
  moveRecords,
  storedMergesOf,
} from './store.ts'

type Field = NameOf<typeof clientFields>

type ReadStored = (trx: Connection, ids: string[]) => Promise<StoredRecord[]>

/** What moves and is covered by digests in the audit trail, which include the client. */
const proven: [MovedKind, Exclude<ProvenKind, 'client'>, ReadStored][] = [
  ['notes', 'note', storedNotesOf],
  ['files', 'file', storedFilesOf],
  ['disclosures', 'record packet', storedDisclosuresOf],
  ['merges', 'client merge', storedMergesOf],
  ...namesOf(clientRecordStores).map((kind): [MovedKind, ClientRecordKind, ReadStored] => [
    clientRecordStores[kind].name === 'follow-ups' ? 'followUps' : clientRecordStores[kind].name,
    kind,
    clientRecordStores[kind].stored,
  ]),
]

/** Records that are read at once. */
const batchSize = 200

const list = (items: string[]) => new Intl.ListFormat('en-US').format(items)

export function clientMergeRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, organization } = context
  const { timeZone } = organization

  function viewed({ id }: Client, actor: Actor): void {
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id })
  }

  async function findId(id: string): Promise<string> {
    const found = await findClientId(db, id)
    if (!found) throw new Failure('not-found')
    return found
  }

  route(clientMergeEndpoints.counts, async ({ params, actor }) => {
    const id = await findId(params.id)
    const details = { fields: ['recordCounts'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: 'client', id, details })
    return await countRecords(db, id)
  })

  route(clientMergeEndpoints.list, async ({ params, actor }) => {
    const client = await findId(params.id)
    const merges = await listMerges(db, client)
    const details = { client, count: merges.length, records: merges.map(({ other }) => other) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'client merge', details })
    return merges
  })

  route(clientMergeEndpoints.merge, async ({ params, body, actor, idempotency }) => {
    const now = clock()
    const by = actor.employeeId
    const { values } = body

    async function create(trx: Connection): Promise<Client> {
      const seen = await findBoth(trx, params.id, body.other)
      // Workers are locked before clients, as everywhere.
      const worker = values.assignedTo === 'other' && seen.other.assignedTo
      if (worker) await lockWorker(trx, worker)
      await lockRecords(trx, [seen.before.id, seen.other.id])
      const { before, other } = await findBoth(trx, params.id, body.other)
      assertVersion(before, body.version, actor)
      assertVersion(other, body.otherVersion, actor)
      const differing = differingFields(before, other)
      assertNoErrors(
        Object.fromEntries(
          differing
            .filter((name) => !values[name])
            .map((name) => [`values.${name}`, `Choose which value to keep: ${clientFields[name].label}`]),
        ),
      )
      await assertMergeable(trx, before, other)

      const fields = differing.filter((name) => values[name] === 'other')
      const after = editedClient(before, { input: asInput(other), fields, at: now })
      await endAssignments(trx, [other], now)
      const moved = await moveRecords(trx, { from: other.id, to: before.id })
      const details = { fields, records: [other.id], ...trail.proofOf(clientAsStored(after)) }
      await edit(trx, { action: 'merged', before, after, fields, details, actor, now })
      await alignStatusHistory(trx, after, { by, now })
      const deleted = await deleteClient(trx, other.id, by, now)
      if (!deleted) throw new Error('a locked client is gone')
      await trail.record(trx, {
        ...{ at: now, actor, action: 'deleted', kind: 'client', id: other.id },
        details: { records: [before.id], ...trail.proofOf(deleted) },
      })
      await recordMoved(trx, moved, { client: before.id, actor, now })
      await refreshLastNotes(trx, [before.id, other.id], timeZone)
      const earlier = Object.fromEntries(fields.map((name) => [name, before[name]]))
      const id = await addMerge(trx, { client: after, merged: other.id, before: earlier, moved, by, now })
      await recordKept(trx, id, { action: 'merged', client: before.id, actor, now })
      const merged = await findClient(trx, before.id)
      if (!merged) throw new Error('a locked client is gone')
      return merged
    }

    async function find(trx: Connection, id: string) {
      const found = await findClient(trx, id)
      if (found) viewed(found, actor)
      return found
    }
    return await createOnce(context, idempotency, { owner: by, now, create, find })
  })

  route(clientMergeEndpoints.undo, async ({ params, actor }) => {
    const now = clock()
    const by = actor.employeeId
    return await db.transaction().execute(async (trx) => {
      const found = await findMerge(trx, params.id, params.mergeId)
      if (!found) throw new Failure('not-found')
      const formerWorker = found.before.assignedTo
      const isWorkerGone = formerWorker ? !(await lockWorker(trx, formerWorker)) : false
      await lockRecords(trx, [params.id, found.merged])
      const before = await findClient(trx, params.id)
      const merge = before && (await findMerge(trx, before.id, found.id))
      if (!merge) throw new Failure('not-found')
      if (merge.isUndone) throw new Failure('merge-final', { message: 'This merge has already been undone.' })
      if (!merge.isLast) throw new Failure('merged-later')
      if (merge.isPurged) throw new Failure('merge-final')
      const [from, to] = [before.id, merge.merged]
      await unmarkDeleted(trx, { kind: 'client', id: to, timeZone })
      const fieldsReturned = before.version === merge.version
      const earlier = { ...merge.before, ...(isWorkerGone && { assignedTo: null }) }
      const fields = fieldsReturned ? (namesOf(merge.before) as Field[]) : []
      const after = editedClient(before, { input: asInput({ ...before, ...earlier }), fields, at: now })
      const details = { fields, records: [to], ...trail.proofOf(clientAsStored(after)) }
      await edit(trx, { action: 'unmerged', before, after, fields, details, actor, now })
      const moved = await moveBack(trx, { from, to }, merge.moved)
      const stored = await storedClient(trx, to)
      await trail.record(trx, {
        ...{ at: now, actor, action: 'restored', kind: 'client', id: to },
        details: { records: [from], ...trail.proofOf(stored) },
      })
      await recordMoved(trx, moved, { client: to, actor, now })
      await refreshLastNotes(trx, [from, to], timeZone)
      await markUndone(trx, merge.id, { by, now })
      await recordKept(trx, merge.id, { action: 'unmerged', client: from, actor, now })
      const [client, other] = [await findClient(trx, from), await findClient(trx, to)]
      if (!client || !other) throw new Error('a locked client is gone')
      if (!(await hasOpenAssignment(trx, to))) await startAssignments(trx, [other], by, now)
      return { client, other, fieldsReturned, moved: Object.values(moved).flat().length }
    })
  })

  async function findBoth(trx: Connection, id: string, otherId: string) {
    const before = await findClient(trx, id)
    if (!before) throw new Failure('not-found')
    const other = await findClient(trx, otherId)
    if (!other)
      throw invalidInput({ other: 'The other record no longer exists. It may have been merged or deleted.' })
    if (before.id === other.id)
      throw invalidInput({ other: 'A record can’t be merged with itself. Choose another one.' })
    return { before, other }
  }

  function assertVersion(current: Client, version: number, actor: Actor): void {
    if (current.version === version) return
    // The error reply contains the record.
    viewed(current, actor)
    throw new Failure('version-conflict', { current })
  }

  /** Throws what has to be settled before two records can become one. */
  async function assertMergeable(trx: Connection, one: Client, other: Client): Promise<void> {
    const authors = await draftAuthors(trx, other.id)
    if (authors.length > 0) {
      const have = authors.length === 1 ? 'has' : 'have'
      throw new Failure('has-drafts', {
        message: `${list(authors)} ${have} unsaved text about the record that would be merged. It has to be saved or discarded first.`,
      })
    }
    const [ours, theirs] = [await homes.ofClient(trx, one.id), await homes.ofClient(trx, other.id)]
    const [home] = theirs.flatMap((home) =>
      ours.filter((own) => homesOverlap(own, home)).map((own) => [own, home]),
    )
    if (home)
      throw new Failure('homes-overlap', {
        message: `Both records have a home on the same days: ${list(home.map(homeWithDays))}. Correct the days first. If it is the same home, let the client leave one of the two on the day of moving in.`,
      })
    const [here, there] = [
      await authorizations.ofClient(trx, one.id),
      await authorizations.ofClient(trx, other.id),
    ]
    const [pair] = there.flatMap((theirs) =>
      here.filter((own) => authorizationsOverlap(own, theirs)).map((own) => [own, theirs]),
    )
    if (pair)
      throw new Failure('authorization-overlaps', {
        message: `Both records have an authorization for the same service and days: ${list(pair.map(authorizationWithDays))}. Correct the days first, or mark one as entered by mistake.`,
      })
  }

  interface Edit {
    action: 'merged' | 'unmerged'
    before: Client
    after: Client
    fields: Field[]
    details: AuditEvent['details']
    actor: Actor
    now: Date
  }

  async function edit(trx: Connection, { action, before, after, fields, details, actor, now }: Edit) {
    const audit = trail.row({ at: now, actor, action, kind: 'client', id: after.id, details })
    const edited = await editClient(trx, after, { fields, facts: [], input: asInput(after), before, audit })
    if (!edited) throw new Error('a locked client has been changed')
  }

  /** Writes the audit row that proves what is kept for undoing a merge. */
  async function recordKept(
    trx: Connection,
    id: string,
    { action, client, actor, now }: { client: string } & Pick<Edit, 'action' | 'actor' | 'now'>,
  ): Promise<void> {
    await trail.recordEach(trx, await storedMergesOf(trx, [id]), (stored) => ({
      ...{ at: now, actor, action, kind: 'client merge', id },
      details: { client, ...trail.proofOf(stored) },
    }))
  }

  /** Writes an audit row for each moved record, because its digest covers the client. */
  async function recordMoved(
    trx: Connection,
    moved: Moved,
    { client, actor, now }: { client: string; actor: Actor; now: Date },
  ): Promise<void> {
    for (const [name, kind, read] of proven) {
      const ids = moved[name] ?? []
      for (let start = 0; start < ids.length; start += batchSize)
        await trail.recordEach(trx, await read(trx, ids.slice(start, start + batchSize)), (stored) => ({
          ...{ at: now, actor, action: 'moved', kind, id: stored.id },
          details: { client, ...trail.proofOf(stored) },
        }))
    }
  }
}

/** Stored values were valid input once, perhaps under older rules. */
const asInput = (client: Client) => client as ClientInput

const homeWithDays = (home: Parameters<typeof homeName>[0] & { movedInOn: string; leftOn: string | null }) =>
  `${homeName(home)} (${home.leftOn ? `${shortDay(home.movedInOn)} to ${shortDay(home.leftOn)}` : `since ${shortDay(home.movedInOn)}`})`

const authorizationWithDays = (
  one: Parameters<typeof authorizationName>[0] & { startsOn: string; endsOn: string },
) => `${authorizationName(one)} (${shortDay(one.startsOn)} to ${shortDay(one.endsOn)})`
