import { sql } from 'kysely'
import type { TrailPerson } from '#contract/audit/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'
import { matchesWords } from '#server/database/search-words.ts'

const name = sql<string>`trim(first_name || ' ' || last_name)`

/** Whom the trail may have rows about, deleted ones included and last. A full id finds its owner. */
export async function findPeople(
  db: Connection,
  search: string,
  { kind, limit }: { kind?: TrailPerson['kind'] | undefined; limit: number },
): Promise<TrailPerson[]> {
  const isFound = (texts: string[]) =>
    isRecordId(search)
      ? sql`id = ${search}`
      : matchesWords(
          texts.map((text) => sql<string>`${sql.ref(text)}`),
          search,
        )
  const { rows } = await sql<TrailPerson>`
    SELECT * FROM (
      SELECT 'client' AS kind, id, ${name} AS name, date_of_birth AS "dateOfBirth", NULL AS email,
        deleted_at IS NOT NULL AS "isDeleted"
      FROM clients WHERE ${isFound(['search'])}
      UNION ALL
      SELECT 'employee', id, ${name}, NULL, email, deleted_at IS NOT NULL
      FROM employees WHERE ${isFound(['first_name', 'last_name', 'email'])}
    ) AS people
    WHERE ${kind ? sql`kind = ${kind}` : sql`true`}
    ORDER BY "isDeleted", search_text(name), "dateOfBirth", id LIMIT ${limit}`.execute(db)
  return rows
}
