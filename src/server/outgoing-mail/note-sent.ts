import { setTimeout as pause } from 'node:timers/promises'
import type { AuditedAction } from '#contract/audit/actions.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { type Claim, recordSent } from './claim-store.ts'
import type { PreparedMail } from './prepare-mail.ts'

/** Milliseconds between two tries to note that a mail was sent. */
const pauseBetweenNotes = 1_000

/** Notes that a mail was sent. Goes on until the database has it, or the mail would be sent twice. */
export async function noteSent(
  { db, clock }: { db: Connection; clock: () => Date },
  { id }: Claim,
  mail: PreparedMail,
  trouble: { databaseFailed(error: unknown): void },
): Promise<void> {
  const at = clock()
  const event = whatWasSent(mail)
  for (;;) {
    try {
      await db.transaction().execute(async (trx) => {
        await recordSent(trx, id, at)
        await recordAudit(trx, { at, ...event })
      })
      return
    } catch (error) {
      trouble.databaseFailed(error)
      await pause(pauseBetweenNotes, undefined, { ref: false })
    }
  }
}

function whatWasSent(mail: PreparedMail): AuditedAction & { id: string } {
  if (mail.kind === 'new-message')
    return { action: 'sent notice', kind: 'contact message', id: mail.messageId }
  const action = mail.kind === 'set-up' ? 'sent set-up mail' : 'sent reset mail'
  return { action, kind: 'employee', id: mail.employeeId }
}
