import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { recordAudit } from '#server/audit/store.ts'
import { clientById } from '#server/clients/store.ts'
import { Failure } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import type { Surroundings } from '#server/surroundings.ts'
import { addNote, notesOfClient } from './store.ts'

export function serveNotes(serve: Serve, { db, clock, views }: Surroundings): void {
  serve(noteEndpoints.list, async ({ params, actor }) => {
    const client = await clientById(db, params.id)
    if (!client) throw new Failure('not-found')
    const notes = await notesOfClient(db, client.id)
    const details = { client: client.id, count: notes.length }
    views.add({ at: clock(), actor, action: 'listed', kind: 'note', details })
    return notes
  })

  serve(noteEndpoints.add, async ({ params, body, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const client = await clientById(trx, params.id)
      if (!client) throw new Failure('not-found')
      const note = await addNote(trx, { clientId: client.id, text: body.text, author: actor }, now)
      const details = { client: client.id }
      await recordAudit(trx, { at: now, actor, action: 'added', kind: 'note', id: note.id, details })
      return note
    })
  })
}
