import type { FollowUpOfNote } from '#contract/follow-ups/schema.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { mayChangeNote } from '#contract/notes/rules.ts'
import { type Note, note, serviceTimeErrors } from '#contract/notes/schema.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { shownRecords } from '#server/audit/store.ts'
import { findClientId, lockClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { changedFields, filledFields } from '#server/database/entered-fields.ts'
import { addFollowUp } from '#server/follow-ups/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import {
  formatCursor,
  invalidCursor,
  parseIdCursor,
  requireLimitWithCursor,
} from '#server/http/page-cursor.ts'
import { serializerOf } from '#server/http/reply-serializer.ts'
import { recordsAtOnce, wholeLists } from '#server/http/whole-list.ts'
import {
  addNote,
  allNotesLookup,
  deleteNote,
  editNote,
  findNote,
  findNotePosition,
  listNotes,
  listNoteVersions,
  newNote,
  noteAsStored,
  withMinutes,
} from './store.ts'

export function noteRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views } = context
  const findAllNotes = allNotesLookup(db)
  const sendWholeList = wholeLists()
  const serializeNote = serializerOf(note)
  route(noteEndpoints.list, async ({ params, query, actor }) => {
    const { limit, cursor } = query
    requireLimitWithCursor(query)
    const after = cursor ? await findNotePosition(db, params.id, parseIdCursor(cursor)) : undefined
    const notes = limit ? await listNotes(db, params.id, { limit, after }) : await findAllNotes(params.id)
    if (!notes) throw new Failure('not-found')
    if (cursor && !after) throw invalidCursor()
    if (!limit && notes.last) return await sendAll(notes, actor)
    const { clientId: client, items, total, last } = notes
    const details = { client, ...(limit ? shownRecords(items) : { count: items.length }) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'note', details })
    return limit ? { items, total, nextCursor: last && formatCursor({ id: last }) } : items
  })

  /** More notes than are read at once. */
  async function sendAll({ clientId: client }: { clientId: string }, actor: Actor) {
    const first = await listNotes(db, client, { limit: recordsAtOnce })
    if (!first) throw new Failure('not-found')
    const details = { client, count: first.total }
    const list = sendWholeList(
      actor.employeeId,
      first,
      async (last) =>
        listNotes(db, client, {
          limit: recordsAtOnce,
          after: await findNotePosition(db, client, last),
        }),
      serializeNote,
    )
    views.add({ at: clock(), actor, action: 'listed', kind: 'note', details })
    return list
  }

  route(noteEndpoints.versions, async ({ params, actor }) => {
    const client = await findClientId(db, params.id)
    const note = client && (await findNote(db, client, params.noteId))
    if (!note) throw new Failure('not-found')
    const details = { client, fields: ['versions'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: 'note', id: note.id, details })
    return await listNoteVersions(db, note.id)
  })

  route(noteEndpoints.recordExport, async ({ params, body: { kind, count }, actor }) => {
    const client = await findClientId(db, params.id)
    if (!client) throw new Failure('not-found')
    const action = kind === 'pdf' ? 'exported' : 'printed'
    await trail.record(db, { at: clock(), actor, action, kind: 'note', details: { client, count } })
    return undefined
  })

  route(noteEndpoints.add, async ({ params, body: { followUp, ...body }, actor, idempotency }) => {
    const now = clock()
    const create = async (connection: Connection) => {
      const note = newNote(params.id, body, actor, now)
      const fields = filledFields(noteFields, note)
      const details = { client: note.clientId, fields, ...trail.proofOf(noteAsStored(note)) }
      const audit = trail.row({ at: now, actor, action: 'added', kind: 'note', id: note.id, details })
      const added = await addNote(connection, note, audit)
      if (!added) throw new Failure('not-found')
      if (followUp) await addFollowUpOf(connection, added, followUp, actor, now)
      return added
    }
    // One statement needs no transaction around it.
    if (!idempotency && !followUp) return await create(db)
    const find = async (connection: Connection, id: string) => {
      const client = await findClientId(connection, params.id)
      const note = client ? await findNote(connection, client, id) : undefined
      if (note) views.add({ at: now, actor, action: 'viewed', kind: 'note', id, details: { client } })
      return note
    }
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find })
  })

  /** The author of the note does it. */
  async function addFollowUpOf(
    trx: Connection,
    { id: noteId, clientId }: Note,
    entered: FollowUpOfNote,
    actor: Actor,
    now: Date,
  ) {
    const by = actor.employeeId
    const { id } = await addFollowUp(trx, { ...entered, clientId, noteId, assignedTo: by, by }, now)
    const details = { client: clientId, fields: ['on', 'what', 'assignedTo'] }
    await trail.record(trx, { at: now, actor, action: 'added', kind: 'follow-up', id, details })
  }

  route(noteEndpoints.edit, async ({ params, body: { version, ...input }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const current = await lockNote(trx, params, actor, now)
      const { id, clientId: client } = current
      const isOutdated = (version ?? current.version) !== current.version
      // A fact that was not sent stays.
      const merged = { ...current, ...input }
      const errors = isOutdated ? {} : serviceTimeErrors({ ...merged, minutes: input.minutes })
      if (Object.keys(errors).length > 0) throw invalidInput(errors)
      const edit = withMinutes(merged)
      const fields = changedFields(noteFields, current, edit)
      if (isOutdated || fields.length === 0) {
        // The reply contains the note, also if it is an error.
        views.add({ at: now, actor, action: 'viewed', kind: 'note', id, details: { client } })
        if (isOutdated) throw new Failure('version-conflict', { current })
        return current
      }
      const edited = await editNote(trx, id, { fields, input: edit, by: actor, now })
      const details = { client, fields, ...trail.proofOf(noteAsStored(edited)) }
      await trail.record(trx, { at: now, actor, action: 'edited', kind: 'note', id, details })
      return edited
    })
  })

  route(noteEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const note = await lockNote(trx, params, actor, now)
      const deleted = await deleteNote(trx, note, actor.employeeId, now)
      const details = { client: note.clientId, ...trail.proofOf(deleted) }
      await trail.record(trx, { at: now, actor, action: 'deleted', kind: 'note', id: note.id, details })
    })
    return undefined
  })
}

/**
 * The note, if the actor may change it now. Locks the client first, as every change of notes does, so that changes are
 * serialized without deadlocks.
 */
async function lockNote(
  trx: Connection,
  { id, noteId }: { id: string; noteId: string },
  actor: Actor,
  now: Date,
): Promise<Note> {
  const client = await lockClient(trx, id)
  const note = client && (await findNote(trx, client, noteId))
  if (!note) throw new Failure('not-found')
  if (!mayChangeNote(actor.role, note, now)) {
    throw new Failure('not-allowed', { message: 'This note is too old for your role to change.' })
  }
  return note
}
