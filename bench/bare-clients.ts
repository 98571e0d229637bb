import type pg from 'pg'
import type { Answer } from './bare-answer.ts'

interface Row {
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

const columns = `id, first_name, last_name, status, service, email, phone, address,
  date_of_birth::text AS date_of_birth, (SELECT last_note_at FROM last_notes WHERE client_id = clients.id), created_at, updated_at, version`
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
        text: 'SELECT status, count(*)::int AS count FROM clients WHERE deleted_at IS NULL GROUP BY status',
      })
      const counts: Record<string, number> = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
      let total = 0
      for (const { status, count } of rows) {
        counts[status ?? 'Unknown'] = count
        total += count
      }
      return { status: 200, content: { range: 'all', total, counts } }
    },

    async list(): Promise<Answer> {
      const text = `SELECT ${columns} FROM clients WHERE deleted_at IS NULL ORDER BY sort_last, sort_first, id`
      const { rows } = await pool.query<Row>({ name: 'all', text })
      return { status: 200, content: rows.map(clientOf) }
    },
  }
}

function clientOf(row: Row) {
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
