import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { namesIn, recordAudit } from '#server/audit/store.ts'
import { Failure } from '#server/http/failure.ts'
import { cursorAt, idOfCursor, refuseCursorAlone, wrongCursor } from '#server/http/page-cursor.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { dropIdleNotices } from '#server/outgoing-mail/notice-store.ts'
import { countUnread, listMessages, pageOfMessages } from './list-store.ts'
import { deleteMessage, setRead } from './store.ts'

/** What the staff do with the messages that visitors sent. */
export function serveMessageReading(serve: Serve, { db, clock, views }: AppContext): void {
  serve(contactEndpoints.list, async ({ query, actor }) => {
    const { limit, cursor, ...filter } = query
    refuseCursorAlone(query)
    const seen = (count: number) => {
      const details = { count, filter: namesIn(filter) }
      views.add({ at: clock(), actor, action: 'listed', kind: 'contact message', details })
    }
    if (!limit) {
      const messages = await listMessages(db, filter)
      seen(messages.length)
      return messages
    }
    const page = await pageOfMessages(db, filter, limit, cursor ? idOfCursor(cursor) : undefined)
    if (!page) throw wrongCursor()
    const { items, total, last } = page
    seen(items.length)
    return { items, total, nextCursor: last && cursorAt({ id: last }) }
  })

  serve(contactEndpoints.unread, async () => ({ count: await countUnread(db) }))

  serve(contactEndpoints.markRead, async ({ params, body, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const result = await setRead(trx, params.id, body.read ? now : null)
      if (!result) throw new Failure('not-found')
      const action = body.read ? 'marked as read' : 'marked as unread'
      if (result.changed)
        await recordAudit(trx, { at: now, actor, action, kind: 'contact message', id: result.message.id })
      return result.message
    })
  })

  serve(contactEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const id = await deleteMessage(trx, params.id, actor.employeeId, now)
      if (!id) throw new Failure('not-found')
      await dropIdleNotices(trx)
      await recordAudit(trx, { at: now, actor, action: 'deleted', kind: 'contact message', id })
    })
    return undefined
  })

  serve(contactEndpoints.recordExport, async ({ body: { kind, count }, actor }) => {
    const details = { count, fields: [kind] }
    await recordAudit(db, { at: clock(), actor, action: 'exported', kind: 'contact message', details })
    return undefined
  })
}
