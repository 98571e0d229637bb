import { get, post, type Request, sendJson } from './http.ts'
import type { Product, Program } from './product.ts'

/** A line of the table. */
export interface Call {
  name: string
  /** Asked in turn. */
  requests: Request[]
  /** The callers at once that it is measured with at most. */
  mostCallers?: number | undefined
  /** Whether the bare program doesn't have it. */
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

/** Above so many clients 20 callers would wait minutes for the whole list. */
const manyClients = 20_000

/** What is measured, with records that are there. */
export async function chooseCalls({ url, tokens, account }: Product): Promise<Call[]> {
  const inSession = (requests: Request[]): Request[] =>
    Array.from({ length: Math.max(requests.length, tokens.length) }, (_, n) => ({
      ...(requests[n % requests.length] as Request),
      token: tokens[n % tokens.length],
    }))
  const [wholeList] = inSession([get('/api/clients')]) as [Request]
  const clients = await sendJson<Client[]>(url, wholeList)
  const read = spread(clients, 1000)
  const written = spread(clients, 200, 0.5)
  const names = clients.map(({ firstName, lastName }) => folded(`${firstName} ${lastName}`))
  const search = (part: string) => post('/api/clients/search', { search: part, limit: 50 })
  const typed = read.flatMap(({ firstName, lastName }) => [folded(firstName), folded(lastName).slice(0, 4)])
  const searches = (name: string, parts: string[]): Call => ({
    name: `search: ${name}`,
    requests: inSession(parts.map(search)),
    mostCallers: 1,
    isProductOnly: true,
  })
  return [
    { name: 'health', requests: [get('/api/health')] },
    { name: 'client', requests: inSession(read.map(({ id }) => get(`/api/clients/${id}`))) },
    { name: 'search', requests: inSession([...new Set(typed.filter(isPlain))].map(search)) },
    {
      name: 'all clients',
      requests: [wholeList],
      mostCallers: clients.length > manyClients ? 1 : undefined,
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
      [1, 2, 3].flatMap((length) => partsByCount(names, length).slice(0, 20)),
    ),
    searches('rare pairs of letters', partsByCount(names, 2).slice(-50)),
    searches(
      'full names',
      read.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    ),
  ]
}

/** Each time to another address, whatever the record's version is. */
function edit({ id, ...client }: Client): Request {
  const body = (n: number) =>
    JSON.stringify({ ...client, version: undefined, address: `${n} Nicollet Avenue, Minneapolis` })
  return { method: 'PUT', path: `/api/clients/${id}`, body }
}

/** Evenly over the list; `offset` is a part of the distance between two. */
function spread(clients: Client[], count: number, offset = 0): Client[] {
  const step = Math.max(clients.length / count, 1)
  const many = Math.min(count, clients.length)
  return Array.from({ length: many }, (_, n) => clients[Math.floor((n + offset) * step)] as Client)
}

const folded = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isPlain = (text: string) => /^[a-z]+$/.test(text)

/** All parts of so many letters, the most frequent first. */
function partsByCount(names: string[], length: number): string[] {
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

/** How many requests of a call are compared. */
const compared = 25

/** Ends the run when the bare program answers otherwise than the product: then a comparison of speed would mean nothing. */
export async function expectSameAnswers(product: Program, bare: Program, call: Call): Promise<void> {
  for (const request of call.requests.slice(0, compared)) {
    const [whole, part] = [await sendJson(product.url, request), await sendJson(bare.url, request)]
    if (isPart(part, whole)) continue
    const excerpt = (answer: unknown) => JSON.stringify(answer).slice(0, 600)
    throw new Error(
      `The bare program answers ${request.path} differently.\n${excerpt(whole)}\n${excerpt(part)}`,
    )
  }
}

/** The same fields, and about the same counts: versions of the product fold a few names differently. */
function isPart(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) {
    return (
      isAbout(part.length, whole.length) &&
      part.slice(0, whole.length).every((item, n) => isPart(item, whole[n]))
    )
  }
  if (part === null || whole === null) return true
  if (typeof part === 'object' && typeof whole === 'object') {
    return Object.entries(part).every(([key, value]) => key in whole && isPart(value, whole[key as never]))
  }
  if (typeof part === 'number' && typeof whole === 'number') return isAbout(part, whole)
  return typeof part === typeof whole
}

const isAbout = (one: number, other: number) => Math.abs(one - other) <= Math.max(one, other) / 10
