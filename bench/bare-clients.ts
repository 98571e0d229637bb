import type pg from 'pg'
import type { Answer } from './bare-answer.ts'

export interface Row {
  id: string
  first_name: string
  last_name: string
  status: string | null
  service: string
  email: string
  phone: string
  address: string
  date_of_birth: string
  last_note_at: Date | null
  created_at: Date
  updated_at: Date
  version: number
}

export const columns = `id, first_name, last_name, status, service, email, phone, address,
  date_of_birth::text AS date_of_birth, last_note_at, created_at, updated_at, version`
const order = 'ORDER BY sort_last, sort_first, id'
const notFound: Answer = { status: 404, content: {} }

export function bareClients(pool: pg.Pool) {
  return {
    async one(id: string): Promise<Answer> {
      const { rows } = await pool.query<Row>({
        name: 'client',
        text: `SELECT ${columns} FROM clients WHERE id = $1 AND deleted_at IS NULL`,
        values: [id],
      })
      return rows[0] ? { status: 200, content: clientOf(rows[0]) } : notFound
    },

    async summary(): Promise<Answer> {
      const { rows } = await pool.query<{ status: string | null; count: number }>({
        name: 'summary',
        text: 'SELECT status, sum(clients)::int AS count FROM client_counts GROUP BY status',
      })
      const counts: Record<string, number> = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
      let total = 0
      for (const { status, count } of rows) {
        counts[status ?? 'Unknown'] = count
        total += count
      }
      return { status: 200, content: { range: 'all', total, counts } }
    },

    async list(query: URLSearchParams): Promise<Answer> {
      const limit = Number(query.get('limit'))
      const { where, values, name } = narrowing(query)
      if (!limit) {
        const { rows } = await pool.query<Row>({
          name: `all${name}`,
          text: `SELECT ${columns} FROM clients WHERE ${where} ${order}`,
          values,
        })
        return { status: 200, content: rows.map(clientOf) }
      }
      const place = await placeOf(query.get('cursor'))
      if (query.get('search')) return await found(query, limit, place)
      const n = values.length
      const after = place ? behind(n + 2) : 'true'
      const status = query.get('status')
      const [{ rows }, counted] = await Promise.all([
        pool.query<Row>({
          name: `page${name}${place ? ' after' : ''}`,
          text: `SELECT ${columns} FROM clients WHERE ${where} AND ${after} ${order} LIMIT $${n + 1}`,
          values: [...values, limit + 1, ...(place ?? [])],
        }),
        pool.query({
          name: `total${status ? ' of status' : ''}`,
          text: `SELECT sum(clients)::int AS total FROM client_counts${status ? ' WHERE status = $1' : ''}`,
          values: status ? [status] : [],
        }),
      ])
      return pageOf(rows, limit, counted.rows[0].total)
    },
  }

  async function found(query: URLSearchParams, limit: number, place: unknown[] | undefined): Promise<Answer> {
    const { where, values, name } = narrowing(query)
    const n = values.length
    const { rows } = await pool.query<Row & { total: number }>({
      name: `found${name}${place ? ' after' : ''}`,
      text: `WITH found AS MATERIALIZED (SELECT id, sort_last, sort_first FROM clients WHERE ${where}), page AS (
          SELECT id FROM found WHERE ${place ? behind(n + 2) : 'true'} ${order} LIMIT $${n + 1}
        )
        SELECT counted.total, clients.id, ${columns.replace('id, ', '')}
        FROM (SELECT count(*)::int AS total FROM found) AS counted
        LEFT JOIN (page JOIN clients USING (id)) ON true ORDER BY sort_last, sort_first, clients.id`,
      values: [...values, limit + 1, ...(place ?? [])],
    })
    const clients = rows.filter(({ id }) => id !== null)
    return pageOf(clients, limit, rows[0]?.total ?? 0)
  }

  async function placeOf(cursor: string | null): Promise<unknown[] | undefined> {
    if (!cursor) return undefined
    const id = Buffer.from(cursor, 'base64url').toString('hex')
    const { rows } = await pool.query({
      name: 'place',
      text: 'SELECT sort_last, sort_first, id FROM clients WHERE id = $1',
      values: [id],
    })
    return [rows[0].sort_last, rows[0].sort_first, rows[0].id]
  }
}

/** Which clients; each combination is a prepared statement of its own. */
function narrowing(query: URLSearchParams) {
  const values: unknown[] = []
  let where = 'deleted_at IS NULL'
  let name = ''
  const status = query.get('status')
  if (status) {
    where += ` AND status = $${values.push(status)}`
    name += ' of status'
  }
  const search = query.get('search')
  if (search) {
    where += ` AND search_name LIKE name_pattern($${values.push(search)})`
    name += ' found'
  }
  return { where, values, name }
}

const behind = (first: number) =>
  `(sort_last, sort_first, id) > ($${first}, $${first + 1}, $${first + 2}::uuid)`

function pageOf(rows: Row[], limit: number, total: number): Answer {
  const items = rows.slice(0, limit).map(clientOf)
  const nextCursor = rows.length > limit ? cursorAt(items.at(-1)?.id ?? '') : null
  return { status: 200, content: { items, total, nextCursor } }
}

function cursorAt(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

export function clientOf(row: Row) {
  return {
    _id: row.id,
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.status,
    service: row.service,
    email: row.email,
    phone: row.phone,
    address: row.address,
    dateOfBirth: row.date_of_birth,
    lastNoteAt: row.last_note_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}
