import { sql } from 'kysely'
import type { Connection } from '#server/database/connection.ts'

/** Stores a secret that no code has confirmed yet, unless there is one that was. */
export async function storeSecret(db: Connection, employeeId: string, secret: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employees')
    .set({ two_step_secret: secret })
    .where('id', '=', employeeId)
    .where('two_step_last', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** From now on the password is not enough. The caller has locked the employee's row. */
export async function requireSecondStep(
  db: Connection,
  employeeId: string,
  { recoveryCodes, now }: { recoveryCodes: Buffer[]; now: Date },
): Promise<void> {
  await db
    .updateTable('employees')
    .set({ two_step_at: sql<Date>`coalesce(two_step_at, ${now})`, recovery_codes: recoveryCodes })
    .where('id', '=', employeeId)
    .execute()
}

/** The stored secret is confirmed: its code of that time step is used up. The caller has locked the employee's row. */
export async function confirmSecret(db: Connection, employeeId: string, timeStep: number): Promise<void> {
  await db.updateTable('employees').set({ two_step_last: timeStep }).where('id', '=', employeeId).execute()
}

/** Returns false if there is no authenticator app. The caller has locked the employee's row. */
export async function removeSecret(db: Connection, employeeId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employees')
    .set({ two_step_secret: null, two_step_last: null })
    .where('id', '=', employeeId)
    .where('two_step_last', 'is not', null)
    .executeTakeFirst()
  await endUnusedSecondStep(db, employeeId)
  return numUpdatedRows === 1n
}

/** Without an authenticator app and a passkey the password is enough again. The caller has locked the employee's row. */
export async function endUnusedSecondStep(db: Connection, employeeId: string): Promise<void> {
  await db
    .updateTable('employees')
    .set({ two_step_at: null, recovery_codes: [] })
    .where('id', '=', employeeId)
    .where('two_step_last', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('id').where('employee_id', '=', employeeId))),
    )
    .execute()
}

/** Removes the authenticator app and all passkeys. Returns false if there was neither. */
export async function turnOffTwoStep(db: Connection, employeeId: string): Promise<boolean> {
  await db.deleteFrom('passkeys').where('employee_id', '=', employeeId).execute()
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

/** What the account has besides its password; `passkeys` are those of that host. */
export async function secondSteps(db: Connection, employeeId: string, host: string | undefined) {
  return await db
    .selectFrom('employees')
    .select([
      sql<number>`cardinality(recovery_codes)`.as('recoveryCodesLeft'),
      sql<boolean>`two_step_last IS NOT NULL`.as('hasApp'),
      sql<number>`(
        SELECT count(*)::integer FROM passkeys WHERE employee_id = ${employeeId} AND host = ${host ?? ''})`.as(
        'passkeys',
      ),
    ])
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
}

/** The encrypted secrets of all employees who sign in with a code. */
export async function listSecrets(db: Connection) {
  return await db
    .selectFrom('employees')
    .select(['id', 'email', 'two_step_secret'])
    .where('two_step_last', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute()
}
