import type { Client } from '#contract/clients/schema.ts'
import { cursorAt } from '#server/http/page-cursor.ts'
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
const searchedOften = 100

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
  const searched = partsOf(read)
  const middle = clients[Math.floor(clients.length / 2)]?.id ?? ''
  const credentials = { email: account.email, password: account.password }
  const list = (query: string) => get(`/api/clients?limit=50${query}`)
  const search = (part: string) => list(`&search=${encodeURIComponent(part)}`)
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
    staffCall('page of clients', [list('')]),
    staffCall('page with a search', searched.map(search)),
    staffCall('full page with a search', commonParts(clients).map(search)),
    staffCall(
      'page with the first letters',
      [...new Set(searched.map((part) => part.slice(0, 2)))].map(search),
    ),
    staffCall('page of a status', [list('&status=active')]),
    staffCall('page in the middle', [list(`&cursor=${cursorAt({ id: middle })}`)]),
    staffCall('clients without a note this week', [list('&notes=missing-this-week')]),
    staffCall(
      'similar clients',
      read.map(({ firstName, lastName, dateOfBirth }) =>
        get(`/api/clients/similar?${new URLSearchParams({ firstName, lastName, dateOfBirth })}`),
      ),
    ),
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

/** The parts that most names have, which fill a page even with 10,000 clients: pages of one length can be compared. */
function commonParts(clients: Client[]): string[] {
  const counts = new Map<string, number>()
  for (const part of clients.flatMap(typicalParts)) counts.set(part, (counts.get(part) ?? 0) + 1)
  const byCount = [...counts].sort(([, one], [, other]) => other - one)
  return byCount.slice(0, searchedOften).map(([part]) => part)
}

const partsOf = (clients: Client[]) => [...new Set(clients.flatMap(typicalParts))]

/** What people type: the beginning of a last name, a first name, the end of one and the beginning of the other. */
function typicalParts({ firstName, lastName }: Client): string[] {
  return [lastName.slice(0, 4), firstName, `${firstName.slice(-2)} ${lastName.slice(0, 3)}`].map((part) =>
    part.trim().toLowerCase(),
  )
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
