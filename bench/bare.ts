import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import jwt from 'jsonwebtoken'
import pg from 'pg'
import { cards, clientColumns, employeeColumns, listedColumns, noteColumns } from './tables.ts'

/*
 * The bare server: the same replies with the least code, node:http, named prepared statements and JSON.stringify. It
 * checks the token and the session like the product.
 */

const { DATABASE_URL, HOST, PORT, SESSION_SECRET = '', CONNECTIONS } = process.env

// The benchmark that started this program has ended.
process.on('disconnect', () => process.exit())

const inOrder = 'ORDER BY sort_last, sort_first, id'
const statements = {
  health: 'SELECT 1',
  session: `SELECT employees.id, employees.email, employees.role
    FROM sessions JOIN employees ON employees.id = employee_id
    WHERE sessions.id = $1 AND ended_at IS NULL AND expires_at > $2 AND active_at > $3 AND deleted_at IS NULL`,
  client: `SELECT ${clientColumns} FROM bench.clients WHERE id = $1 AND deleted_at IS NULL`,
  clients: `SELECT ${clientColumns} FROM bench.clients WHERE deleted_at IS NULL ${inOrder}`,
  search: `SELECT count(*) OVER ()::integer AS total, ${listedColumns} FROM bench.clients
    WHERE search LIKE '%' || $1 || '%' AND deleted_at IS NULL ${inOrder} LIMIT 50`,
  counts: `SELECT coalesce(status, 'Unknown') AS status, count(*)::integer AS clients
    FROM bench.clients WHERE deleted_at IS NULL GROUP BY 1`,
  edit: `UPDATE bench.clients SET first_name = $2, last_name = $3, status = $4, service = $5, email = $6, phone = $7,
      address = $8, date_of_birth = $9, updated_at = $10, version = version + 1, search = lower(unaccent($2 || ' ' || $3)),
      sort_last = lower(unaccent($3)), sort_first = lower(unaccent($2))
    WHERE id = $1 AND deleted_at IS NULL RETURNING ${clientColumns}`,
  isClient: 'SELECT FROM bench.clients WHERE id = $1 AND deleted_at IS NULL',
  notes: `SELECT ${noteColumns} FROM bench.notes WHERE client_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC`,
  addNote: `INSERT INTO bench.notes (client_id, text, author_id, author_email, created_at)
    SELECT id, $2, $3, $4, $5 FROM bench.clients WHERE id = $1 AND deleted_at IS NULL RETURNING ${noteColumns}`,
  addWholeNote: `WITH note AS (
      INSERT INTO bench.notes (client_id, text, author_id, author_email, created_at, service_date, start_time, end_time,
        minutes, service, contact, place)
      SELECT id, $2, $3, $4, $5, $6, $7, $8, extract(epoch FROM $8::text::time - $7::text::time) / 60, $9, $10, $11
      FROM bench.clients WHERE id = $1 AND deleted_at IS NULL RETURNING *
    ), follow_up AS (
      INSERT INTO bench.follow_ups (client_id, note_id, "on", what, assigned_to, created_at, created_by)
      SELECT client_id, id, $12, $13, $3, $5, $3 FROM note
    )
    SELECT ${noteColumns} FROM note`,
  employees: `SELECT ${employeeColumns} FROM employees WHERE deleted_at IS NULL
    ORDER BY lower(unaccent(last_name)) COLLATE "C", lower(unaccent(first_name)) COLLATE "C", id`,
  ...cards,
}

// Instants and dates go into JSON as text.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace('+00', 'Z'))
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(CONNECTIONS), idleTimeoutMillis: 0 })

async function runStatement(name: keyof typeof statements, ...values: unknown[]) {
  return (await pool.query({ name, text: statements[name], values })).rows
}

/** Verified tokens, because every request sends one. */
const verified = new Map<string, jwt.JwtPayload>()

function sessionOf({ headers }: IncomingMessage): unknown {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  const options = {
    algorithms: ['HS256' as const],
    issuer: 'stable-housing',
    audience: 'stable-housing-portal',
  }
  const claims = verified.get(token) ?? (jwt.verify(token, SESSION_SECRET, options) as jwt.JwtPayload)
  verified.set(token, claims)
  return (claims.exp ?? 0) > Date.now() / 1000 ? claims.sid : undefined
}

const idleMilliseconds = 30 * 60 * 1000

/** Returns undefined for a missing record or session. */
async function handle(request: IncomingMessage): Promise<unknown> {
  const { method } = request
  const [url = '', query] = (request.url ?? '').split('?')
  // biome-ignore lint/suspicious/noExplicitAny: nothing is checked here
  const content: any = method === 'GET' ? undefined : await json(request)
  if (url === '/api/health') return (await runStatement('health')) && { status: 'ok' }
  const now = new Date()
  const idleSince = new Date(now.getTime() - idleMilliseconds)
  const [actor] = await runStatement('session', sessionOf(request), now, idleSince)
  if (!actor) return undefined
  const [, , kind, id, below] = url.split('/')
  if (kind === 'employees') return await runStatement('employees')
  if (kind === 'workers') return await runStatement('workloads')
  if (kind === 'drafts') return await runStatement('drafts', actor.id)
  if (kind === 'due') return await runStatement('due', actor.id)
  if (kind === 'contact') return (await runStatement('unread'))[0]
  if (kind === 'follow-ups') return pageOf(await runStatement('followUps', actor.id, content.until))
  if (id === 'search' && content.withoutNoteThisWeek)
    return pageOf(
      content.assignedTo ? await runStatement('ownWithoutNote', actor.id) : await runStatement('withoutNote'),
    )
  if (id === 'search') return pageOf(await runStatement('search', content.search))
  if (id === 'summary')
    return summaryOf(query ? await runStatement('ownCounts', actor.id) : await runStatement('counts'))
  if (!id) return await runStatement('clients')
  if (below && content?.followUp) {
    const { serviceDate, startTime, endTime, service, contact, place, followUp } = content
    const facts = [serviceDate, startTime, endTime, service, contact, place, followUp.on, followUp.what]
    return (await runStatement('addWholeNote', id, content.text, actor.id, actor.email, now, ...facts))[0]
  }
  if (below && content)
    return (await runStatement('addNote', id, content.text, actor.id, actor.email, now))[0]
  if (below) {
    const notes = await runStatement('notes', id)
    return notes.length > 0 || (await runStatement('isClient', id)).length > 0 ? notes : undefined
  }
  if (!content) return (await runStatement('client', id))[0]
  const { firstName, lastName, status, service, email, phone, address, dateOfBirth } = content
  const entered = [firstName, lastName, status, service, email, phone, address, dateOfBirth]
  return (await runStatement('edit', id, ...entered, now))[0]
}

function pageOf(rows: { total: number }[]) {
  return { items: rows.map(({ total, ...item }) => item), total: rows[0]?.total ?? 0 }
}

function summaryOf(rows: { status: string; clients: number }[]) {
  const counts: Record<string, number> = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
  for (const { status, clients } of rows) counts[status] = clients
  return { range: 'all', total: rows.reduce((sum, { clients }) => sum + clients, 0), counts }
}

createServer(async (request, response) => {
  try {
    const content = await handle(request)
    const text = JSON.stringify(content ?? {})
    const status = content === undefined ? 404 : request.method === 'POST' ? 201 : 200
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    response.writeHead(status, headers).end(text)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(Number(PORT), HOST)
