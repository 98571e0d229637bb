import { passwordHashing } from '#server/session/password-hashing.ts'
import { type Call, get, post, sendJson, withToken } from './calls.ts'
import { ascending, load, measure, quantile } from './measure.ts'
import { memoryUsed } from './processes.ts'
import type { Product } from './product.ts'

/* What people do to the product at the same time. Each returns lines of a table, its head first. */

const signInCall = ({ account }: Product, callers: number): Call => ({
  name: 'sign in',
  callers,
  requests: [post('/api/auth/login', account)],
})

/** The p95 of reads by five people alone, and while twenty others sign in. */
export async function signInBesideReads(product: Product, duration: number): Promise<string[][]> {
  const { url, tokens } = product
  const search = withToken(post('/api/clients/search', { limit: 1 }), tokens[0])
  const { items } = await sendJson<{ items: { id: string }[] }>(url, search)
  const requests = tokens.map((token) => withToken(get(`/api/clients/${items[0]?.id}`), token))
  const reads: Call = { name: 'client', callers: 5, requests }
  await load(url, reads, { duration })
  const calm = await load(url, reads, { duration })
  const signIn = load(url, signInCall(product, 20), { duration })
  const [busy, signIns] = await Promise.all([load(url, reads, { duration }), signIn])
  const before = quantile(ascending(calm.times), 0.95)
  const during = quantile(ascending(busy.times), 0.95)
  return [
    ['reads of a client: p95 alone', 'while twenty people sign in', 'times as long', 'sign-ins a second'],
    [before.toFixed(2), during.toFixed(2), (during / before).toFixed(1), signIns.rate.toFixed(0)],
  ]
}

/** How many password hashes are timed for their mean. */
const hashes = 100

/** The processor time of a sign-in and of the password hash alone, one after another, in milliseconds. */
export async function signInBesideHash(product: Product, seconds: number): Promise<string[][]> {
  const [signIns] = await measure(product, [product], signInCall(product, 1), { rounds: 1, seconds })
  const { server = Number.NaN, database = Number.NaN } = signIns?.cpu ?? {}
  const hashing = passwordHashing()
  const stored = await hashing.hash(product.account.password)
  const before = process.cpuUsage()
  for (let count = 0; count < hashes; count += 1) await hashing.verify(product.account.password, stored)
  const { user, system } = process.cpuUsage(before)
  const alone = (user + system) / 1000 / hashes
  return [
    ['CPU of a sign-in: server', 'database', 'the hash alone', 'times the hash'],
    [server, database, alone, (server + database) / alone].map((value) => value.toFixed(2)),
  ]
}

/** The most memory while ten people load the whole list at the same time. */
export async function wholeLists(product: Product): Promise<string[][]> {
  const { url, pid, postgresPid, tokens } = product
  await product.clearLimits()
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, memoryUsed(pid, postgresPid))
  }, 100)
  const startedAt = performance.now()
  const lists = tokens.slice(0, 10).map(async (token) => {
    const reply = await fetch(new URL('/api/clients', url), { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`A whole list was answered with ${reply.status}.`)
    return (await reply.arrayBuffer()).byteLength
  })
  const [bytes = 0] = await Promise.all(lists)
  clearInterval(timer)
  return [
    ['ten whole lists at once', 'seconds for all ten', 'most memory'],
    [
      `${(bytes / 1e6).toFixed(0)} MB each`,
      ((performance.now() - startedAt) / 1000).toFixed(1),
      `${most.toFixed(0)} MB`,
    ],
  ]
}
