import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { contactsPerHour } from '#contract/contact-messages/limits.ts'
import { contactWording } from '#contract/contact-messages/wording.ts'
import { recordAudit } from '#server/audit/store.ts'
import { Failure } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import type { Surroundings } from '#server/surroundings.ts'
import { networkOf } from '#server/throttling/network-of.ts'
import { throttle } from '#server/throttling/store.ts'
import { addContactMessage } from './store.ts'

type Needs = Pick<Surroundings, 'db' | 'clock' | 'log' | 'sessionSecret'>

export function serveContactMessages(serve: Serve, { db, clock, log, sessionSecret }: Needs): void {
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
    refuseWhenSpent(await messages.look(db, caller))
    const now = clock()
    await db.transaction().execute(async (trx) => {
      refuseWhenSpent(await messages.spend(trx, caller))
      const id = await addContactMessage(trx, body, now)
      await recordAudit(trx, { at: now, action: 'received', kind: 'contact message', id })
    })
    return answer
  })
}

/** `wait` in seconds. */
function refuseWhenSpent(wait: number): void {
  if (wait > 0) throw new Failure('too-many-requests', { message: contactWording.tooMany, retryAfter: wait })
}
