import { contactEndpoints, contactMessage } from '#contract/contact-messages/endpoints.ts'
import { contactsPerHour, contactWording } from '#contract/contact-messages/form.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { filterWords, shownRecords } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import {
  formatCursor,
  invalidCursor,
  type Paging,
  parseIdCursor,
  requireLimitWithCursor,
} from '#server/http/page-cursor.ts'
import { jsonArray } from '#server/http/whole-list.ts'
import { dropIdleNotices, queueNotices } from '#server/outgoing-mail/store.ts'
import { assertNotLimited, networkOf } from '#server/throttling/caller.ts'
import { recordsAtOnce, wholeListSender } from '#server/throttling/large-lists.ts'
import { countAttempt, limitPerCaller, secondsToWait } from '#server/throttling/store.ts'
import {
  addContactMessage,
  countUnread,
  deleteMessage,
  everyMessage,
  listMessagePage,
  type MessageFilter,
  markRead,
} from './store.ts'

const tooMany = 'Too many messages have come from your internet connection. Please wait an hour, or call us.'

/** The call that visitors make. */
export function contactFormRoutes(route: AddRoute, context: AppContext): void {
  const { trail, clock, log, sessionSecret, organization, mail } = context
  const recipients = organization.notify?.contactMessages ?? []
  const hourly = { attempts: contactsPerHour, seconds: 60 * 60 }
  const messageLimit = limitPerCaller(sessionSecret, { name: 'contact-message', ...hourly })

  route(contactEndpoints.send, async ({ body, ip, origin, idempotency }) => {
    const reply = { message: contactWording.sent }
    if (body.reference) {
      // Looks like success: the bot should not try again. Nothing is stored.
      log.info('contact message dropped: its hidden field was filled in')
      return reply
    }
    const caller = networkOf(ip)
    const now = clock()
    const messages = messageLimit(caller)
    const create = async (trx: Connection) => {
      assertNotLimited(await secondsToWait(trx, now, messages), tooMany)
      const id = await addContactMessage(trx, body, now)
      assertNotLimited(await countAttempt(trx, now, messages), tooMany)
      await queueNotices(trx, { messageId: id, recipients }, now)
      await trail.record(trx, { at: now, origin, action: 'received', kind: 'contact message', id })
      return { id }
    }
    await createOnce(context, idempotency, { owner: caller, now, create, find: async (_, id) => ({ id }) })
    mail.wake()
    return reply
  })
}

/** The calls that staff make. */
export function contactMessageRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views } = context
  const sendList = wholeListSender(context)

  async function listOrPage(query: MessageFilter & Paging, actor: Actor) {
    const { limit, cursor, ...filter } = query
    requireLimitWithCursor(query)
    const after = cursor ? parseIdCursor(cursor) : undefined
    const page = await listMessagePage(db, filter, limit ?? recordsAtOnce, after)
    if (!page) throw invalidCursor()
    const { items, total, last } = page
    const row = (found: { count: number }) =>
      ({
        at: clock(),
        actor,
        action: 'listed',
        kind: 'contact message',
        details: { ...found, filter: filterWords(filter) },
      }) as const
    if (!limit && last) {
      return await sendList({
        employeeId: actor.employeeId,
        isLong: true,
        isCounted: false,
        record: () => trail.record(db, row({ count: total })),
        parts: () => jsonArray(contactMessage, everyMessage(db, filter)),
      })
    }
    // The row of a page or of a search names what was found.
    views.add(
      row(limit || filter.search ? shownRecords(items) : { count: items.length }),
      cursor ? undefined : filter.search,
    )
    return limit ? { items, total, nextCursor: last && formatCursor({ id: last }) } : items
  }
  route(contactEndpoints.list, async ({ query, actor }) => await listOrPage(query, actor))
  route(contactEndpoints.search, async ({ body, actor }) => await listOrPage(body, actor))

  route(contactEndpoints.unread, async () => ({ count: await countUnread(db) }))

  route(contactEndpoints.markRead, async ({ params, body, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const result = await markRead(trx, params.id, body.read ? now : null)
      if (!result) throw new Failure('not-found')
      const { changed, message } = result
      const row = { at: now, actor, kind: 'contact message', id: message.id } as const
      // The reply shows the message even if nothing changed.
      if (changed)
        await trail.record(trx, { ...row, action: body.read ? 'marked as read' : 'marked as unread' })
      else views.add({ ...row, action: 'viewed' })
      return message
    })
  })

  route(contactEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const id = await deleteMessage(trx, params.id, actor.employeeId, now)
      if (!id) throw new Failure('not-found')
      await dropIdleNotices(trx)
      await trail.record(trx, { at: now, actor, action: 'deleted', kind: 'contact message', id })
    })
    return undefined
  })

  route(contactEndpoints.recordExport, async ({ body: { kind, count }, actor }) => {
    const details = { count, fields: [kind] }
    await trail.record(db, { at: clock(), actor, action: 'exported', kind: 'contact message', details })
    return undefined
  })
}
