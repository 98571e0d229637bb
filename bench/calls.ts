import type { Request } from 'autocannon'
import { namesOf } from '#contract/record-field.ts'
import { findingLabels } from '#contract/service-log/findings.ts'
import type { Product, Server } from './product.ts'

/** A measured call: one row of the table. */
export interface Call {
  name: string
  /** How many people call at once. */
  callers: number
  /** Sent in turn. */
  requests: Request[]
  /** How many of a caller's requests make a whole. Their costs differ, so a round sends only wholes; 1 by default. */
  inTurn?: number
  /** The other servers lack this call. */
  isProductOnly?: boolean
  /** The place in `requests` at which the next round begins. */
  next?: number
}

export interface Client {
  id: string
  firstName: string
  lastName: string
}

export const noteText =
  'Met at the drop-in. Rent is paid until the end of the month, the landlord has agreed to the inspection. ' +
  'Next week: bus pass, letter to the county, call about the deposit.'

/** Above this, an employee may load only one whole list at a time. */
const largeList = 2000

/** autocannon keeps an answer as one string, which has at most 512 MB; a client in the whole list has 650 bytes. */
const mostInAnswer = 500_000

/** The share of clients that a search finds. */
const searchedShare = 0.01

/** The calls to measure, with ids of existing records. */
export async function chooseCalls({ url, tokens, account, superuser }: Product): Promise<Call[]> {
  const inSession = (requests: Request[]): Request[] =>
    Array.from({ length: Math.max(requests.length, tokens.length) }, (_, n) =>
      withToken(requests[n % requests.length] as Request, tokens[n % tokens.length]),
    )
  const { rows: clients } = await superuser.query<Client>(
    'SELECT id, first_name AS "firstName", last_name AS "lastName" FROM clients ORDER BY sort_last, sort_first, id',
  )
  const read = spread(clients, 1000)
  const written: Client[] = []
  for (const { id } of spread(clients, 200, 0.5))
    written.push(await sendJson(url, withToken(get(`/api/clients/${id}`), tokens[0])))
  const names = clients.map(({ firstName, lastName }) => normalizeName(`${firstName} ${lastName}`))
  const search = (part: string) => post('/api/clients/search', { search: part, limit: 50 })
  const partsOf = (length: number) => countedParts(names, length).map(([part]) => part)
  const searches = (name: string, parts: string[]): Call => ({
    name: `search: ${name}`,
    callers: 1,
    requests: inSession(parts.map(search)),
    isProductOnly: true,
  })
  const call = (name: string, requests: Request[], callers = 20): Call => ({ name, callers, requests })
  /** One dashboard after another: each connection asks for all cards of one person. */
  const dashboard = (of: string, cards: Request[]): Call => ({
    name: `dashboard of ${of}`,
    // With a million clients, one reads for seconds, and 20 at once reach the database's limit of 15 s.
    callers: clients.length > mostInAnswer ? 1 : 20,
    requests: tokens.flatMap((token) => cards.map((card) => withToken(card, token))),
    inTurn: cards.length,
  })
  const logs = inSession(serviceLogs(await firstDayOfLog(superuser)))
  return [
    call('health', [get('/api/health')]),
    call('client', inSession(read.map(({ id }) => get(`/api/clients/${id}`)))),
    call('search', inSession(partsFoundIn(names, clients.length * searchedShare).map(search))),
    ...(clients.length > mostInAnswer
      ? []
      : [call('all clients', inSession([get('/api/clients')]), clients.length > largeList ? 1 : undefined)]),
    call('notes of a client', inSession(read.map(({ id }) => get(`/api/clients/${id}/notes`)))),
    // Before notes are added: the faster server adds more of them, and their numbers would differ.
    call('dashboard counts', inSession([get('/api/clients/summary')])),
    dashboard('a worker', ownCards()),
    dashboard('a super admin', [...ownCards(), ...sharedCards()]),
    call(
      'add a note',
      inSession(written.map(({ id }) => post(`/api/clients/${id}/notes`, { text: noteText }))),
    ),
    call(
      'a note with all facts and a follow-up',
      inSession(written.map(({ id }) => post(`/api/clients/${id}/notes`, wholeNote()))),
    ),
    call('edit a client', inSession(written.map(edit))),
    call('employees', inSession([get('/api/employees')])),
    { ...call('sign in', [post('/api/auth/login', account)]), isProductOnly: true },
    {
      ...call('service log, 8,000 notes', logs, 1),
      inTurn: logs.length,
      isProductOnly: true,
    },
    searches(
      'common parts of 1 to 3 letters',
      [1, 2, 3].flatMap((length) => partsOf(length).slice(0, 20)),
    ),
    searches('rare pairs of letters', partsOf(2).slice(-50)),
    searches(
      'full names',
      read.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    ),
  ]
}

const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const wholeNote = () => ({
  text: noteText,
  serviceDate: day(1),
  startTime: '14:00',
  endTime: '14:45',
  service: 'housingTransition',
  contact: 'in-person',
  place: 'Library',
  followUp: { on: day(-7), what: 'Ask the landlord about the lease.' },
})

/** What the dashboard asks for about one's own clients. */
const ownCards = () => [
  get('/api/clients/summary'),
  get('/api/clients/summary?assignedTo=me'),
  post('/api/clients/search', { withoutNoteThisWeek: true, assignedTo: 'me', limit: 20 }),
  post('/api/follow-ups/search', { assignedTo: 'me', until: day(-7), limit: 50 }),
  get('/api/drafts'),
  get('/api/due'),
]

/** And about everyone's. */
const sharedCards = () => [
  post('/api/clients/search', { withoutNoteThisWeek: true, limit: 20 }),
  get('/api/contact/unread'),
  get('/api/workers/workloads'),
]

/** The day since which there are 8,000 notes. */
async function firstDayOfLog(superuser: Product['superuser']): Promise<string> {
  const { rows } = await superuser.query<{ day: string }>(
    `SELECT coalesce(service_date, created_at::date)::text AS day FROM notes ORDER BY 1 DESC OFFSET 7999 LIMIT 1`,
  )
  return rows[0]?.day ?? day(90)
}

/** The first page of a period: all notes, and those with each finding. */
function serviceLogs(from: string): Request[] {
  const period = { from, to: day(0), limit: 50 }
  return [undefined, ...namesOf(findingLabels)].map((finding) =>
    post('/api/notes/search', { ...period, finding }),
  )
}

export const get = (path: string): Request => ({ method: 'GET', path, headers: {} })

export function post(path: string, content: unknown): Request {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  }
}

export function withToken(request: Request, token: string | undefined): Request {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}

/** Sends one request and returns the content of the answer. */
export async function sendJson<Answer>(
  url: URL,
  { path = '/', method, headers, body }: Request,
): Promise<Answer> {
  const reply = await fetch(new URL(path, url), {
    method: method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body && { body: String(body) }),
  })
  if (!reply.ok) throw new Error(`${url.origin} answered ${method} ${path} with ${reply.status}.`)
  return (await reply.json()) as Answer
}

let edits = 0

/** Writes a new address each time, without a version check. */
export function edit({ id, ...client }: Client): Request {
  const setupRequest = (request: Request): Request => {
    edits += 1
    const address = `${edits} Nicollet Avenue, Minneapolis`
    return { ...request, body: JSON.stringify({ ...client, version: undefined, address }) }
  }
  return { ...setupRequest(post(`/api/clients/${id}`, {})), method: 'PUT', setupRequest }
}

/** Picks clients evenly from the list; `offset` is a fraction of the distance between two. */
export function spread(clients: Client[], count: number, offset = 0): Client[] {
  const step = Math.max(clients.length / count, 1)
  const many = Math.min(count, clients.length)
  return Array.from({ length: many }, (_, n) => clients[Math.floor((n + offset) * step)] as Client)
}

const normalizeName = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Two hundred parts of four and five letters that about so many names hold. */
function partsFoundIn(names: string[], count: number): string[] {
  return [4, 5].flatMap((length) => {
    const distance = (found: number) => Math.abs(Math.log(found / count))
    const parts = countedParts(names, length).sort(([, a], [, b]) => distance(a) - distance(b))
    return parts.slice(0, 100).map(([part]) => part)
  })
}

/** All substrings of that length with their number, the most frequent first. */
function countedParts(names: string[], length: number): [part: string, count: number][] {
  const counts = new Map<string, number>()
  for (const name of names) {
    for (let at = 0; at + length <= name.length; at += 1) {
      const part = name.slice(at, at + length)
      counts.set(part, (counts.get(part) ?? 0) + 1)
    }
  }
  const plain = [...counts].filter(([part]) => /^[a-z]+$/.test(part))
  return plain.sort(([, a], [, b]) => b - a)
}

/** How many requests of each call are compared. */
const comparedRequests = 25

/** Throws if another server replies differently than the product, which would make the comparison meaningless. */
export async function expectSameAnswers(product: Server, other: Server, call: Call): Promise<void> {
  for (const request of call.requests.slice(0, comparedRequests)) {
    const [whole, part] = [await sendJson(product.url, request), await sendJson(other.url, request)]
    if (matches(part, whole)) continue
    const excerpts = [whole, part].map((answer) => JSON.stringify(answer).slice(0, 600))
    throw new Error(`${other.url.origin} answers ${request.path} differently.\n${excerpts.join('\n')}`)
  }
}

/**
 * Whether the fields are the same and numbers are close: versions of the product normalize a few names differently, and the
 * product counts no edit that changes nothing.
 */
function matches(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    const items = part.slice(0, whole.length)
    return matches(part.length, whole.length) && items.every((item, n) => matches(item, whole[n]))
  }
  if (part === null || whole === null) return true
  if (typeof part === 'object' && typeof whole === 'object')
    return Object.entries(part).every(([key, value]) => key in whole && matches(value, whole[key as never]))
  if (typeof part === 'number' && typeof whole === 'number')
    return Math.abs(part - whole) <= 1 + Math.max(part, whole) / 10
  return typeof part === typeof whole
}
