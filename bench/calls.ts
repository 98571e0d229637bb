import pg from 'pg'
import { get, post, type Request, sendJson } from './http.ts'
import type { Product, Server } from './product.ts'

/** A measured call: one row of the table. */
export interface Call {
  name: string
  /** Sent in turn. */
  requests: Request[]
  /** The most concurrent callers to measure it with. */
  maxCallers?: number | undefined
  /** Whether the other servers lack this call. */
  isProductOnly?: boolean
}

interface Client {
  id: string
  firstName: string
  lastName: string
}

const noteText =
  'Met at the drop-in. Rent is paid until the end of the month, the landlord has agreed to the inspection. ' +
  'Next week: bus pass, letter to the county, call about the deposit.'

/** Above this, an employee may load only one whole list at a time. */
const largeList = 2000

/** The calls to measure, with ids of existing records. */
export async function chooseCalls({ url, tokens, account, postgres }: Product): Promise<Call[]> {
  const pool = new pg.Pool({ ...postgres.connection, max: 1, allowExitOnIdle: true })
  // The database may end first.
  pool.on('error', () => {})
  const inSession = (requests: Request[]): Request[] =>
    Array.from({ length: Math.max(requests.length, tokens.length) }, (_, n) => ({
      ...(requests[n % requests.length] as Request),
      token: tokens[n % tokens.length],
    }))
  // The limits of large lists stay on; their counters are cleared between requests.
  const clearLimits = () => pool.query('DELETE FROM throttling')
  const [wholeList] = inSession([{ ...get('/api/clients'), prepare: clearLimits }]) as [Request]
  const clients = await sendJson<Client[]>(url, wholeList)
  const read = spread(clients, 1000)
  const written = spread(clients, 200, 0.5)
  const names = clients.map(({ firstName, lastName }) => normalizeName(`${firstName} ${lastName}`))
  const search = (part: string) => post('/api/clients/search', { search: part, limit: 50 })
  const typed = read.flatMap(({ firstName, lastName }) => [
    normalizeName(firstName),
    normalizeName(lastName).slice(0, 4),
  ])
  const searches = (name: string, parts: string[]): Call => ({
    name: `search: ${name}`,
    requests: inSession(parts.map(search)),
    maxCallers: 1,
    isProductOnly: true,
  })
  return [
    { name: 'health', requests: [get('/api/health')] },
    { name: 'client', requests: inSession(read.map(({ id }) => get(`/api/clients/${id}`))) },
    { name: 'search', requests: inSession([...new Set(typed.filter(isPlain))].map(search)) },
    {
      name: 'all clients',
      requests: [wholeList],
      maxCallers: clients.length > largeList ? 1 : undefined,
    },
    {
      name: 'notes of a client',
      requests: inSession(read.map(({ id }) => get(`/api/clients/${id}/notes`))),
    },
    {
      name: 'add a note',
      requests: inSession(written.map(({ id }) => post(`/api/clients/${id}/notes`, { text: noteText }))),
    },
    { name: 'edit a client', requests: inSession(written.map(edit)) },
    { name: 'dashboard counts', requests: inSession([get('/api/clients/summary')]) },
    { name: 'employees', requests: inSession([get('/api/employees')]) },
    { name: 'sign in', requests: [post('/api/auth/login', account)], isProductOnly: true },
    searches(
      'common parts of 1 to 3 letters',
      [1, 2, 3].flatMap((length) => partsByFrequency(names, length).slice(0, 20)),
    ),
    searches('rare pairs of letters', partsByFrequency(names, 2).slice(-50)),
    searches(
      'full names',
      read.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    ),
  ]
}

/** Writes a new address each time, without a version check. */
function edit({ id, ...client }: Client): Request {
  const body = (n: number) =>
    JSON.stringify({ ...client, version: undefined, address: `${n} Nicollet Avenue, Minneapolis` })
  return { method: 'PUT', path: `/api/clients/${id}`, body }
}

/** Picks clients evenly from the list; `offset` is a fraction of the distance between two. */
function spread(clients: Client[], count: number, offset = 0): Client[] {
  const step = Math.max(clients.length / count, 1)
  const many = Math.min(count, clients.length)
  return Array.from({ length: many }, (_, n) => clients[Math.floor((n + offset) * step)] as Client)
}

const normalizeName = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isPlain = (text: string) => /^[a-z]+$/.test(text)

/** All substrings of that length, the most frequent first. */
function partsByFrequency(names: string[], length: number): string[] {
  const counts = new Map<string, number>()
  for (const name of names) {
    for (let at = 0; at + length <= name.length; at += 1) {
      const part = name.slice(at, at + length)
      counts.set(part, (counts.get(part) ?? 0) + 1)
    }
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one)
  return byCount.map(([part]) => part).filter(isPlain)
}

/** How many requests of each call are compared. */
const comparedRequests = 25

/** Throws if another server replies differently than the product, which would make the comparison meaningless. */
export async function expectSameAnswers(product: Server, other: Server, call: Call): Promise<void> {
  for (const request of call.requests.slice(0, comparedRequests)) {
    const [whole, part] = [await sendJson(product.url, request), await sendJson(other.url, request)]
    if (matches(part, whole)) continue
    const excerpt = (answer: unknown) => JSON.stringify(answer).slice(0, 600)
    throw new Error(
      `${other.url.origin} answers ${request.path} differently.\n${excerpt(whole)}\n${excerpt(part)}`,
    )
  }
}

/** Whether the fields are the same and counts are close: versions of the product normalize a few names differently. */
function matches(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    return (
      isClose(part.length, whole.length) &&
      part.slice(0, whole.length).every((item, n) => matches(item, whole[n]))
    )
  }
  if (part === null || whole === null) return true
  if (typeof part === 'object' && typeof whole === 'object') {
    return Object.entries(part).every(([key, value]) => key in whole && matches(value, whole[key as never]))
  }
  if (typeof part === 'number' && typeof whole === 'number') return isClose(part, whole)
  return typeof part === typeof whole
}

const isClose = (one: number, other: number) => Math.abs(one - other) <= Math.max(one, other) / 10
