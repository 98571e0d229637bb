import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { passwordHashing } from '#server/session/password-hashing.ts'
import { get, post, type Request, send, sendJson } from './http.ts'
import { ascending, load, measure, memoryUsed, quantile } from './measure.ts'
import { type Product, signInEmployees } from './product.ts'

/*
 * What many people at once do to the product: a working day in small, sign-ins beside reads, and whole lists. Each returns
 * lines of a table, its head first.
 */

/** Requests a second of all staff together. */
const staffRate = 60

/** How many are timed for their mean. */
const hashes = 100

/** Staff who sign in and then, over and over, open the dashboard, search, read a client and write a note, with pauses. */
export async function simulateStaff(product: Product, people: number, minutes: number): Promise<string[][]> {
  const { url, pid, account } = product
  const tokens = await signInEmployees(product, people)
  const { items } = await sendJson<{ items: { id: string; firstName: string }[] }>(url, {
    ...post('/api/clients/search', { limit: 200 }),
    token: tokens[0],
  })
  const times = new Map<string, number[]>()
  const memory = [memoryUsed(pid)]
  const agent = new Agent({ keepAlive: true })
  const end = performance.now() + minutes * 60_000
  async function timed(name: string, request: Request): Promise<void> {
    const begun = performance.now()
    await send(url, request, agent)
    const list = times.get(name) ?? []
    list.push(performance.now() - begun)
    times.set(name, list)
  }
  async function work(token: string, first: number): Promise<void> {
    // Pauses differ between half and one and a half times the mean, and nobody begins at the same time.
    const rest = (share = 0.5 + Math.random()) => pause((share * people * 1000) / staffRate)
    await rest(Math.random())
    for (let at = first; performance.now() < end; at += 1) {
      const client = items[at % items.length]
      if (!client) throw new Error('There are no clients.')
      const path = `/api/clients/${client.id}`
      const day: [string, Request][] = [
        ['dashboard counts', get('/api/clients/summary')],
        ['clients without a note', post('/api/clients/search', { withoutNoteThisWeek: true, limit: 10 })],
        ['search', post('/api/clients/search', { search: client.firstName, limit: 50 })],
        ['client', get(path)],
        ['notes of a client', get(`${path}/notes?limit=50`)],
        ['add a note', post(`${path}/notes`, { text: 'Met at the office. The lease begins on Monday.' })],
      ]
      for (const [name, request] of day) {
        if (performance.now() >= end) return
        await timed(name, { ...request, token })
        await rest()
      }
      // Some sign in again, as people do after a break.
      if (at % 20 === 0) await timed('sign in', post('/api/auth/login', account))
    }
  }
  const middle = pause((minutes * 60_000) / 2).then(() => memory.push(memoryUsed(pid)))
  await Promise.all([...tokens.map(work), middle])
  agent.destroy()
  memory.push(memoryUsed(pid))
  const sent = [...times.values()].flat().length
  return [
    ['call', 'requests', 'p50', 'p95', 'p99', 'longest'],
    ...[...times].map(([name, list]) => {
      const sorted = ascending(list)
      const figures = [0.5, 0.95, 0.99, 1].map((share) => quantile(sorted, share).toFixed(1))
      return [name, `${sorted.length}`, ...figures]
    }),
    ['all', `${sent}, ${(sent / minutes / 60).toFixed(0)} a second`, '', '', '', ''],
    ['memory: begin, middle, end', memory.map((one) => `${one?.toFixed(0)} MB`).join(', '), '', '', '', ''],
  ]
}

/** The p95 of reads by five people alone, and while twenty others sign in. */
export async function signInBesideReads(product: Product, seconds: number): Promise<string[][]> {
  const { url, account, tokens } = product
  const client = await firstClient(product)
  const reads = { name: 'client', requests: tokens.map((token) => ({ ...get(client), token })) }
  const signIn = { name: 'sign in', requests: [post('/api/auth/login', account)] }
  await load(url, reads, 5, seconds)
  const calm = await load(url, reads, 5, seconds)
  const [busy, signIns] = await Promise.all([load(url, reads, 5, seconds), load(url, signIn, 20, seconds)])
  const [before, during] = [calm, busy].map(({ times }) => quantile(ascending(times), 0.95)) as [
    number,
    number,
  ]
  return [
    ['reads of a client: p95 alone', 'while twenty people sign in', 'times as long', 'sign-ins a second'],
    [before.toFixed(2), during.toFixed(2), (during / before).toFixed(1), signIns.rate.toFixed(0)],
  ]
}

/** The processor time of a sign-in and of the password hash alone, one after another, in milliseconds. */
export async function signInBesideHash(product: Product, seconds: number): Promise<string[][]> {
  const { account, postgres } = product
  const signIn = { name: 'sign in', requests: [post('/api/auth/login', account)] }
  const [signIns] = await measure([product], postgres.pid, signIn, 1, { rounds: 1, seconds })
  const hashing = passwordHashing()
  const stored = await hashing.hash(account.password)
  const before = process.cpuUsage()
  for (let count = 0; count < hashes; count += 1) await hashing.verify(account.password, stored)
  const { user, system } = process.cpuUsage(before)
  const alone = (user + system) / 1000 / hashes
  const { server = Number.NaN, database = Number.NaN } = signIns?.cpu ?? {}
  return [
    ['CPU of a sign-in: server', 'database', 'the hash alone', 'times the hash'],
    [server, database, alone, (server + database) / alone].map((value) => value.toFixed(2)),
  ]
}

async function firstClient({ url, tokens }: Product): Promise<string> {
  const search = { ...post('/api/clients/search', { limit: 1 }), token: tokens[0] }
  const { items } = await sendJson<{ items: { id: string }[] }>(url, search)
  return `/api/clients/${items[0]?.id}`
}

/** The most memory while ten people load the whole list at the same time. */
export async function wholeLists(product: Product): Promise<string[][]> {
  const { url, pid } = product
  const tokens = await signInEmployees(product, 10)
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, memoryUsed(pid) ?? 0)
  }, 100)
  const begun = performance.now()
  const sizes = await Promise.all(
    tokens.map(async (token) => (await send(url, { ...get('/api/clients'), token })).length),
  )
  clearInterval(timer)
  const [bytes = 0] = sizes
  const seconds = (performance.now() - begun) / 1000
  return [
    ['ten whole lists at once', 'seconds for all ten', 'most memory'],
    [`${(bytes / 1e6).toFixed(0)} MB each`, seconds.toFixed(1), `${most.toFixed(0)} MB`],
  ]
}
