import type { Client } from '#contract/clients/schema.ts'
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

/** How many records are read, people searched for in three ways, and records written to, in turn. */
const readInTurn = 1_000
const writtenInTurn = 200

const noteText =
  'Met at the drop-in. Rent is paid until the end of the month, the landlord has agreed to the inspection. ' +
  'Next week: bus pass, letter to the county, call about the deposit.'

/** What is measured, with records that are there. */
export async function chooseCalls({ url, account }: Product): Promise<Call[]> {
  const { tokens } = account
  const wholeList = get('/api/clients', signedIn(tokens[0]))
  const clients = await sendJson<Client[]>(url, wholeList)
  const read = spread(clients, readInTurn)
  const written = spread(clients, writtenInTurn, 0.5)
  const credentials = { email: account.email, password: account.password }
  const script = await portalScript(url)
  const call = (name: string, requests: Request[], more: Partial<Call> = {}): Call => ({
    name,
    requests,
    connections: usual,
    ...more,
  })
  const staffCall = (name: string, requests: Request[], more?: Partial<Call>) =>
    call(name, bySessions(requests, tokens), more)
  return [
    staffCall('summary', [get('/api/clients/summary')]),
    staffCall(
      'a client',
      read.map(({ id }) => get(`/api/clients/${id}`)),
    ),
    staffCall(
      'notes of a client',
      read.map(({ id }) => get(`/api/clients/${id}/notes`)),
    ),
    staffCall(
      'page of notes',
      read.map(({ id }) => get(`/api/clients/${id}/notes?limit=20`)),
    ),
    call('all clients', [wholeList], {
      connections: clients.length > manyClients ? [1] : few,
    }),
    call('home', [get('/home', { 'accept-encoding': 'br' })]),
    call('script of the portal', [get(script, { 'accept-encoding': 'br' })]),
    call('health', [get('/api/health')], { comparable: ({ status }: { status: string }) => status }),
    call('sign in', [post('/api/auth/login', credentials)], { connections: few, comparable: claimsOf }),
    staffCall(
      'add a note',
      written.map(({ id }) => post(`/api/clients/${id}/notes`, { text: noteText })),
      { comparable: withoutMoment },
    ),
  ]
}

const signedIn = (token = '') => ({ authorization: `Bearer ${token}` })

/** As it is in a house full of people: each caller has a session of their own. */
function bySessions(requests: Request[], tokens: string[]): Request[] {
  return Array.from({ length: Math.max(requests.length, tokens.length) }, (_, place) => {
    const { headers, ...request } = requests[place % requests.length] as Request
    return { ...request, headers: { ...headers, ...signedIn(tokens[place % tokens.length]) } }
  })
}

/** Evenly over the list; `offset` is a part of the distance between two. */
function spread(clients: Client[], count: number, offset = 0): Client[] {
  const step = Math.max(clients.length / count, 1)
  const places = Array.from({ length: Math.min(count, clients.length) }, (_, n) =>
    Math.floor((n + offset) * step),
  )
  return places.flatMap((place) => clients[place] ?? [])
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
