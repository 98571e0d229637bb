import type { StatusChange } from '#contract/clients/schema.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import type { Connection } from '#server/database/connection.ts'

interface NewStatusChange {
  clientId: string
  from: ClientStatus | null
  to: ClientStatus | null
  /** The employee's id. */
  by: string
  at: Date
}

export async function addStatusChange(
  db: Connection,
  { clientId, from, to, by, at }: NewStatusChange,
): Promise<void> {
  await db
    .insertInto('client_status_changes')
    .values({ client_id: clientId, from_status: from, to_status: to, changed_at: at, changed_by: by })
    .execute()
}

/** Every change of a client's status, the newest first; the last row is the status at intake. */
export async function statusHistoryOf(db: Connection, clientId: string): Promise<StatusChange[]> {
  const rows = await db
    .selectFrom('client_status_changes as change')
    .leftJoin('employees', 'employees.id', 'change.changed_by')
    .select(['change.from_status', 'change.to_status', 'change.changed_at', 'employees.email'])
    .where('change.client_id', '=', clientId)
    .orderBy('change.id', 'desc')
    .execute()
  return rows.map(({ from_status, to_status, changed_at, email }) => ({
    from: from_status,
    to: to_status,
    at: changed_at.toISOString(),
    by: email,
  }))
}
