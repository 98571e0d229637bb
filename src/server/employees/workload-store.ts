import { sql } from 'kysely'
import type { Workload } from '#contract/employees/schema.ts'
import type { Connection } from '#server/database/connection.ts'
import { isPlainCorrection } from '#server/notes/store.ts'

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
      -- Two index-only scans, with this week's last notes only, take less than half the time of joining both tables.
      SELECT assigned_to AS id, count(*) AS clients, count(*) FILTER (WHERE status = 'active' AND client_id IS NULL) AS "withoutNote"
      FROM clients LEFT JOIN (
        SELECT client_id FROM last_notes WHERE last_note_on >= ${monday}
      ) AS noted ON client_id = clients.id
      WHERE deleted_at IS NULL GROUP BY assigned_to
    ), overdue AS (
      SELECT follow_ups.assigned_to AS id, count(*) AS "overdueFollowUps"
      FROM follow_ups JOIN clients ON clients.id = client_id
      WHERE done_at IS NULL AND follow_ups.on < ${today} AND deleted_at IS NULL GROUP BY follow_ups.assigned_to
    ), unsigned AS (
      SELECT author_id AS id, count(*) AS "unsignedNotes" FROM notes
      WHERE (service_date >= ${firstDay} OR service_date IS NULL AND created_at >= ${since}) AND deleted_at IS NULL AND NOT (${sql.raw(isPlainCorrection)})
        -- With OFFSET, the signature of each of these few notes is looked up. A join would read all of them.
        AND NOT EXISTS (
          SELECT FROM note_signatures AS signature
          WHERE signature.note_id = notes.id AND signature.version = notes.version OFFSET 0
        )
        AND client_id NOT IN (SELECT id FROM clients WHERE clients.deleted_at IS NOT NULL)
      GROUP BY author_id
    ), worker AS (
      SELECT id, trim(first_name || ' ' || last_name) AS name, email FROM employees WHERE deleted_at IS NULL
      UNION ALL SELECT NULL, NULL, NULL
    )
    SELECT worker.id, name, email, coalesce(clients, 0) AS clients, coalesce("withoutNote", 0) AS "withoutNote",
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
