import { mayUsePassword } from '#contract/access/passwords.ts'
import type { AuditedAction } from '#contract/manifests.ts'
import { isAccountNotice } from '#contract/outgoing-mail/endpoints.ts'
import { isPlaceholder, issueLink, lockAccountByEmail, lockAccountById } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import {
  accountNotice,
  linkAddress,
  linkMail,
  type Mailbox,
  type MailContent,
  noticeMail,
  type Sender,
  welcomeMail,
} from './compose.ts'
import { assignMail, dropOtherNotices, findMail, messagesSince, removeMail } from './delivery-store.ts'
import { dropLinkMail } from './store.ts'

export interface PreparedMail {
  to: Mailbox
  content: MailContent
  /** Of an employee who has never set a password. */
  setupLink?: string
  /** For the audit trail, once the mail is sent. */
  audited: AuditedAction & { id: string }
}

/**
 * Finds the recipient of a claimed mail and composes it with a new link, which replaces other mail with a link. Returns
 * undefined if the mail was removed meanwhile, and removes it if no employee has the address.
 */
export async function prepareMail(
  db: Connection,
  sender: Sender,
  mailId: string,
  now: Date,
): Promise<PreparedMail | undefined> {
  return await db.transaction().execute(async (trx) => {
    const mail = await findMail(trx, mailId)
    if (!mail) return undefined
    if (mail.contact_message_id) {
      return await prepareNotice(trx, sender, mailId, mail.recipient, mail.contact_message_id)
    }
    const employee = mail.employee_id
      ? await lockAccountById(trx, mail.employee_id)
      : await lockAccountByEmail(trx, mail.recipient)
    if (!employee) {
      await removeMail(trx, mailId)
      return undefined
    }
    const { id, email } = employee
    const [name, firstName] = isPlaceholder(employee) ? ['', ''] : [employee.name, employee.first_name]
    if (isAccountNotice(mail.kind)) {
      return {
        // Notify the owner of the old address.
        to: { name, address: mail.recipient },
        content: accountNotice({ kind: mail.kind, firstName }, sender),
        audited: { action: 'sent account notice', kind: 'employee', id },
      }
    }
    const kind = mail.kind === 'set-up' ? 'set-up' : 'reset'
    // After the lock: meanwhile a password may have been set, or a link made that this mail's link would end.
    if (!(await assignMail(trx, mailId, { employeeId: id, recipient: email }))) return undefined
    await dropLinkMail(trx, id, { id: mailId, kind })
    if (sender.oidc && !mayUsePassword(employee.role, sender.oidc.passwordPolicy)) {
      if (kind === 'reset') {
        await removeMail(trx, mailId)
        return undefined
      }
      return {
        to: { name, address: email },
        content: welcomeMail({ firstName, provider: sender.oidc.name }, sender),
        audited: { action: 'sent set-up mail', kind: 'employee', id },
      }
    }
    const token = await issueLink(trx, id, kind, now, mailId)
    return {
      to: { name, address: email },
      content: linkMail({ kind, firstName, token }, sender),
      ...(kind === 'set-up' && { setupLink: linkAddress(token, sender) }),
      audited: { action: `sent ${kind} mail`, kind: 'employee', id },
    }
  })
}

async function prepareNotice(
  db: Connection,
  sender: Sender,
  mailId: string,
  address: string,
  messageId: string,
): Promise<PreparedMail | undefined> {
  const [first, ...others] = await messagesSince(db, messageId)
  if (!first) {
    await removeMail(db, mailId)
    return undefined
  }
  await dropOtherNotices(db, address, mailId)
  return {
    to: { name: '', address },
    content: noticeMail({ firstFrom: first.email, areSeveral: others.length > 0 }, sender),
    audited: { action: 'sent notice', kind: 'contact message', id: first.id },
  }
}
