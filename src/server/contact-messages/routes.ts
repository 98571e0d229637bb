import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { contactsPerHour } from '#contract/contact-messages/limits.ts'
import { contactWording } from '#contract/contact-messages/wording.ts'
import type { AppContext } from '#server/app-context.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { queueNotices } from '#server/outgoing-mail/notice-store.ts'
import { networkOf } from '#server/throttling/network-of.ts'
import { refuseWhile } from '#server/throttling/refuse-while.ts'
import { throttle } from '#server/throttling/store.ts'
import { addContactMessage } from './store.ts'

type Needs = Pick<AppContext, 'db' | 'clock' | 'log' | 'sessionSecret' | 'organization' | 'mail'>

export function serveContactMessages(serve: Serve, needs: Needs): void {
  const { db, clock, log, sessionSecret, organization, mail } = needs
  const recipients = organization.notify?.contactMessages ?? []
  const messages = throttle({
    name: 'contact-message',
    points: contactsPerHour,
    seconds: 60 * 60,
    secret: sessionSecret,
  })

  serve(contactEndpoints.send, async ({ body, ip }) => {
    const answer = { message: contactWording.sent }
    if (body.reference) {
      // Decision 28: a program takes this for success and does not try again. It writes nothing, so it costs nothing.
      log.info('a contact message was dropped: its unseen field was filled in')
      return answer
    }
    const caller = networkOf(ip)
    refuseWhile(await messages.look(db, caller), contactWording.tooMany)
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const { id, isNew } = await addContactMessage(trx, body, now)
      if (!isNew) return
      refuseWhile(await messages.spend(trx, caller), contactWording.tooMany)
      await queueNotices(trx, { messageId: id, recipients }, now)
      await recordAudit(trx, { at: now, action: 'received', kind: 'contact message', id })
    })
    mail.wake()
    return answer
  })
}
