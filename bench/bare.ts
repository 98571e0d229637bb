import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/*
 * The least that answers the same: node:http, named prepared statements, JSON.stringify. It checks the token and the
 * session as the product does. Its tables are copies of the product's, without what the product's own design adds to
 * them, so that any two versions of the product are measured against the same.
 */

export interface BareSettings {
  host: string
  connection: pg.ClientConfig
  sessionSecret: string
}

/** As many connections as the product's pool has. */
const connections = 20
const idleMilliseconds = 30 * 60 * 1000

const tables = `
  CREATE SCHEMA bare;
  CREATE TABLE bare.clients AS
    SELECT id, first_name, last_name, status, service, email, phone, address, date_of_birth, version, created_at,
      updated_at, deleted_at, newest.last_note_at, lower(unaccent(first_name || ' ' || last_name)) AS search,
      lower(unaccent(last_name)) COLLATE "C" AS sort_last, lower(unaccent(first_name)) COLLATE "C" AS sort_first
    FROM clients LEFT JOIN (
      SELECT client_id, max(created_at) AS last_note_at FROM notes WHERE deleted_at IS NULL GROUP BY client_id
    ) AS newest ON client_id = id;
  ALTER TABLE bare.clients ADD PRIMARY KEY (id);
  CREATE INDEX ON bare.clients (sort_last, sort_first, id) WHERE deleted_at IS NULL;
  CREATE INDEX ON bare.clients USING gin (search gin_trgm_ops) WHERE deleted_at IS NULL;
  CREATE INDEX ON bare.clients (status) WHERE deleted_at IS NULL;
  CREATE TABLE bare.notes AS
    SELECT id, client_id, text, author_id, author_email, version, created_at, edited_at, edited_by_email, deleted_at
    FROM notes;
  ALTER TABLE bare.notes ADD PRIMARY KEY (id), ALTER id SET DEFAULT gen_random_uuid(), ALTER version SET DEFAULT 1,
    ADD FOREIGN KEY (client_id) REFERENCES bare.clients, ADD FOREIGN KEY (author_id) REFERENCES employees;
  CREATE INDEX ON bare.notes (client_id, created_at DESC, id DESC) WHERE deleted_at IS NULL`

const listed = `id AS "_id", id, first_name AS "firstName", last_name AS "lastName",
  date_of_birth AS "dateOfBirth", status, phone, last_note_at AS "lastNoteAt", version`
const client = `${listed}, service, email, address, created_at AS "createdAt", updated_at AS "updatedAt"`
const note = `id AS "_id", id, client_id AS "clientId", text, author_email AS author, created_at AS date,
  created_at AS "createdAt", edited_at AS "editedAt", edited_by_email AS "editedBy", version`
const employee = `id AS "_id", id, first_name AS "firstName", last_name AS "lastName", dob, email, phone, address, role,
  password_hash IS NOT NULL AS "hasPassword", created_at AS "createdAt", updated_at AS "updatedAt", version`
const inOrder = 'ORDER BY sort_last, sort_first, id'

const statements = {
  alive: 'SELECT 1',
  session: `SELECT employees.id, employees.email, employees.role
    FROM sessions JOIN employees ON employees.id = employee_id
    WHERE sessions.id = $1 AND ended_at IS NULL AND expires_at > $2 AND active_at > $3 AND deleted_at IS NULL`,
  client: `SELECT ${client} FROM bare.clients WHERE id = $1 AND deleted_at IS NULL`,
  clients: `SELECT ${client} FROM bare.clients WHERE deleted_at IS NULL ${inOrder}`,
  search: `SELECT count(*) OVER ()::integer AS total, ${listed} FROM bare.clients
    WHERE search LIKE '%' || $1 || '%' AND deleted_at IS NULL ${inOrder} LIMIT 50`,
  counts: `SELECT coalesce(status, 'Unknown') AS status, count(*)::integer AS clients
    FROM bare.clients WHERE deleted_at IS NULL GROUP BY 1`,
  edit: `UPDATE bare.clients SET first_name = $2, last_name = $3, status = $4, service = $5, email = $6, phone = $7,
      address = $8, date_of_birth = $9, updated_at = $10, version = version + 1, search = lower(unaccent($2 || ' ' || $3)),
      sort_last = lower(unaccent($3)), sort_first = lower(unaccent($2))
    WHERE id = $1 AND deleted_at IS NULL RETURNING ${client}`,
  isClient: 'SELECT FROM bare.clients WHERE id = $1 AND deleted_at IS NULL',
  notes: `SELECT ${note} FROM bare.notes WHERE client_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC`,
  addNote: `INSERT INTO bare.notes (client_id, text, author_id, author_email, created_at)
    SELECT id, $2, $3, $4, $5 FROM bare.clients WHERE id = $1 AND deleted_at IS NULL RETURNING ${note}`,
  employees: `SELECT ${employee} FROM employees WHERE deleted_at IS NULL
    ORDER BY lower(unaccent(last_name)) COLLATE "C", lower(unaccent(first_name)) COLLATE "C", id`,
}

process.once('message', (settings: BareSettings) => void serve(settings))
process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole group; the process that started this one ends it.
process.on('SIGINT', () => {})

async function serve({ host, connection, sessionSecret }: BareSettings): Promise<void> {
  await makeTables(connection)
  // Instants and dates go into JSON as text.
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace('+00', 'Z'))
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
  const pool = new pg.Pool({ ...connection, max: connections, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  const answer = answers(pool, sessionSecret)
  const server = createServer(async (request, response) => {
    try {
      const content = await answer(request)
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

async function makeTables(connection: pg.ClientConfig): Promise<void> {
  const superuser = new pg.Client(connection)
  await superuser.connect()
  await superuser.query(tables)
  // Otherwise they would come in the middle of some round.
  await superuser.query('VACUUM (ANALYZE)')
  await superuser.query('CHECKPOINT')
  await superuser.end()
}

/** Answers what the benchmark asks; undefined where there is nothing, or no session. */
function answers(pool: pg.Pool, sessionSecret: string) {
  async function ask(name: keyof typeof statements, ...values: unknown[]) {
    return (await pool.query({ name, text: statements[name], values })).rows
  }

  return async (request: IncomingMessage): Promise<unknown> => {
    const { method, url = '', headers } = request
    const content = method === 'GET' ? undefined : JSON.parse(await textOf(request))
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === '/api/health') return (await ask('alive')) && { status: 'ok' }
    const sessionId = sessionOf(headers.authorization?.slice('Bearer '.length) ?? '', sessionSecret)
    const now = new Date()
    const idleSince = new Date(now.getTime() - idleMilliseconds)
    const [actor] = sessionId ? await ask('session', sessionId, now, idleSince) : []
    if (!actor) return undefined
    const [, , kind, id, below] = pathname.split('/')
    if (kind === 'employees') return await ask('employees')
    const search = content?.search ?? searchParams.get('search')
    if (search) {
      const rows = await ask('search', search)
      return { items: rows.map(({ total, ...item }) => item), total: rows[0]?.total ?? 0 }
    }
    if (id === 'summary') return summaryOf(await ask('counts'))
    if (!id) return await ask('clients')
    if (below && content) return (await ask('addNote', id, content.text, actor.id, actor.email, now))[0]
    if (below) {
      const notes = await ask('notes', id)
      return notes.length > 0 || (await ask('isClient', id)).length > 0 ? notes : undefined
    }
    if (!content) return (await ask('client', id))[0]
    const { firstName, lastName, status, service, email, phone, address, dateOfBirth } = content
    const entered = [firstName, lastName, status, service, email, phone, address, dateOfBirth]
    return (await ask('edit', id, ...entered, now))[0]
  }
}

function summaryOf(rows: { status: string; clients: number }[]) {
  const counts: Record<string, number> = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
  for (const { status, clients } of rows) counts[status] = clients
  return { range: 'all', total: rows.reduce((sum, { clients }) => sum + clients, 0), counts }
}

/** The session that a token of the product (HS256) names. */
function sessionOf(token: string, secret: string): string | undefined {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = createHmac('sha256', secret).update(`${head}.${claims}`).digest()
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const { sid, exp, iss, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const isOurs = iss === 'stable-housing' && aud === 'stable-housing-portal'
  return isOurs && exp > Date.now() / 1000 ? sid : undefined
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
