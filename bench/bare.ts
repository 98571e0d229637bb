import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import jwt from 'jsonwebtoken'
import pg from 'pg'
import { clientFields } from '#contract/clients/fields.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { namesOf } from '#contract/record-field.ts'
import { columnOf } from '#server/database/field-columns.ts'
import { type EndpointName, endpoints } from './calls.ts'
import {
  cards,
  clientColumns,
  listedColumns,
  listsOfClient,
  noteColumns,
  ofClient,
  pageOf,
  summaryOf,
} from './tables.ts'

/*
 * The bare program: the same replies with the least code, node:http, named prepared statements and JSON.stringify. It
 * checks the token and the session like the product.
 */

const { DATABASE_URL, HOST, PORT, SESSION_SECRET = '', CONNECTIONS } = process.env

// The benchmark that started this program has ended.
process.on('disconnect', () => process.exit())

const [clientNames, noteNames] = [namesOf(clientFields), namesOf(noteFields)]
/** '$3, $4, …' */
const places = (names: string[], first: number) => names.map((_, n) => `$${n + first}`).join(', ')
const addNote = (more: string) => `WITH note AS (
    INSERT INTO bench.notes (client_id, author_id, author_email, created_at, ${noteNames.map(columnOf).join(', ')})
    SELECT id, $2, $3, $4, ${places(noteNames, 7)} FROM bench.clients WHERE id = $1 AND deleted_at IS NULL RETURNING *
  )${more} SELECT ${noteColumns} FROM note`
const inOrder = 'ORDER BY sort_last, sort_first, id'
const statements = {
  ...cards,
  ...ofClient,
  session: `SELECT employees.id, employees.email, employees.role
    FROM sessions JOIN employees ON employees.id = employee_id
    WHERE sessions.id = $1 AND ended_at IS NULL AND expires_at > $2 AND active_at > $3 AND deleted_at IS NULL`,
  client: `SELECT ${clientColumns} FROM bench.clients WHERE id = $1 AND deleted_at IS NULL`,
  clients: `SELECT ${clientColumns} FROM bench.clients WHERE deleted_at IS NULL ${inOrder}`,
  search: `SELECT count(*) OVER ()::integer AS total, ${listedColumns} FROM bench.clients
    WHERE search LIKE '%' || $1 || '%' AND deleted_at IS NULL ${inOrder} LIMIT 50`,
  counts: 'SELECT status, count(*)::integer FROM bench.clients WHERE deleted_at IS NULL GROUP BY 1',
  ownCounts: `SELECT status, count(*)::integer FROM bench.clients
    WHERE assigned_to = $1 AND deleted_at IS NULL GROUP BY 1`,
  editClient: `UPDATE bench.clients SET (${clientNames.map(columnOf).join(', ')}) = ROW (${places(clientNames, 3)}),
      updated_at = $2, version = version + 1, search = lower(unaccent($3 || ' ' || $4)),
      sort_last = lower(unaccent($4)), sort_first = lower(unaccent($3))
    WHERE id = $1 AND deleted_at IS NULL RETURNING ${clientColumns}`,
  notes: `SELECT ${noteColumns} FROM bench.notes
    WHERE client_id = $1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC`,
  addNote: addNote(`, follow_up AS (
      INSERT INTO bench.follow_ups (client_id, note_id, "on", what, assigned_to, created_at, created_by)
      SELECT client_id, id, $5, $6, $2, $4, $2 FROM note
    )`),
}

// Instants and dates go into JSON as text.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace('+00', 'Z'))
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(CONNECTIONS), idleTimeoutMillis: 0 })

async function rowsOf(name: keyof typeof statements, ...values: unknown[]) {
  return (await pool.query({ name, text: statements[name], values })).rows
}

interface Input {
  actor: { id: string; email: string }
  id: string
  query: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: nothing is checked here
  body: any
}

const handlers: Record<EndpointName, (input: Input) => Promise<unknown>> = {
  client: async ({ id }) => (await rowsOf('client', id))[0],
  clients: async () => await rowsOf('clients'),
  counts: async ({ actor, query }) =>
    summaryOf(query ? await rowsOf('ownCounts', actor.id) : await rowsOf('counts')),
  search: async ({ actor, body: { search, assignedTo } }) => {
    if (search) return pageOf(await rowsOf('search', search))
    return pageOf(assignedTo ? await rowsOf('ownWithoutNote', actor.id) : await rowsOf('withoutNote'))
  },
  editClient: async ({ id, body }) => {
    const values = clientNames.map((name) => body[name])
    return (await rowsOf('editClient', id, new Date(), ...values))[0]
  },
  notes: async ({ id, query }) => {
    const notes = await rowsOf('notes', id)
    const limit = Number(new URLSearchParams(query).get('limit'))
    return limit ? { items: notes.slice(0, limit), total: notes.length, nextCursor: null } : notes
  },
  addNote: async ({ actor, id, body }) => {
    const { followUp } = body
    const values = [actor.id, actor.email, new Date(), followUp.on, followUp.what]
    return (await rowsOf('addNote', id, ...values, ...noteNames.map((name) => body[name])))[0]
  },
  followUps: async ({ actor, body: { clientId, until } }) =>
    pageOf(
      clientId ? await rowsOf('followUpsOfClient', clientId) : await rowsOf('followUps', actor.id, until),
    ),
  drafts: async ({ actor }) => await rowsOf('drafts', actor.id),
  due: async ({ actor }) => await rowsOf('due', actor.id),
  unread: async () => (await rowsOf('unread'))[0],
  workloads: async () => await rowsOf('workloads'),
  ...listsOfClient(
    (name) =>
      async ({ id }: Input) =>
        await rowsOf(name, id),
  ),
}

const routes = Object.entries(endpoints).map(([name, { method, path, status }]) => ({
  pattern: new RegExp(`^${method} /api${path.replace(':id', '([^/]+)')}$`),
  status,
  handle: handlers[name as EndpointName],
}))

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

async function answer(request: IncomingMessage): Promise<{ status: number; content?: unknown }> {
  const [path = '', query] = (request.url ?? '').split('?')
  const route = routes.find(({ pattern }) => pattern.test(`${request.method} ${path}`))
  if (!route) return { status: 404 }
  const [, id = ''] = route.pattern.exec(`${request.method} ${path}`) ?? []
  const body = request.method === 'GET' ? undefined : await json(request)
  const now = new Date()
  const idleSince = new Date(now.getTime() - idleMilliseconds)
  const [actor] = await rowsOf('session', sessionOf(request), now, idleSince)
  if (!actor) return { status: 401 }
  const content = await route.handle({ actor, id, query, body })
  return content === undefined ? { status: 404 } : { status: route.status, content }
}

createServer(async (request, response) => {
  try {
    const { status, content = {} } = await answer(request)
    const text = JSON.stringify(content)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    response.writeHead(status, headers).end(text)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(Number(PORT), HOST)
