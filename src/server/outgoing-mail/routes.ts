import { outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import type { AppContext } from '#server/app-context.ts'
import { recordAudit } from '#server/audit/store.ts'
import { Failure } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { listUnsentMail, sendAgain } from './store.ts'

export function serveOutgoingMail(serve: Serve, { db, clock, mail }: AppContext): void {
  serve(outgoingMailEndpoints.list, async () => await listUnsentMail(db))

  serve(outgoingMailEndpoints.resend, async ({ params, actor }) => {
    const now = clock()
    const again = await db.transaction().execute(async (trx) => {
      const found = await sendAgain(trx, params.id, now)
      if (!found) throw new Failure('not-found')
      await recordAudit(trx, { at: now, actor, action: 'sent again', kind: 'outgoing mail', id: found.id })
      return found
    })
    mail.wake()
    return again
  })
}
