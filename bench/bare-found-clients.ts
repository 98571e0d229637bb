import type pg from 'pg'
import type { Answer } from './bare-answer.ts'
import { clientOf, columns, type Row } from './bare-clients.ts'

/** The clients without a note this week, and those who may be the same person. */
export function bareFoundClients(pool: pg.Pool, timeZone: string) {
  const silence = 'coalesce(last_note_at, created_at)'
  const monday = `(date_trunc('week', now() AT TIME ZONE $1) AT TIME ZONE $1)`
  const active = `status = 'active' AND deleted_at IS NULL`

  return {
    async silent(limit: number): Promise<Answer> {
      const [{ rows }, counted] = await Promise.all([
        pool.query<Row & { moment: string }>({
          name: 'silent',
          text: `SELECT ${columns}, (extract(epoch FROM ${silence}) * 1000000)::bigint::text AS moment FROM clients
            WHERE ${active} AND (last_note_at IS NULL OR last_note_at < ${monday})
            ORDER BY ${silence}, id LIMIT $2`,
          values: [timeZone, limit + 1],
        }),
        pool.query<{ total: number }>({
          name: 'count of silent',
          text: `SELECT ((SELECT sum(clients) FROM client_counts WHERE status = 'active') - (
              SELECT count(*) FROM clients
              WHERE ${active} AND ${silence} >= ${monday} AND last_note_at >= ${monday}
            ))::int AS total`,
          values: [timeZone],
        }),
      ])
      const last = rows.length > limit ? rows[limit - 1] : undefined
      const items = rows.slice(0, limit).map(clientOf)
      const content = { items, total: counted.rows[0]?.total, nextCursor: last ? cursorAt(last) : null }
      return { status: 200, content }
    },

    async similar(query: URLSearchParams): Promise<Answer> {
      const [first, last] = [query.get('firstName'), query.get('lastName')]
      const { rows } = await pool.query<Row>({
        name: 'similar',
        text: `SELECT id, first_name, last_name, status, date_of_birth::text AS date_of_birth FROM (
            SELECT *, CASE WHEN search_name IN (fold_name($1), fold_name($2)) THEN 1
              ELSE similarity(search_name, fold_name($1)) END AS likeness
            FROM clients WHERE date_of_birth = $3 AND deleted_at IS NULL
          ) AS born_that_day
          WHERE likeness >= 0.3 ORDER BY likeness DESC, id LIMIT 5`,
        values: [`${first} ${last}`, `${last} ${first}`, query.get('dateOfBirth')],
      })
      const content = rows.map((row) => ({
        _id: row.id,
        id: row.id,
        firstName: row.first_name,
        lastName: row.last_name,
        status: row.status,
        dateOfBirth: row.date_of_birth,
      }))
      return { status: 200, content }
    },
  }
}

function cursorAt({ id, moment }: { id: string; moment: string }): string {
  const ordered = Buffer.alloc(8)
  ordered.writeBigInt64BE(BigInt(moment))
  return Buffer.concat([ordered, Buffer.from(id.replaceAll('-', ''), 'hex')]).toString('base64url')
}
