import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { connections, type ServerSettings } from './tables.ts'

/*
 * The bare server: the same replies with the least code, node:http, named prepared statements and JSON.stringify. It
 * checks the token and the session like the product.
 */

const idleMilliseconds = 30 * 60 * 1000

const listedColumns = `id AS "_id", id, first_name AS "firstName", last_name AS "lastName",
  date_of_birth AS "dateOfBirth", status, phone, last_note_at AS "lastNoteAt", created_at AS "createdAt", version`
const clientColumns = `${listedColumns}, service, email, address, updated_at AS "updatedAt"`
const noteColumns = `id AS "_id", id, client_id AS "clientId", text, author_email AS author,
  author_name AS "authorName", created_at AS date,
  created_at AS "createdAt", edited_at AS "editedAt", edited_by_email AS "editedBy",
  edited_by_name AS "editedByName", version`
const employeeColumns = `id AS "_id", id, first_name AS "firstName", last_name AS "lastName", dob, email, phone, address, role,
  password_hash IS NOT NULL AS "hasPassword", two_step_at IS NOT NULL AS "hasTwoStep", created_at AS "createdAt", updated_at AS "updatedAt", version`
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
  employees: `SELECT ${employeeColumns} FROM employees WHERE deleted_at IS NULL
    ORDER BY lower(unaccent(last_name)) COLLATE "C", lower(unaccent(first_name)) COLLATE "C", id`,
}

process.once('message', (settings: ServerSettings) => serve(settings))
process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole group; the process that started this one ends it.
process.on('SIGINT', () => {})

function serve({ host, connection, sessionSecret }: ServerSettings): void {
  // Instants and dates go into JSON as text.
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace('+00', 'Z'))
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
  const pool = new pg.Pool({ ...connection, max: connections, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  const handle = createHandler(pool, sessionSecret)
  const server = createServer(async (request, response) => {
    try {
      const content = await handle(request)
      const text = JSON.stringify(content ?? {})
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      response
        .writeHead(content === undefined ? 404 : request.method === 'POST' ? 201 : 200, headers)
        .end(text)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, host, () => process.send?.((server.address() as AddressInfo).port))
}

/** Handles the benchmark's requests. Returns undefined for a missing record or session. */
function createHandler(pool: pg.Pool, sessionSecret: string) {
  async function runStatement(name: keyof typeof statements, ...values: unknown[]) {
    return (await pool.query({ name, text: statements[name], values })).rows
  }

  return async (request: IncomingMessage): Promise<unknown> => {
    const { method, url = '', headers } = request
    const content = method === 'GET' ? undefined : JSON.parse(await textOf(request))
    if (url === '/api/health') return (await runStatement('health')) && { status: 'ok' }
    const sessionId = sessionOf(headers.authorization?.slice('Bearer '.length) ?? '', sessionSecret)
    const now = new Date()
    const idleSince = new Date(now.getTime() - idleMilliseconds)
    const [actor] = sessionId ? await runStatement('session', sessionId, now, idleSince) : []
    if (!actor) return undefined
    const [, , kind, id, below] = url.split('/')
    if (kind === 'employees') return await runStatement('employees')
    if (id === 'search') {
      const rows = await runStatement('search', content.search)
      return { items: rows.map(({ total, ...item }) => item), total: rows[0]?.total ?? 0 }
    }
    if (id === 'summary') return summaryOf(await runStatement('counts'))
    if (!id) return await runStatement('clients')
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
}

function summaryOf(rows: { status: string; clients: number }[]) {
  const counts: Record<string, number> = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
  for (const { status, clients } of rows) counts[status] = clients
  return { range: 'all', total: rows.reduce((sum, { clients }) => sum + clients, 0), counts }
}

interface Claims {
  sid: string
  exp: number
  iss: string
  aud: string
}

/** Cache of verified tokens, because every request sends one. */
const verified = new Map<string, Claims>()

/** The session that a token of the product (HS256) names. */
function sessionOf(token: string, secret: string): string | undefined {
  const claims = verified.get(token) ?? verifiedClaims(token, secret)
  const isOurs = claims?.iss === 'stable-housing' && claims.aud === 'stable-housing-portal'
  return isOurs && claims.exp > Date.now() / 1000 ? claims.sid : undefined
}

function verifiedClaims(token: string, secret: string): Claims | undefined {
  const [head = '', body = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  verified.set(token, claims)
  return claims
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
