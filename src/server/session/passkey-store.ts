import type { Insertable } from 'kysely'
import type { Connection } from '#server/database/connection.ts'
import type { Passkeys } from '#server/database/tables.ts'

/* A row for each key that employees sign in with. The caller has locked the employee's row for every change. */

/** Passkeys of deleted employees are not found. */
export async function findPasskey(db: Connection, id: string, host: string) {
  return await db
    .selectFrom('passkeys')
    .innerJoin('employees', 'employees.id', 'employee_id')
    .selectAll('passkeys')
    .where('passkeys.id', '=', id)
    .where('host', '=', host)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Of all hosts, the oldest first. */
export async function listPasskeys(db: Connection, employeeId: string) {
  return await db
    .selectFrom('passkeys')
    .selectAll()
    .where('employee_id', '=', employeeId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns false if some account has it already. */
export async function addPasskey(db: Connection, passkey: Insertable<Passkeys>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function noteUse(
  db: Connection,
  id: string,
  { counter, synced, now }: { counter: number; synced: boolean; now: Date },
): Promise<void> {
  await db.updateTable('passkeys').set({ counter, synced, used_at: now }).where('id', '=', id).execute()
}

type OwnPasskey = { id: string; employeeId: string }

/** Returns undefined if the employee has no such passkey. */
export async function renamePasskey(db: Connection, { id, employeeId }: OwnPasskey, name: string) {
  return await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .returningAll()
    .executeTakeFirst()
}

/** Returns false if the employee has no such passkey. */
export async function removePasskey(db: Connection, { id, employeeId }: OwnPasskey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
