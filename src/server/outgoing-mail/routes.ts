import { outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'

import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { listUnsentMail, sendAgain } from './store.ts'

export function outgoingMailRoutes(route: AddRoute, { db, trail, clock, mail, views }: AppContext): void {
  route(outgoingMailEndpoints.list, async ({ actor }) => {
    const mails = await listUnsentMail(db)
    const details = { count: mails.length }
    views.add({ at: clock(), actor, action: 'listed', kind: 'outgoing mail', details })
    return mails
  })

  route(outgoingMailEndpoints.resend, async ({ params, actor }) => {
    const now = clock()
    const again = await db.transaction().execute(async (trx) => {
      const found = await sendAgain(trx, params.id, now)
      if (!found) throw new Failure('not-found')
      await trail.record(trx, { at: now, actor, action: 'sent again', kind: 'outgoing mail', id: found.id })
      return found
    })
    mail.wake()
    return again
  })
}
