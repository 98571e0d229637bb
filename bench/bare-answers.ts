import { verify } from '@node-rs/argon2'
import type pg from 'pg'
import type { BareFile } from './bare.ts'
import type { Actor, Answer } from './bare-answer.ts'
import { bareClients } from './bare-clients.ts'
import { bareNotes } from './bare-notes.ts'
import { bareTokens, type Claims } from './bare-token.ts'

/** Answers what the benchmark asks, from the database alone; statements of its own do what the product's stores do. */
export function bareAnswers(pool: pg.Pool, secret: string, files: BareFile[]) {
  const tokens = bareTokens(secret)
  const clients = bareClients(pool)
  const notes = bareNotes(pool)
  const byPath = new Map(files.map((file) => [file.path, fileAnswer(file)]))

  async function actorOf(authorization: string | undefined): Promise<Actor | undefined> {
    const claims = tokens.verify(authorization?.slice('Bearer '.length) ?? '')
    if (!claims) return undefined
    const now = Date.now()
    const { rows } = await pool.query({
      name: 'session',
      text: `SELECT s.id AS session_id, e.id AS employee_id, e.email, e.role
        FROM sessions s JOIN employees e ON e.id = s.employee_id
        WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND s.active_at > $3 AND e.deleted_at IS NULL`,
      values: [claims.sid, new Date(now), new Date(now - 30 * 60 * 1000)],
    })
    const [actor] = rows
    return actor?.employee_id === claims.sub && actor.role === claims.role ? actor : undefined
  }

  async function logIn({ email, password }: { email: string; password: string }): Promise<Answer> {
    const { rows } = await pool.query({
      name: 'account',
      text: `SELECT id, email, role, password_hash FROM employees
        WHERE lower(email) = lower($1) AND deleted_at IS NULL`,
      values: [email],
    })
    const [account] = rows
    if (!account || !(await verify(account.password_hash, password))) return { status: 401, content: {} }
    const now = new Date()
    const end = new Date(now.getTime() + 12 * 60 * 60 * 1000)
    const sid = crypto.randomUUID()
    await pool.query({
      name: 'open session',
      text: 'INSERT INTO sessions (id, employee_id, started_at, active_at, expires_at) VALUES ($1, $2, $3, $3, $4)',
      values: [sid, account.id, now, end],
    })
    const claims: Claims = {
      role: account.role,
      email: account.email,
      sid,
      sub: account.id,
      iat: Math.floor(now.getTime() / 1000),
      exp: Math.floor(end.getTime() / 1000),
    }
    return { status: 200, content: { token: tokens.sign(claims) } }
  }

  async function isAlive(): Promise<Answer> {
    await pool.query({ name: 'alive', text: 'SELECT 1' })
    return { status: 200, content: { status: 'ok' } }
  }

  return async (
    method: string,
    url: string,
    authorization: string | undefined,
    body: unknown,
  ): Promise<Answer> => {
    const file = byPath.get(url)
    if (file) return file
    if (url === '/api/health') return await isAlive()
    if (url === '/api/auth/login') return await logIn(body as Parameters<typeof logIn>[0])
    const actor = await actorOf(authorization)
    if (!actor) return { status: 401, content: {} }
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const [, , , id = '', below] = pathname.split('/')
    if (below === 'notes' && method === 'POST')
      return await notes.add(id, (body as { text: string }).text, actor)
    const limit = Number(searchParams.get('limit'))
    if (below === 'notes') return limit ? await notes.page(id, limit) : await notes.list(id)
    if (id === 'summary') return await clients.summary()
    if (id) return await clients.one(id)
    return await clients.list()
  }
}

function fileAnswer({ type, encoding, base64 }: BareFile): Answer {
  return { status: 200, content: Buffer.from(base64, 'base64'), type, encoding }
}
