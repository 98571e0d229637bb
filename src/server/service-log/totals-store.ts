import { sql } from 'kysely'
import type { Grouping, TotalsRow } from '#contract/service-log/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { isUncorrected } from '#server/notes/store.ts'
import { countedFor, documents, firstAuthor, isInPeriod, isOf, type LogFilter } from './store.ts'

type TotalsFilter = Omit<LogFilter, 'unsigned' | 'unreviewed' | 'finding' | 'counted'>

type Numbers = Pick<TotalsRow, 'notes' | 'minutes' | 'withoutMinutes' | 'attempts' | 'clients'>

interface Group {
  authorId: string | null
  authorName: string
  service: NonNullable<TotalsRow['service']> | null
  month: string
}

/** What the rows of a grouping say. */
const shown: Record<Grouping, (group: Group) => Partial<Group>> = {
  worker: ({ authorId, authorName }) => ({ authorId, authorName }),
  service: ({ service }) => ({ service }),
  'worker-and-service': ({ authorId, authorName, service }) => ({ authorId, authorName, service }),
  month: ({ month }) => ({ month }),
}

/**
 * A row for each group, and the total. `GROUPING SETS` counts both at once, because the clients of the total are not the sum
 * of those of the rows.
 */
export async function addUpNotes(
  db: Connection,
  { author, assignedTo, service, ...period }: TotalsFilter,
  by: Grouping,
): Promise<{ rows: TotalsRow[]; total: Numbers }> {
  const only = (column: string, ...groupings: Grouping[]) => sql.raw(groupings.includes(by) ? column : 'NULL')
  const { rows } = await sql<Group & Numbers & { isTotal: boolean }>`
    WITH counted AS (
      SELECT notes.client_id, notes.service, minutes, contact,
        coalesce(service_date, (notes.created_at AT TIME ZONE ${period.timeZone})::date) AS day,
        ${firstAuthor} AS author_id
      FROM notes JOIN clients ON clients.id = notes.client_id
      WHERE ${isInPeriod(period)} AND ${sql.raw(isUncorrected)} AND ${isOf(sql`assigned_to`, assignedTo)}
        AND ${documents(sql`notes.service`, service)}
    ), grouped AS (
      SELECT client_id, minutes, contact, ${only('author_id', 'worker', 'worker-and-service')}::uuid AS author_id,
        ${only('service', 'service', 'worker-and-service')}::text AS service,
        ${only("to_char(day, 'YYYY-MM')", 'month')}::text AS month
      FROM counted WHERE ${isOf(sql`author_id`, author)}
    ), totals AS (
      SELECT author_id, service, month, grouping(author_id) = 1 AS "isTotal", count(*) AS notes,
        coalesce(sum(minutes) FILTER (WHERE ${countedFor.minutes}), 0)::integer AS minutes,
        count(*) FILTER (WHERE ${countedFor.withoutMinutes}) AS "withoutMinutes",
        count(*) FILTER (WHERE ${countedFor.attempts}) AS attempts, count(DISTINCT client_id) AS clients
      FROM grouped GROUP BY GROUPING SETS ((author_id, service, month), ())
    )
    SELECT totals.*, author_id AS "authorId", trim(concat(first_name, ' ', last_name)) AS "authorName"
    FROM totals LEFT JOIN employees ON employees.id = author_id
    ORDER BY "isTotal", fold_name(trim(concat(first_name, ' ', last_name))) COLLATE "C", author_id, service, month`.execute(
    db,
  )
  const numbersOf = ({ notes, minutes, withoutMinutes, attempts, clients }: Numbers) => ({
    ...{ notes, minutes, withoutMinutes, attempts, clients },
  })
  const total = rows.pop()
  if (!total) throw new Error('Grouping sets always have a total')
  return { rows: rows.map((row) => ({ ...shown[by](row), ...numbersOf(row) })), total: numbersOf(total) }
}
