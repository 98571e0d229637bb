import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { mayChangeNote } from '#contract/notes/rules.ts'
import type { Note } from '#contract/notes/schema.ts'
import { noteWording } from '#contract/notes/wording.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { recordAudit } from '#server/audit/store.ts'
import { holdClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { Failure } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { deleteNote, editNote, noteOfClient } from './store.ts'

/** The calls that the note rule decides (decision 9), by the server's clock. */
export function serveNoteChanges(serve: Serve, { db, clock, views }: AppContext): void {
  serve(noteEndpoints.edit, async ({ params, body: { text, version }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const current = await noteToChange(trx, params, actor, now)
      const { id, clientId: client } = current
      if ((version ?? current.version) !== current.version) {
        // The refusal shows the note.
        views.add({ at: now, actor, action: 'viewed', kind: 'note', id, details: { client } })
        throw new Failure('version-conflict', { current })
      }
      if (text === current.text) return current
      const details = { client, fields: ['text'] }
      await recordAudit(trx, { at: now, actor, action: 'edited', kind: 'note', id, details })
      return await editNote(trx, current, text, actor.email, now)
    })
  })

  serve(noteEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const { id, clientId: client } = await noteToChange(trx, params, actor, now)
      await deleteNote(trx, id, actor.employeeId, now)
      await recordAudit(trx, { at: now, actor, action: 'deleted', kind: 'note', id, details: { client } })
    })
    return undefined
  })
}

/**
 * The note, if this person may change it now. Holding its client first, as everybody does who writes notes, keeps two
 * changes of one note apart and its client alive, and nobody waits in a circle.
 */
async function noteToChange(
  trx: Connection,
  { id, noteId }: { id: string; noteId: string },
  actor: Actor,
  now: Date,
): Promise<Note> {
  const client = await holdClient(trx, id)
  const note = client && (await noteOfClient(trx, client.id, noteId))
  if (!note) throw new Failure('not-found')
  if (!mayChangeNote(actor.role, note, now)) {
    throw new Failure('not-allowed', { message: noteWording.changeOver })
  }
  return note
}
