import { sql } from 'kysely'
import { foldedEmail } from '#server/accounts/folded-email.ts'
import type { Connection } from '#server/database/connection.ts'

/** Days without a sign-in after which a network is a stranger again. */
const remembered = 90

/** Whether somebody has signed in to the account of that email from there before. `network` is a keyed hash. */
export async function isKnownNetwork(db: Connection, email: string, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_networks')
    .innerJoin('employees', 'employees.id', 'known_networks.employee_id')
    .select('employees.id')
    .where(sql`lower(employees.email)`, '=', foldedEmail(email))
    .where('employees.deleted_at', 'is', null)
    .where('known_networks.network', '=', network)
    .executeTakeFirst()
  return row !== undefined
}

/** All networks of that person are strangers again. */
export async function forgetNetworks(db: Connection, employeeId: string): Promise<void> {
  await db.deleteFrom('known_networks').where('employee_id', '=', employeeId).execute()
}

export async function rememberNetwork(
  db: Connection,
  employeeId: string,
  network: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ employee_id: employeeId, network, last_at: now })
    .onConflict((conflict) => conflict.columns(['employee_id', 'network']).doUpdateSet({ last_at: now }))
    .execute()
  await db
    .deleteFrom('known_networks')
    .where('employee_id', '=', employeeId)
    .where('last_at', '<', new Date(now.getTime() - remembered * 24 * 60 * 60 * 1000))
    .execute()
}
