import type { Request } from 'autocannon'
import { authorizationEndpoints } from '#contract/authorizations/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { draftEndpoints } from '#contract/drafts/endpoints.ts'
import { dueEndpoints } from '#contract/due/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { fileEndpoints } from '#contract/files/endpoints.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { peopleEndpoints } from '#contract/people/endpoints.ts'
import { namesOf } from '#contract/record-field.ts'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import type { Product } from './product.ts'
import { ofClient } from './tables.ts'

/*
 * The measured calls. Paths, statuses and fields come from the product's contract, so what changes there changes for all
 * programs. `bare.ts` and `express.ts` have one handler for each of these endpoints.
 */
export const endpoints = {
  // Before `client`, whose path matches, too.
  counts: clientEndpoints.summary,
  client: clientEndpoints.get,
  clients: clientEndpoints.list,
  search: clientEndpoints.search,
  editClient: clientEndpoints.edit,
  notes: noteEndpoints.list,
  addNote: noteEndpoints.add,
  followUps: followUpEndpoints.search,
  drafts: draftEndpoints.list,
  due: dueEndpoints.list,
  unread: contactEndpoints.unread,
  workloads: employeeEndpoints.workloads,
  statusHistory: clientEndpoints.statusHistory,
  assignments: clientEndpoints.assignments,
  people: peopleEndpoints.list,
  homes: homeEndpoints.list,
  goals: goalEndpoints.list,
  authorizations: authorizationEndpoints.list,
  papers: paperEndpoints.list,
  files: fileEndpoints.list,
  disclosures: recordPacketEndpoints.disclosures,
}
export type EndpointName = keyof typeof endpoints

/** A row of the tables. */
export interface Call {
  name: string
  /** Sent in turn. */
  requests: Request[]
  /** How many requests make one call, such as those of a dashboard. */
  steps: number
  /** How many people call at once. */
  callers: number
  /** The place in `requests` at which the next round begins. */
  next: number
}

/** A request of that endpoint. */
export function request(
  { method, path }: Pick<EndpointDefinition, 'method' | 'path'>,
  { id = '', query = '', body }: { id?: string; query?: string; body?: object } = {},
): Request {
  return {
    method,
    path: `/api${path.replace(':id', id)}${query}`,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }
}

const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const newNote = {
  text:
    'Met at the drop-in. Rent is paid until the end of the month, the landlord has agreed to the inspection. ' +
    'Next week: bus pass, letter to the county, call about the deposit.',
  serviceDate: day(1),
  startTime: '14:00',
  endTime: '14:45',
  minutes: 45,
  service: 'housingTransition',
  contact: 'in-person',
  place: 'Library',
  followUp: { on: day(-7), what: 'Ask the landlord about the lease.' },
}

/** What the dashboard of a worker asks for. */
const ownCards = [
  request(endpoints.counts),
  request(endpoints.counts, { query: '?assignedTo=me' }),
  request(endpoints.search, { body: { withoutNoteThisWeek: true, assignedTo: 'me', limit: 20 } }),
  request(endpoints.followUps, { body: { assignedTo: 'me', until: day(-7), limit: 50 } }),
  request(endpoints.drafts),
  request(endpoints.due),
]

/** What that of a super-admin asks for, too. */
const sharedCards = [
  request(endpoints.search, { body: { withoutNoteThisWeek: true, limit: 20 } }),
  request(endpoints.unread),
  request(endpoints.workloads),
]

/** What the details of a client ask for. */
const detailsOf = (id: string) => [
  request(endpoints.client, { id }),
  request(endpoints.followUps, { body: { clientId: id, open: true, limit: 200 } }),
  request(endpoints.notes, { id, query: '?limit=25' }),
  ...namesOf(ofClient).map((name) => request(endpoints[name], { id })),
]

/** autocannon keeps an answer as one string, which has at most 512 MB; a client in the whole list has 650 bytes. */
const mostInAnswer = 500_000

/** The calls with ids of existing records, by the sessions of several employees. `callers` at once. */
export async function chooseCalls({ origin, superuser, tokens }: Product, callers: number): Promise<Call[]> {
  const { rows: clients } = await superuser.query<{ id: string; name: string; hasPlan: boolean }>(
    `SELECT id, first_name || ' ' || last_name AS name,
      EXISTS (SELECT FROM goals WHERE client_id = clients.id)
        AND EXISTS (SELECT FROM authorizations WHERE client_id = clients.id) AS "hasPlan"
    FROM clients ORDER BY sort_last, sort_first, id`,
  )
  const read = spread(clients, 1000)
  const written = spread(clients, 200)
  const edits: { id: string; body: object }[] = []
  for (const { id } of written) {
    const { content } = await send(origin, withToken(request(endpoints.client, { id }), tokens[0]))
    // Each edit changes the address, without a version check.
    for (const address of ['12 Nicollet Avenue', '14 Nicollet Avenue'])
      edits.push({ id, body: { ...content, version: undefined, address } })
  }
  const list = [[request(endpoints.clients)]]
  // Reads come first: the fastest program adds most notes, and the numbers would differ.
  const calls: Record<string, Request[][]> = {
    'one client': read.map(({ id }) => [request(endpoints.client, { id })]),
    'client counts': [[request(endpoints.counts)]],
    'notes of a client': read.map(({ id }) => [request(endpoints.notes, { id })]),
    'details page': spread(
      clients.filter(({ hasPlan }) => hasPlan),
      1000,
    ).map(({ id }) => detailsOf(id)),
    search: partsFoundIn(clients).map((search) => [
      request(endpoints.search, { body: { search, limit: 50 } }),
    ]),
    'whole list': clients.length > mostInAnswer ? [] : list,
    'dashboard of a worker': [ownCards],
    'dashboard of a super-admin': [[...ownCards, ...sharedCards]],
    'add a note': written.map(({ id }) => [request(endpoints.addNote, { id, body: newNote })]),
    'edit a client': edits.map((edit) => [request(endpoints.editClient, edit)]),
  }
  return Object.entries(calls).flatMap(([name, people]) => {
    const each = Array.from({ length: Math.max(people.length, tokens.length) }, (_, n) =>
      (people[n % people.length] ?? []).map((step) => withToken(step, tokens[n % tokens.length])),
    )
    const [steps = []] = people
    const most = name === 'whole list' ? 1 : callers
    return steps.length === 0
      ? []
      : [{ name, requests: each.flat(), steps: steps.length, callers: Math.min(callers, most), next: 0 }]
  })
}

/** At most `count` items, evenly spread over the list. */
function spread<Item>(items: Item[], count: number): Item[] {
  const many = Math.min(count, items.length)
  return Array.from({ length: many }, (_, n) => items[Math.floor((n * items.length) / many)] as Item)
}

/** Two hundred parts of four and five letters that about one name in a hundred has. */
function partsFoundIn(clients: { name: string }[]): string[] {
  const counts = new Map<string, number>()
  for (const { name } of clients)
    for (const [, five = ''] of name.toLowerCase().matchAll(/(?=([a-z]{5}))/g))
      for (const part of [five, five.slice(1)]) counts.set(part, (counts.get(part) ?? 0) + 1)
  const distance = (found: number) => Math.abs(Math.log((100 * found) / clients.length))
  const parts = [...counts].sort(([, a], [, b]) => distance(a) - distance(b))
  return parts.slice(0, 200).map(([part]) => part)
}

export function withToken(request: Request, token: string | undefined): Request {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}

/** Sends one request. Throws unless it succeeds. */
export async function send(origin: string, { path = '/', method = 'GET', headers, body }: Request) {
  const reply = await fetch(origin + path, {
    method,
    // Comparing whole lists takes longer than a server keeps an unused connection.
    headers: { ...(headers as Record<string, string>), connection: 'close' },
    ...(body && { body: String(body) }),
  })
  if (!reply.ok) throw new Error(`${origin} answered ${method} ${path} with ${reply.status}.`)
  return { status: reply.status, content: await reply.json() }
}

/** Throws if the other program answers one of the first calls with another status, other fields, rows or values. */
export async function expectSameAnswers(product: string, other: string, call: Call): Promise<void> {
  for (const request of call.requests.slice(0, 25 * call.steps)) {
    const [expected, answer] = [await send(product, request), await send(other, request)]
    if (expected.status === answer.status && matches(answer.content, expected.content)) continue
    const excerpts = [expected, answer].map((reply) => JSON.stringify(reply).slice(0, 2000))
    throw new Error(`${other} answers ${request.path} differently.\n${excerpts.join('\n')}`)
  }
}

/** Ids and times of new records differ, and only the product follows last notes. */
const volatile = /^(_?id|noteId|date|version|lastNoteOn|lastNoteAttempted|\w+At)$/

function isSameInstant(...written: unknown[]): boolean {
  const [one, other] = written.map(
    (text) => /^\d{4}-\d\d-\d\dT/.test(String(text)) && Date.parse(String(text)),
  )
  return one !== false && one === other
}

/** The other programs leave out names that they would have to look up, and what a next page needs. */
function matches(answer: unknown, expected: unknown): boolean {
  if (Array.isArray(answer) && Array.isArray(expected))
    return answer.length === expected.length && answer.every((item, n) => matches(item, expected[n]))
  if (answer === null || typeof answer !== 'object' || typeof expected !== 'object' || expected === null)
    return answer === null || answer === expected || isSameInstant(answer, expected)
  return Object.entries(answer).every(([key, value]) => {
    const other = expected[key as never]
    return matches(value, other) || (volatile.test(key) && typeof value === typeof other)
  })
}
