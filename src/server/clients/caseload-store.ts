import { sql } from 'kysely'
import type { Assignment, Client } from '#contract/clients/schema.ts'
import type { Workload } from '#contract/employees/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'

/** Whether the employee exists. Until the transaction ends, they can't be deleted. */
export async function lockWorker(trx: Connection, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false
  const employee = await trx
    .selectFrom('employees')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return employee !== undefined
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

/** Who was responsible for a client, and when, newest first. */
export async function listAssignments(db: Connection, clientId: string): Promise<Assignment[]> {
  const rows = await db
    .selectFrom('client_assignments as assignment')
    .leftJoin('employees as worker', 'worker.id', 'assignment.employee_id')
    .leftJoin('employees as assigner', 'assigner.id', 'assignment.started_by')
    .select(['assignment.employee_id', 'assignment.started_at', 'assignment.ended_at', 'assigner.email'])
    .select(sql<string>`trim(concat(worker.first_name, ' ', worker.last_name))`.as('name'))
    .where('assignment.client_id', '=', clientId)
    .orderBy('assignment.id', 'desc')
    .execute()
  return rows.map(({ employee_id, started_at, ended_at, email, name }) => ({
    employeeId: employee_id,
    name,
    from: started_at.toISOString(),
    to: ended_at?.toISOString() ?? null,
    by: email,
  }))
}

interface WorkloadDays {
  /** 'YYYY-MM-DD'. */
  monday: string
  /** 'YYYY-MM-DD'. */
  today: string
  /** Notes of an earlier service, or written earlier without one, don't count as unsigned: 'YYYY-MM-DD', and when it began. */
  firstDay: string
  since: Date
}

/** The workload of each employee who has any, and the unassigned work. */
export async function listWorkloads(
  db: Connection,
  { monday, today, firstDay, since }: WorkloadDays,
): Promise<Workload[]> {
  const { rows } = await sql<Workload>`
    WITH caseload AS (
      SELECT assigned_to AS id, count(*) AS clients,
        count(*) FILTER (WHERE status = 'active' AND (last_note_on < ${monday} OR last_note_on IS NULL)) AS "withoutNote"
      FROM clients LEFT JOIN last_notes ON client_id = clients.id WHERE deleted_at IS NULL GROUP BY assigned_to
    ), overdue AS (
      SELECT follow_ups.assigned_to AS id, count(*) AS "overdueFollowUps"
      FROM follow_ups JOIN clients ON clients.id = client_id
      WHERE done_at IS NULL AND follow_ups.on < ${today} AND deleted_at IS NULL GROUP BY follow_ups.assigned_to
    ), unsigned AS (
      SELECT author_id AS id, count(*) AS "unsignedNotes" FROM notes
      WHERE (service_date >= ${firstDay} OR service_date IS NULL AND created_at >= ${since}) AND deleted_at IS NULL
        -- With OFFSET, the signature and the client of each of these few notes are looked up. A join would read both tables.
        AND NOT EXISTS (
          SELECT FROM note_signatures AS signature
          WHERE signature.note_id = notes.id AND signature.version = notes.version OFFSET 0
        )
        AND EXISTS (SELECT FROM clients WHERE clients.id = client_id AND clients.deleted_at IS NULL OFFSET 0)
      GROUP BY author_id
    ), worker AS (
      SELECT id, trim(first_name || ' ' || last_name) AS name FROM employees WHERE deleted_at IS NULL
      UNION ALL SELECT NULL, NULL
    )
    SELECT worker.id, name, coalesce(clients, 0) AS clients, coalesce("withoutNote", 0) AS "withoutNote",
      coalesce("overdueFollowUps", 0) AS "overdueFollowUps", coalesce("unsignedNotes", 0) AS "unsignedNotes"
    FROM worker
    LEFT JOIN caseload ON caseload.id IS NOT DISTINCT FROM worker.id
    LEFT JOIN overdue ON overdue.id IS NOT DISTINCT FROM worker.id
    -- The author of a note always is an employee, existing or not.
    LEFT JOIN unsigned ON unsigned.id = worker.id
    WHERE clients > 0 OR "overdueFollowUps" > 0 OR "unsignedNotes" > 0
    ORDER BY fold_name(name) COLLATE "C", worker.id`.execute(db)
  return rows
}
