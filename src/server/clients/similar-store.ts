import { sql } from 'kysely'
import type { ClientInput, SimilarClient } from '#contract/clients/schema.ts'
import type { ClientStatus } from '#contract/clients/statuses.ts'
import type { Connection } from '#server/database/connection.ts'

/**
 * How alike two names are at least, from 0 to 1: the part of their three-letter pieces that both have. Low, because
 * the birth date is the same too: 'Jon Smith' and 'John Smith' have 0.6, 'Mohamed Ali' and 'Muhammad Ali' 0.31, two
 * people with one name in common about a third, strangers 0 to 0.1. The pieces are those of single words, so that
 * first and last name may be exchanged.
 */
const leastSimilarity = 0.3

const mostAnswered = 5

/** Living clients who were born on the same day and are named alike, the most similar first. */
export async function similarClients(
  db: Connection,
  { firstName, lastName, dateOfBirth }: Pick<ClientInput, 'firstName' | 'lastName' | 'dateOfBirth'>,
): Promise<SimilarClient[]> {
  const { rows } = await sql<{
    id: string
    first_name: string
    last_name: string
    status: ClientStatus | null
    date_of_birth: string
  }>`
    WITH wanted AS (
      SELECT fold_name(${`${firstName} ${lastName}`}) AS name, fold_name(${`${lastName} ${firstName}`}) AS exchanged
    ), born_that_day AS (
      SELECT id, first_name, last_name, status, date_of_birth,
        -- Scripts that PostgreSQL sees no letters in have no pieces; equal names are similar all the same.
        CASE WHEN search_name IN (name, exchanged) THEN 1 ELSE similarity(search_name, name) END AS likeness
      FROM clients, wanted
      WHERE date_of_birth = ${dateOfBirth} AND deleted_at IS NULL
    )
    SELECT id, first_name, last_name, status, date_of_birth FROM born_that_day
    WHERE likeness >= ${leastSimilarity}
    ORDER BY likeness DESC, id LIMIT ${sql.lit(mostAnswered)}`.execute(db)
  return rows.map((row) => ({
    _id: row.id,
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.status,
    dateOfBirth: row.date_of_birth,
  }))
}
