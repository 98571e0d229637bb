import type { AuditedAction } from '#contract/audit/actions.ts'
import { isAccountNotice } from '#contract/outgoing-mail/endpoints.ts'
import { isPlaceholder, issueLink } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import {
  accountNotice,
  linkAddress,
  linkMail,
  type Mailbox,
  type MailContent,
  noticeMail,
  type Sender,
} from './compose.ts'
import {
  assignMail,
  isSuperfluous,
  type Lease,
  lockLeasedMail,
  lockRecipient,
  messagesSince,
  removeMail,
} from './lease-store.ts'
import { dropOtherLinkMail, dropOtherNotices } from './store.ts'

export interface PreparedMail {
  to: Mailbox
  content: MailContent
  /** Of an employee who has never set a password. */
  setupLink?: string
  /** For the audit trail, once the mail is sent. */
  audited: AuditedAction & { id: string }
}

/**
 * Finds the recipient of a leased mail and composes it with a new link. Returns undefined and removes the mail if no
 * employee has the address, the hourly limit is reached, or a newer mail is queued.
 */
export async function prepareMail(
  db: Connection,
  sender: Sender,
  lease: Lease,
  now: Date,
): Promise<PreparedMail | undefined> {
  return await db.transaction().execute(async (trx) => {
    const employee = await lockRecipient(trx, lease)
    // After the lock: meanwhile a password may have been set, or a link made that this mail's link would end.
    const mail = await lockLeasedMail(trx, lease)
    if (!mail) return undefined
    if (mail.contact_message_id) {
      return await prepareNotice(trx, sender, lease, mail.recipient, mail.contact_message_id)
    }
    if (!employee || (await isSuperfluous(trx, employee.id, { ...lease, ...mail }, now))) {
      await removeMail(trx, lease.id)
      return undefined
    }
    const { id, email } = employee
    const [firstName, lastName] = isPlaceholder(employee)
      ? ['', '']
      : [employee.first_name, employee.last_name]
    const to = { name: `${firstName} ${lastName}`.trim(), address: email }
    if (isAccountNotice(mail.kind)) {
      const content = accountNotice({ kind: mail.kind, firstName }, sender)
      // Whoever owned the address at the time must hear of it.
      return {
        to: { ...to, address: mail.recipient ?? email },
        content,
        audited: { action: 'sent account notice', kind: 'employee', id },
      }
    }
    const kind = employee.password_hash === null ? 'set-up' : 'reset'
    await dropOtherLinkMail(trx, id, lease.id)
    await assignMail(trx, lease.id, { employeeId: id, recipient: email, kind })
    const token = await issueLink(trx, id, kind, now)
    return {
      to,
      content: linkMail({ kind, firstName, token }, sender),
      ...(kind === 'set-up' && { setupLink: linkAddress(token, sender) }),
      audited: { action: `sent ${kind} mail`, kind: 'employee', id },
    }
  })
}

async function prepareNotice(
  db: Connection,
  sender: Sender,
  { id }: Lease,
  address: string,
  messageId: string,
): Promise<PreparedMail | undefined> {
  const [first, ...others] = await messagesSince(db, messageId)
  if (!first) {
    await removeMail(db, id)
    return undefined
  }
  await dropOtherNotices(db, address, id)
  return {
    to: { name: '', address },
    content: noticeMail({ firstFrom: first.email, areSeveral: others.length > 0 }, sender),
    audited: { action: 'sent notice', kind: 'contact message', id: first.id },
  }
}
