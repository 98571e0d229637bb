import { sql } from 'kysely'
import type { Assignment, Client } from '#contract/clients/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'

/** Which of these employees exist. */
export async function existingWorkers(
  db: Connection,
  ids: string[],
  lock = sql``,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM employees WHERE id = ANY (${ids}::uuid[]) AND deleted_at IS NULL ORDER BY id ${lock}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The same. Until the transaction ends, they can't be deleted, nor sign in. */
export const lockWorkers = (trx: Connection, ids: string[]) => existingWorkers(trx, ids, sql`FOR SHARE`)

/** Whether the employee exists, who can't be deleted until the transaction ends. */
export async function lockWorker(trx: Connection, id: string): Promise<boolean> {
  return isRecordId(id) && (await lockWorkers(trx, [id])).size > 0
}

/** Starts an assignment period for each of those clients who has a worker. */
export async function startAssignments(
  db: Connection,
  clients: Pick<Client, 'id' | 'assignedTo'>[],
  by: string | null,
  now: Date,
): Promise<void> {
  const assigned = clients.filter(({ assignedTo }) => assignedTo !== null)
  if (assigned.length === 0) return
  await db
    .insertInto('client_assignments')
    .values(
      assigned.map(({ id, assignedTo }) => ({
        client_id: id,
        employee_id: assignedTo,
        started_at: now,
        started_by: by,
      })),
    )
    .execute()
}

export async function endAssignments(
  db: Connection,
  clients: Pick<Client, 'id'>[],
  now: Date,
): Promise<void> {
  const ids = clients.map(({ id }) => id)
  await sql`
    UPDATE client_assignments SET ended_at = ${now}
    WHERE client_id = ANY (${ids}::uuid[]) AND ended_at IS NULL`.execute(db)
}

/** Who was responsible for a client, and when, the latest first; without a limit, all of them. */
export async function listAssignments(
  db: Connection,
  clientId: string,
  limit?: number,
): Promise<(Assignment & { email: string | null })[]> {
  const rows = await db
    .selectFrom('client_assignments as assignment')
    .leftJoin('employees as worker', 'worker.id', 'assignment.employee_id')
    .leftJoin('employees as assigner', 'assigner.id', 'assignment.started_by')
    .select(['assignment.employee_id', 'assignment.started_at', 'assignment.ended_at'])
    .select(['worker.email', 'assigner.email as by'])
    .select(sql<string>`trim(concat(worker.first_name, ' ', worker.last_name))`.as('name'))
    .select(sql<string>`trim(concat(assigner.first_name, ' ', assigner.last_name))`.as('byName'))
    .where('assignment.client_id', '=', clientId)
    .orderBy('assignment.id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit as number))
    .execute()
  return rows.map(({ employee_id, started_at, ended_at, ...people }) => ({
    employeeId: employee_id,
    ...people,
    from: started_at.toISOString(),
    to: ended_at?.toISOString() ?? null,
  }))
}
