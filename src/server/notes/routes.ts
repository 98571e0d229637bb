import { noteEndpoints } from '#contract/notes/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { recordAudit } from '#server/audit/store.ts'
import { holdClient, idOfClient } from '#server/clients/store.ts'
import { Failure } from '#server/http/failure.ts'
import { cursorAt, idOfCursor, refuseCursorAlone, wrongCursor } from '#server/http/page-cursor.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { serveNoteChanges } from './change-routes.ts'
import { notesOfClient, placeOfNote } from './list-store.ts'
import { addNote, noteOfClient, versionsOfNote } from './store.ts'

export function serveNotes(serve: Serve, context: AppContext): void {
  const { db, clock, views } = context
  serveNoteChanges(serve, context)

  serve(noteEndpoints.list, async ({ params, query, actor }) => {
    const { limit, cursor } = query
    refuseCursorAlone(query)
    const after = cursor ? await placeOfNote(db, params.id, idOfCursor(cursor)) : undefined
    const notes = await notesOfClient(db, params.id, { limit, after })
    if (!notes) throw new Failure('not-found')
    if (cursor && !after) throw wrongCursor()
    const { clientId: client, items, total, last } = notes
    const details = { client, count: items.length }
    views.add({ at: clock(), actor, action: 'listed', kind: 'note', details })
    return limit ? { items, total, nextCursor: last && cursorAt({ id: last }) } : items
  })

  serve(noteEndpoints.versions, async ({ params, actor }) => {
    const client = await idOfClient(db, params.id)
    const note = client && (await noteOfClient(db, client, params.noteId))
    if (!note) throw new Failure('not-found')
    const details = { client, fields: ['versions'] }
    views.add({ at: clock(), actor, action: 'viewed', kind: 'note', id: note.id, details })
    return await versionsOfNote(db, note.id)
  })

  serve(noteEndpoints.recordExport, async ({ params, body: { kind, count }, actor }) => {
    const client = await idOfClient(db, params.id)
    if (!client) throw new Failure('not-found')
    const action = kind === 'pdf' ? 'exported' : 'printed'
    await recordAudit(db, { at: clock(), actor, action, kind: 'note', details: { client, count } })
    return undefined
  })

  serve(noteEndpoints.add, async ({ params, body, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const client = await holdClient(trx, params.id)
      if (!client) throw new Failure('not-found')
      const note = await addNote(trx, { clientId: client.id, text: body.text, author: actor }, now)
      const details = { client: client.id }
      await recordAudit(trx, { at: now, actor, action: 'added', kind: 'note', id: note.id, details })
      return note
    })
  })
}
