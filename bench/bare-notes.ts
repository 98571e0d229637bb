import type pg from 'pg'
import type { Actor, Answer } from './bare-answer.ts'

interface Row {
  id: string
  client_id: string
  text: string
  author_email: string
  created_at: Date
  edited_at: Date | null
  edited_by_email: string | null
  version: number
}

const columns = 'id, client_id, text, author_email, created_at, edited_at, edited_by_email, version'
const notFound: Answer = { status: 404, content: {} }

export function bareNotes(pool: pg.Pool) {
  return {
    async list(clientId: string): Promise<Answer> {
      const { rows: clients } = await pool.query({
        name: 'is client',
        text: 'SELECT id FROM clients WHERE id = $1 AND deleted_at IS NULL',
        values: [clientId],
      })
      if (clients.length === 0) return notFound
      const { rows } = await pool.query<Row>({
        name: 'notes',
        text: `SELECT ${columns} FROM notes WHERE client_id = $1 AND deleted_at IS NULL
          ORDER BY created_at DESC, id DESC`,
        values: [clientId],
      })
      return { status: 200, content: rows.map(noteOf) }
    },

    async page(clientId: string, limit: number): Promise<Answer> {
      const where = 'client_id = $1 AND deleted_at IS NULL'
      const [clients, { rows }, counted] = await Promise.all([
        pool.query({
          name: 'is client',
          text: 'SELECT id FROM clients WHERE id = $1 AND deleted_at IS NULL',
          values: [clientId],
        }),
        pool.query<Row>({
          name: 'page of notes',
          text: `SELECT ${columns} FROM notes WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $2`,
          values: [clientId, limit + 1],
        }),
        pool.query({
          name: 'count of notes',
          text: `SELECT count(*)::int AS total FROM notes WHERE ${where}`,
          values: [clientId],
        }),
      ])
      if (clients.rows.length === 0) return notFound
      const items = rows.slice(0, limit).map(noteOf)
      const last = rows.length > limit ? items.at(-1)?.id : undefined
      const nextCursor = last ? Buffer.from(last.replaceAll('-', ''), 'hex').toString('base64url') : null
      return { status: 200, content: { items, total: counted.rows[0].total, nextCursor } }
    },

    /** One statement, which is its own transaction. */
    async add(clientId: string, text: string, { employee_id, email }: Actor): Promise<Answer> {
      const { rows } = await pool.query<Row>({
        name: 'add note',
        text: `INSERT INTO notes (client_id, text, author_id, author_email, created_at)
          SELECT id, $2, $3, $4, $5 FROM clients WHERE id = $1 AND deleted_at IS NULL
          RETURNING ${columns}`,
        values: [clientId, text, employee_id, email, new Date()],
      })
      return rows[0] ? { status: 201, content: noteOf(rows[0]) } : notFound
    },
  }
}

function noteOf(row: Row) {
  const createdAt = row.created_at.toISOString()
  return {
    _id: row.id,
    id: row.id,
    clientId: row.client_id,
    text: row.text,
    author: row.author_email,
    date: createdAt,
    createdAt,
    editedAt: row.edited_at?.toISOString() ?? null,
    editedBy: row.edited_by_email,
    version: row.version,
  }
}
