import type { LinkMailKind } from '#contract/outgoing-mail/schema.ts'
import { isPlaceholder, issueLink } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import {
  assignMail,
  isSuperfluous,
  type Lease,
  leasedMail,
  lockRecipient,
  messagesSince,
  removeMail,
} from './lease-store.ts'
import { dropOtherMailOf, dropOtherNotices } from './store.ts'

export interface PreparedLinkMail {
  employeeId: string
  kind: LinkMailKind
  /** Both empty as long as the account has its placeholder name. */
  firstName: string
  lastName: string
  /** The address of this moment. */
  recipient: string
  token: string
}

export interface PreparedNotice {
  kind: 'new-message'
  /** The first message that the mail tells of. */
  messageId: string
  /** The email address of its sender. */
  messageFrom: string
  /** Others have come since. */
  more: boolean
  recipient: string
}

export type PreparedMail = PreparedLinkMail | PreparedNotice

/**
 * Finds out who gets a leased mail, and makes its link. Undefined if there is nothing to send any more: nobody has the
 * address, the employee was deleted, got enough of such mails, or a newer one waits. Then the mail is removed.
 */
export async function prepareMail(
  db: Connection,
  lease: Lease,
  now: Date,
): Promise<PreparedMail | undefined> {
  return await db.transaction().execute(async (trx) => {
    const mail = await leasedMail(trx, lease)
    if (!mail) return undefined
    const { contact_message_id: messageId, recipient: address } = mail
    if (messageId) return await prepareNotice(trx, lease.id, address, messageId)
    const employee = await lockRecipient(trx, mail)
    // Once more: while this waited for the lock, a password may have been set, or a link made that this mail's would end.
    if (!(await leasedMail(trx, lease, 'lock'))) return undefined
    if (!employee || (await isSuperfluous(trx, employee.id, lease, mail.is_forgotten, now))) {
      await removeMail(trx, lease.id)
      return undefined
    }
    await dropOtherMailOf(trx, employee.id, lease.id)
    const { id: employeeId, email: recipient } = employee
    const kind = employee.password_hash === null ? 'set-up' : 'reset'
    await assignMail(trx, lease.id, { employeeId, recipient, kind })
    const token = await issueLink(trx, employeeId, kind, now)
    const named = !isPlaceholder(employee)
    const firstName = named ? employee.first_name : ''
    const lastName = named ? employee.last_name : ''
    return { employeeId, kind, firstName, lastName, recipient, token }
  })
}

async function prepareNotice(
  db: Connection,
  id: string,
  recipient: string,
  messageId: string,
): Promise<PreparedNotice | undefined> {
  const [first, second] = await messagesSince(db, messageId)
  if (!first) {
    await removeMail(db, id)
    return undefined
  }
  await dropOtherNotices(db, recipient, id)
  return {
    kind: 'new-message',
    messageId: first.id,
    messageFrom: first.email,
    more: second !== undefined,
    recipient,
  }
}
