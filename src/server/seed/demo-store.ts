import type { Connection } from '#server/database/connection.ts'
import type { DemoAccount } from './demo-accounts.ts'

export async function addDemoAccount(
  db: Connection,
  account: DemoAccount,
  passwordHash: string,
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('employees')
    .values({
      first_name: account.firstName,
      last_name: account.lastName,
      dob: account.dateOfBirth,
      email: account.email,
      phone: account.phone,
      address: account.address,
      role: account.role,
      password_hash: passwordHash,
      password_set_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Back to what the start prints. */
export async function resetDemoAccount(
  db: Connection,
  id: string,
  { role }: DemoAccount,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('employees')
    .set(({ eb }) => ({
      role,
      password_hash: passwordHash,
      password_set_at: now,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}
