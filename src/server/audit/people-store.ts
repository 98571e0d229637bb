import { sql } from 'kysely'
import type { TrailPerson } from '#contract/audit/endpoints.ts'
import type { Connection } from '#server/database/connection.ts'
import { isRecordId } from '#server/database/records.ts'
import { hasSigns, matchesWords, patternsOf, searchWords } from '#server/database/search-words.ts'

const name = sql<string>`trim(first_name || ' ' || last_name)`

/** Whom the trail may have rows about, deleted ones included and last. A full id finds its owner. */
export async function findPeople(
  db: Connection,
  search: string,
  { kind, limit }: { kind?: TrailPerson['kind'] | undefined; limit: number },
): Promise<TrailPerson[]> {
  const { words, signs } = searchWords(search)
  const isOwner = isRecordId(search) && sql`id = ${search}`
  // Their names are stored as they are compared.
  const isClient = sql`search LIKE ALL (${patternsOf(words)}) AND ${hasSigns(sql`first_name || ' ' || last_name`, signs)}`
  const isEmployee = matchesWords([sql`first_name`, sql`last_name`, sql`email`], search)
  const { rows } = await sql<TrailPerson>`
    SELECT * FROM (
      SELECT 'client' AS kind, id, ${name} AS name, date_of_birth AS "dateOfBirth", NULL AS email,
        deleted_at IS NOT NULL AS "isDeleted"
      FROM clients WHERE ${isOwner || isClient}
      UNION ALL
      SELECT 'employee', id, ${name}, NULL, email, deleted_at IS NOT NULL
      FROM employees WHERE ${isOwner || isEmployee}
    ) AS people
    WHERE ${kind ? sql`kind = ${kind}` : sql`true`}
    ORDER BY "isDeleted", search_text(name), "dateOfBirth", id LIMIT ${limit}`.execute(db)
  return rows
}
