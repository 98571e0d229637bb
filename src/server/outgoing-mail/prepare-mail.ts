import type { LinkMailKind } from '#contract/outgoing-mail/schema.ts'
import { issueLink } from '#server/accounts/link-store.ts'
import { isPlaceholder } from '#server/accounts/placeholder-name.ts'
import type { Connection } from '#server/database/connection.ts'
import { type Claim, claimedMail, isStillClaimed, removeMail } from './claim-store.ts'
import { type PreparedNotice, prepareNotice } from './notice-store.ts'
import { dropOtherMailOf } from './outbox-store.ts'
import { assignMail, countForgotten, lockRecipient, newerMailWaits } from './recipient-store.ts'

/** Nobody can fill somebody else's mailbox: so many mails an hour for a typed address. */
const mostForgotten = { mails: 3, withinMs: 60 * 60 * 1000 }

export interface PreparedLinkMail {
  employeeId: string
  kind: LinkMailKind
  /** Both empty while nobody has filled in who it is. */
  firstName: string
  lastName: string
  /** The address of this moment. */
  recipient: string
  token: string
}

export type PreparedMail = PreparedLinkMail | PreparedNotice

/**
 * Finds out who gets a claimed mail, and makes its link. Undefined if there is nothing to send any more: nobody has the
 * address, the employee was deleted, got enough of such mails, or a newer one waits. Then the mail is gone.
 */
export async function prepareMail(
  db: Connection,
  claim: Claim,
  now: Date,
): Promise<PreparedMail | undefined> {
  return await db.transaction().execute(async (trx) => {
    const mail = await claimedMail(trx, claim)
    if (!mail) return undefined
    const { contact_message_id: messageId, recipient: address } = mail
    if (messageId) return await prepareNotice(trx, { id: claim.id, recipient: address, messageId })
    const employee = await lockRecipient(trx, mail)
    // Once more: whoever held the employee may have set a password, or made a link that this mail's would end.
    if (!(await isStillClaimed(trx, claim))) return undefined
    if (!employee || (await isOneTooMany(trx, employee.id, claim, mail.is_forgotten, now))) {
      await removeMail(trx, claim.id)
      return undefined
    }
    await dropOtherMailOf(trx, employee.id, claim.id)
    const { id: employeeId, email: recipient } = employee
    const kind = employee.password_hash === null ? 'set-up' : 'reset'
    await assignMail(trx, claim.id, { employeeId, recipient, kind })
    const token = await issueLink(trx, employeeId, kind, now)
    return { employeeId, kind, ...nameOf(employee), recipient, token }
  })
}

function nameOf(employee: { first_name: string; last_name: string }) {
  if (isPlaceholder(employee)) return { firstName: '', lastName: '' }
  return { firstName: employee.first_name, lastName: employee.last_name }
}

async function isOneTooMany(
  db: Connection,
  employeeId: string,
  { id, createdAt }: Claim,
  isForgotten: boolean,
  now: Date,
): Promise<boolean> {
  if (await newerMailWaits(db, employeeId, createdAt)) return true
  if (!isForgotten) return false
  const since = new Date(now.getTime() - mostForgotten.withinMs)
  return (await countForgotten(db, employeeId, { since, except: id })) >= mostForgotten.mails
}
