import { sql } from 'kysely'
import type { LinkMailKind } from '#contract/outgoing-mail/schema.ts'
import { foldedEmail } from '#server/accounts/folded-email.ts'
import type { Connection } from '#server/database/connection.ts'
import { isUnclaimed } from './claim-store.ts'

/* Who gets a link mail, and whether they do. */

/** The living employee that a mail is for, held until the transaction ends: nobody changes the address meanwhile. */
export async function lockRecipient(db: Connection, mail: { employee_id: string | null; recipient: string }) {
  return await db
    .selectFrom('employees')
    .select(['id', 'first_name', 'last_name', 'email', 'password_hash'])
    .$if(mail.employee_id !== null, (query) => query.where('id', '=', mail.employee_id))
    .$if(mail.employee_id === null, (query) =>
      query.where(sql`lower(email)`, '=', foldedEmail(mail.recipient)),
    )
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** How many mails an employee got since then because somebody typed the address, with those on their way. */
export async function countForgotten(
  db: Connection,
  employeeId: string,
  { since, except }: { since: Date; except: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('employee_id', '=', employeeId)
    .where('is_forgotten', '=', true)
    .where('id', '!=', except)
    .where(({ or, eb, not }) => or([eb('sent_at', '>', since), not(isUnclaimed)]))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether the employee's mail that was queued after that one waits, too. */
export async function newerMailWaits(db: Connection, employeeId: string, createdAt: Date): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('employee_id', '=', employeeId)
    .where('created_at', '>', createdAt)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function assignMail(
  db: Connection,
  id: string,
  to: { employeeId: string; recipient: string; kind: LinkMailKind },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ employee_id: to.employeeId, recipient: to.recipient, kind: to.kind })
    .where('id', '=', id)
    .execute()
}
