import type { Client } from '#contract/clients/schema.ts'
import { cursorAt } from '#server/clients/cursor.ts'
import { get, post, type Request, send, sendJson } from './http.ts'
import type { Product } from './product.ts'

/** One line of the tables. */
export interface Call {
  name: string
  /** Asked in turn. */
  requests: Request[]
  /** How many callers at once. */
  connections: number[]
  /** What of a parsed answer must be the same in both programs; all of it, unless stated. Files are compared as sent. */
  comparable?: (answer: never) => unknown
}

const usual = [1, 20, 100]
/** Answers of megabytes, and work that fills every core: more callers would only wait longer. */
const few = [1, 20]
/** Above this many clients the whole list is asked for by one caller only: 20 would wait for minutes. */
const manyClients = 20_000

/** How many records are read, and written to, in turn. */
const readInTurn = 1_000
const writtenInTurn = 200

const noteText =
  'Met at the drop-in. Rent is paid until the end of the month, the landlord has agreed to the inspection. ' +
  'Next week: bus pass, letter to the county, call about the deposit.'

/** What is measured, with records that are there. */
export async function chooseCalls({ url, account }: Product): Promise<Call[]> {
  const signedIn = { authorization: `Bearer ${account.token}` }
  const clients = await sendJson<Client[]>(url, get('/api/clients', signedIn))
  const read = spread(clients, readInTurn)
  const written = spread(clients, writtenInTurn, 0.5)
  const parts = typicalParts(clients)
  const middle = clients[Math.floor(clients.length / 2)]?.id ?? ''
  const credentials = { email: account.email, password: account.password }
  const list = (query: string) => get(`/api/clients?limit=50${query}`, signedIn)
  const script = await portalScript(url)
  const call = (name: string, requests: Request[], more: Partial<Call> = {}): Call => ({
    name,
    requests,
    connections: usual,
    ...more,
  })
  return [
    call('page of clients', [list('')]),
    call(
      'page with a search',
      parts.map((part) => list(`&search=${encodeURIComponent(part)}`)),
    ),
    call('page of a status', [list('&status=active')]),
    call('page in the middle', [list(`&cursor=${cursorAt(middle)}`)]),
    call('summary', [get('/api/clients/summary', signedIn)]),
    call(
      'a client',
      read.map(({ id }) => get(`/api/clients/${id}`, signedIn)),
    ),
    call(
      'notes of a client',
      read.map(({ id }) => get(`/api/clients/${id}/notes`, signedIn)),
    ),
    call('all clients', [get('/api/clients', signedIn)], {
      connections: clients.length > manyClients ? [1] : few,
    }),
    call('home', [get('/home', { 'accept-encoding': 'br' })]),
    call('script of the portal', [get(script, { 'accept-encoding': 'br' })]),
    call('health', [get('/api/health')], { comparable: ({ status }: { status: string }) => status }),
    call('sign in', [post('/api/auth/login', credentials)], { connections: few, comparable: claimsOf }),
    call(
      'add a note',
      written.map(({ id }) => post(`/api/clients/${id}/notes`, { text: noteText }, signedIn)),
      { comparable: withoutMoment },
    ),
  ]
}

/** Evenly over the list; `offset` is a part of the distance between two. */
function spread(clients: Client[], count: number, offset = 0): Client[] {
  const step = Math.max(clients.length / count, 1)
  const places = Array.from({ length: Math.min(count, clients.length) }, (_, n) =>
    Math.floor((n + offset) * step),
  )
  return places.flatMap((place) => clients[place] ?? [])
}

/** What people type: the beginning of a last name, a first name, the end of one and the beginning of the other. */
function typicalParts(clients: Client[]): string[] {
  const [one, two, three] = spread(clients, 3, 0.5)
  if (!one || !two || !three) throw new Error('There are no clients to search for.')
  return [
    one.lastName.slice(0, 4).trim(),
    two.firstName.trim(),
    `${three.firstName.slice(-2)} ${three.lastName.slice(0, 3)}`.trim(),
  ].map((part) => part.toLowerCase())
}

async function portalScript(url: string): Promise<string> {
  const { body } = await send(url, get('/login'))
  const path = /src="(\/assets\/[\w.-]+\.js)"/.exec(body.toString())?.[1]
  if (!path) throw new Error('The page /login names no script.')
  return path
}

function claimsOf({ token }: { token: string }): unknown {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { ...claims, sid: '', iat: 0, exp: claims.exp - claims.iat }
}

function withoutMoment(note: Record<string, unknown>): unknown {
  return { ...note, id: '', _id: '', date: '', createdAt: '' }
}
