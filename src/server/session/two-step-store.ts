import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'

/** Stores a secret that no code has confirmed yet, unless two-step sign-in is on. */
export async function storeSecret(db: Connection, employeeId: string, secret: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employees')
    .set({ two_step_secret: secret })
    .where('id', '=', employeeId)
    .where('two_step_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Turns two-step sign-in on. The caller has locked the employee's row. */
export async function turnOnTwoStep(
  db: Connection,
  employeeId: string,
  { timeStep, recoveryCodes, now }: { timeStep: number; recoveryCodes: Buffer[]; now: Date },
): Promise<void> {
  await db
    .updateTable('employees')
    .set({ two_step_at: now, two_step_last: timeStep, recovery_codes: recoveryCodes })
    .where('id', '=', employeeId)
    .execute()
}

/** Returns false if it was off. */
export async function turnOffTwoStep(db: Connection, employeeId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employees')
    .set({ two_step_secret: null, two_step_at: null, two_step_last: null, recovery_codes: [] })
    .where('id', '=', employeeId)
    .where('two_step_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up the code of a time step, and those before. Returns true for exactly one of several concurrent callers. */
export async function consumeTimeStep(
  db: Connection,
  employeeId: string,
  timeStep: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employees')
    .set({ two_step_last: timeStep })
    .where('id', '=', employeeId)
    .where('two_step_at', 'is not', null)
    .where('two_step_last', '<', timeStep)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up a recovery code. Returns true for exactly one of several concurrent callers. */
export async function consumeRecoveryCode(
  db: Connection,
  employeeId: string,
  code: Buffer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employees')
    .set({ recovery_codes: sql<Buffer[]>`array_remove(recovery_codes, ${code})` })
    .where('id', '=', employeeId)
    .where(sql<boolean>`${code} = ANY (recovery_codes)`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function storeRecoveryCodes(db: Connection, employeeId: string, codes: Buffer[]): Promise<void> {
  await db.updateTable('employees').set({ recovery_codes: codes }).where('id', '=', employeeId).execute()
}

export async function countRecoveryCodes(db: Connection, employeeId: string): Promise<number> {
  const row = await db
    .selectFrom('employees')
    .select(sql<number>`cardinality(recovery_codes)`.as('left'))
    .where('id', '=', employeeId)
    .executeTakeFirst()
  return row?.left ?? 0
}

/** The encrypted secrets of all employees who sign in with a code. */
export async function listSecrets(db: Connection) {
  return await db
    .selectFrom('employees')
    .select(['id', 'email', 'two_step_secret'])
    .where('two_step_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute()
}
