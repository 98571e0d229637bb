import { randomUUID } from 'node:crypto'
import type { FollowUpOfNote } from '#contract/follow-ups/schema.ts'
import { longestHistory } from '#contract/lists.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { mayChangeNote, serviceTimeErrors, signingErrors } from '#contract/notes/rules.ts'
import { type Note, type NoteInput, note } from '#contract/notes/schema.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { shownRecords } from '#server/audit/store.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { lockWorker } from '#server/clients/caseload-store.ts'
import { findClientId, lockClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { changedFields, filledFields } from '#server/database/field-columns.ts'
import { followUps } from '#server/follow-ups/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { assertNoErrors, Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import {
  formatCursor,
  invalidCursor,
  parseIdCursor,
  requireLimitWithCursor,
} from '#server/http/page-cursor.ts'
import { jsonArray } from '#server/http/whole-list.ts'
import { assertNotLimited } from '#server/throttling/caller.ts'
import { wholeListSender } from '#server/throttling/large-lists.ts'
import { memoryLimit } from '#server/throttling/store.ts'
import {
  addNote,
  allNotesLookup,
  completeNote,
  countNotes,
  deleteNote,
  editNote,
  everyNote,
  findGoals,
  findNote,
  findNotePosition,
  hasWrittenSinceReview,
  isAuthor,
  listNotes,
  listNoteVersions,
  type NewNote,
  newNote,
  noteAsStored,
  reviewNote,
  signNote,
} from './store.ts'

export function noteRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, notesPerDay } = context
  const { timeZone } = context.organization
  const dayOf = calendarDayIn(timeZone)
  const notesToday = memoryLimit({ attempts: notesPerDay, seconds: 24 * 60 * 60 })
  const tooManyNotes = `You have reached the limit of ${notesPerDay.toLocaleString('en-US')} notes in 24 hours. If you need more, ask your administrator to raise NOTES_PER_DAY.`
  const findAllNotes = allNotesLookup(db)
  const sendList = wholeListSender(context)
  route(noteEndpoints.list, async ({ params, query, actor }) => {
    const { limit, cursor } = query
    requireLimitWithCursor(query)
    const after = cursor ? await findNotePosition(db, params.id, parseIdCursor(cursor)) : undefined
    const notes = limit ? await listNotes(db, params.id, { limit, after }) : await findAllNotes(params.id)
    if (!notes) throw new Failure('not-found')
    if (cursor && !after) throw invalidCursor()
    if (!limit && notes.last) return await sendAll(notes.clientId, actor)
    const { clientId: client, items, total, last } = notes
    const details = { client, ...(limit ? shownRecords(items) : { count: items.length }) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'note', details })
    return limit ? { items, total, nextCursor: last && formatCursor({ id: last }) } : items
  })

  /** More notes than are read at once. */
  async function sendAll(client: string, actor: Actor) {
    const details = { client, count: await countNotes(db, client) }
    return await sendList({
      employeeId: actor.employeeId,
      isLong: true,
      isCounted: false,
      record: () => trail.record(db, { at: clock(), actor, action: 'listed', kind: 'note', details }),
      parts: () => jsonArray(note, everyNote(db, client)),
    })
  }

  route(noteEndpoints.versions, async ({ params, actor }) => {
    const client = await findClientId(db, params.id)
    const note = client && (await findNote(db, client, params.noteId))
    if (!note) throw new Failure('not-found')
    const details = { client, fields: ['versions'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: 'note', id: note.id, details })
    return await listNoteVersions(db, note, longestHistory)
  })

  route(noteEndpoints.recordExport, async ({ params, body: { kind, count }, actor }) => {
    const client = await findClientId(db, params.id)
    if (!client) throw new Failure('not-found')
    const action = kind === 'pdf' ? 'exported' : 'printed'
    await trail.record(db, { at: clock(), actor, action, kind: 'note', details: { client, count } })
    return undefined
  })

  route(noteEndpoints.add, async ({ params, body: { followUp, sign, ...body }, actor, idempotency }) => {
    const now = clock()
    const create = async (connection: Connection) => {
      const note = newNote(params.id, body, actor, { now, today: dayOf(now), timeZone })
      if (hasReferences(note)) {
        // The employee before the client, as everywhere.
        if (followUp) await lockWorker(connection, actor.employeeId)
        await lockReferences(connection, note)
      }
      assertNotLimited(notesToday(now, actor.employeeId), tooManyNotes)
      const references = (['corrects', 'outcomeOf'] as const).filter((name) => note[name])
      const fields = [...filledFields(noteFields, note), ...references]
      const details = { client: note.clientId, fields, ...trail.proofOf(noteAsStored(note)) }
      const row = { at: now, actor, action: 'added' } as const
      const audit = trail.row({ ...row, kind: 'note', id: note.id, details })
      const newFollowUp = followUp && {
        ...followUp,
        audit: trail.row({ ...row, ...followUpEvent(note, followUp, actor) }),
      }
      const added = await addNote(connection, note, audit, { followUp: newFollowUp, timeZone })
      if (!added)
        throw new Failure((await findClientId(connection, note.clientId)) ? 'not-signed-in' : 'not-found')
      return sign ? await signAndRecord(connection, added, actor, now) : added
    }
    // One statement needs no transaction around it.
    if (!idempotency && !sign && !hasReferences(body)) return await create(db)
    const find = async (connection: Connection, id: string) => {
      const client = await findClientId(connection, params.id)
      const note = client ? await findNote(connection, client, id) : undefined
      if (note) views.add({ at: now, actor, action: 'viewed', kind: 'note', id, details: { client } })
      return note
    }
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find })
  })

  /** The follow-up as the note's statement stores it. */
  function followUpEvent(
    { id: noteId, clientId, createdAt }: NewNote,
    { on, what }: FollowUpOfNote,
    { employeeId }: Actor,
  ) {
    const id = randomUUID()
    const values = { clientId, noteId, on, what, assignedTo: employeeId, createdAt, createdBy: employeeId }
    const proof = trail.proofOf({ kind: 'follow-up', id, version: 1, values })
    const details = { client: clientId, fields: ['on', 'what', 'assignedTo'], ...proof }
    return { kind: 'follow-up', id, details } as const
  }

  async function signAndRecord(trx: Connection, note: Note, actor: Actor, now: Date) {
    const writtenOn = dayOf(new Date(note.createdAt))
    assertNoErrors(signingErrors(note, { writtenOn, now, timeZone }))
    const signed = await signNote(trx, note, actor, now)
    const details = { client: note.clientId, ...trail.proofOf(noteAsStored(signed)) }
    await trail.record(trx, { at: now, actor, action: 'signed', kind: 'note', id: note.id, details })
    return signed
  }

  route(noteEndpoints.edit, async ({ params, body: { version, ...input }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const current = await lockChangeableNote(trx, params, actor, now)
      const { id, clientId: client } = current
      if (version !== undefined) checkVersion(current, version, actor, now)
      // Facts that were not sent stay as they are.
      const merged = { ...current, ...input }
      // It goes with the times.
      if (!merged.startTime && !merged.endTime) merged.endsNextDay = input.endsNextDay ?? null
      assertNoErrors(serviceTimeErrors({ ...merged, minutes: input.minutes }, timeZone))
      const edit = completeNote(merged, timeZone)
      const fields = changedFields(noteFields, current, edit)
      if (fields.length === 0) {
        viewed(current, actor, now)
        return current
      }
      // A goal that the note names already may have become a mistake since.
      await assertGoals(
        trx,
        client,
        edit.goals.filter((id) => !current.goals.includes(id)),
      )
      // Each edit keeps a version of up to the same length.
      assertNotLimited(notesToday(now, actor.employeeId), tooManyNotes)
      const edited = await editNote(trx, current, { fields, input: edit, by: actor, now, timeZone })
      const details = { client, fields, ...trail.proofOf(noteAsStored(edited)) }
      await trail.record(trx, { at: now, actor, action: 'edited', kind: 'note', id, details })
      return edited
    })
  })

  /** Throws unless this is the current version. */
  function checkVersion(current: Note, version: number, actor: Actor, now: Date): void {
    if (version === current.version) return
    viewed(current, actor, now)
    throw new Failure('version-conflict', { current })
  }

  /** The reply contains the note, even if it is an error. */
  function viewed({ id, clientId: client }: Note, actor: Actor, now: Date): void {
    views.add({ at: now, actor, action: 'viewed', kind: 'note', id, details: { client } })
  }

  route(noteEndpoints.sign, async ({ params, body: { version }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const note = await lockNote(trx, params)
      if (!(await isAuthor(trx, note.id, actor.employeeId)))
        throw new Failure('not-allowed', { message: 'Only the author can sign a note.' })
      checkVersion(note, version, actor, now)
      if (!note.signedAt) return await signAndRecord(trx, note, actor, now)
      viewed(note, actor, now)
      return note
    })
  })

  route(noteEndpoints.review, async ({ params, body: { version, comment = null }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const note = await lockNote(trx, params)
      if (await hasWrittenSinceReview(trx, note, actor.employeeId))
        throw new Failure('not-allowed', {
          message: 'You can’t review a note that you wrote or edited. Ask a colleague to do it.',
        })
      checkVersion(note, version, actor, now)
      const isOwnReview = note.reviewedById === actor.employeeId
      // Nobody's comment is overwritten by another person's.
      if (note.reviewedAt && !isOwnReview) {
        viewed(note, actor, now)
        throw new Failure('version-conflict', { current: note })
      }
      if (isOwnReview && note.reviewComment === comment) {
        viewed(note, actor, now)
        return note
      }
      const reviewed = await reviewNote(trx, note, { comment, by: actor, now })
      const details = { client: note.clientId, ...trail.proofOf(noteAsStored(reviewed)) }
      await trail.record(trx, { at: now, actor, action: 'reviewed', kind: 'note', id: note.id, details })
      return reviewed
    })
  })

  route(noteEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const note = await lockChangeableNote(trx, params, actor, now)
      const deleted = await deleteNote(trx, note, { by: actor.employeeId, now, timeZone })
      const details = { client: note.clientId, ...trail.proofOf(deleted) }
      await trail.record(trx, { at: now, actor, action: 'deleted', kind: 'note', id: note.id, details })
    })
    return undefined
  })
}

type References = Partial<Pick<Note, 'corrects' | 'outcomeOf'>> & Pick<NoteInput, 'goals'>

const hasReferences = ({ corrects, outcomeOf, goals }: References) =>
  Boolean(corrects || outcomeOf || goals?.length)

/** Locks the client, and throws unless the corrected note, the follow-up and the goals are about that client. */
async function lockReferences(
  trx: Connection,
  { clientId, corrects, outcomeOf, goals }: NewNote,
): Promise<void> {
  const client = await lockClient(trx, clientId)
  if (!client) throw new Failure('not-found')
  if (corrects && !(await findNote(trx, client, corrects)))
    throw invalidInput({ corrects: 'This client has no such note.' })
  if (outcomeOf && (await followUps.find(trx, outcomeOf))?.clientId !== client)
    throw invalidInput({ outcomeOf: 'This client has no such follow-up.' })
  await assertGoals(trx, client, goals)
}

/** Throws unless all of these are goals of the client, and none was entered by mistake. */
async function assertGoals(trx: Connection, client: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await findGoals(trx, client, ids)
  if (found.length < ids.length) throw invalidInput({ goals: 'This client has no such goal.' })
  const mistaken = found.find(({ state }) => state === 'mistaken')
  if (mistaken) throw invalidInput({ goals: `The goal “${mistaken.text}” was entered by mistake.` })
}

/** Locks the client first, as every change of notes does, so that changes are serialized without deadlocks. */
async function lockNote(trx: Connection, { id, noteId }: { id: string; noteId: string }): Promise<Note> {
  const client = await lockClient(trx, id)
  const note = client && (await findNote(trx, client, noteId))
  if (!note) throw new Failure('not-found')
  return note
}

/** The same, if the actor may change the note now. */
async function lockChangeableNote(
  trx: Connection,
  params: { id: string; noteId: string },
  actor: Actor,
  now: Date,
): Promise<Note> {
  const note = await lockNote(trx, params)
  if (!mayChangeNote(actor.role, note, now)) {
    throw new Failure('not-allowed', { message: 'This note is too old for your role to change.' })
  }
  return note
}
