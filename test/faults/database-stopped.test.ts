import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { hodan } from '#test/support/people.ts'
import { keepRunning, newTestInstance, type TestInstance } from '#test/support/running-product.ts'

/* The database stopped again and again while people work; what `npm start` does then is done here. */

let instance: TestInstance | undefined
let isOver = false
afterEach(async () => {
  isOver = true
  await instance?.remove()
})

/** Milliseconds: the program is started five times, under traffic. */
const fiveStarts = 300_000

/** How PostgreSQL is told to stop: politely, at once, and like a kill. */
const ways = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGKILL'] as const

interface Seen {
  clients: string[]
  notes: { client: string; note: string }[]
  /** Status → how often. */
  statuses: Map<string, number>
}

test(
  'PostgreSQL stopped in every way under traffic: 503, then a new start, nothing acknowledged lost',
  async () => {
    instance = await newTestInstance()
    const { postmasterPid } = instance
    const product = await keepRunning(instance)
    const { becomeSuperAdmin, send } = apiCaller(product.url)
    const token = await becomeSuperAdmin(product.link() ?? '')
    const seen: Seen = { clients: [], notes: [], statuses: new Map() }
    const people = [
      ...[1, 2, 3, 4].map((writer) => keepWriting(product.url, token, writer, seen)),
      ...['/api/clients/summary', '/api/clients?limit=20'].map((path) =>
        keepReading(`${product.url}${path}`, token, seen),
      ),
    ]
    for (const person of people) person.catch(() => {}) // told of at the end
    for (const way of ways) {
      const before = seen.notes.length
      while (seen.notes.length < before + 15) await pause(10)
      const pid = postmasterPid()
      process.kill(pid, way)
      while (currentPid(instance.dataDir) === pid) await pause(10)
    }
    const before = seen.notes.length
    while (seen.notes.length < before + 15) await pause(10)
    isOver = true
    await Promise.all(people)

    const answers = ['200', '201', '503 database-away', 'no answer']
    expect(answers).toEqual(expect.arrayContaining([...seen.statuses.keys()]))
    const { body: clients } = await send('GET', '/clients', token)
    const kept = new Set(clients.map(({ id }: { id: string }) => id))
    expect(seen.clients.filter((id) => !kept.has(id))).toEqual([])
    for (const { client, note } of seen.notes) {
      const { body: notes } = await send('GET', `/clients/${client}/notes`, token)
      expect(notes.map(({ id }: { id: string }) => id)).toContain(note)
    }
    expect(product.crashes()).toBe(ways.length)
    expect(await instance.ops('verify-audit')).toMatchObject({ code: 0 })
  },
  fiveStarts,
)

/** Of the PostgreSQL that runs now; undefined while there is none. */
function currentPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** Adds clients, each with a note, and goes on after each failure, as people do. */
async function keepWriting(url: string, token: string, writer: number, seen: Seen) {
  const { send } = apiCaller(url)
  for (let n = 0; !isOver; n += 1) {
    const body = { ...hodan, firstName: `Writer ${writer}`, lastName: `Nr ${n}` }
    const client = await send('POST', '/clients', token, body).catch(noAnswer)
    count(seen, client)
    if (client.status !== 201) {
      await pause(20)
      continue
    }
    seen.clients.push(client.body.id)
    const note = await send('POST', `/clients/${client.body.id}/notes`, token, { text: `Note ${n}` }).catch(
      noAnswer,
    )
    count(seen, note)
    if (note.status === 201) seen.notes.push({ client: client.body.id, note: note.body.id })
  }
}

async function keepReading(url: string, token: string, seen: Seen) {
  while (!isOver) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      .then(async (reply) => {
        if (reply.status === 503) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
        return { status: reply.status, body: (await reply.json()) as { code?: string } }
      })
      .catch(noAnswer)
    count(seen, answer)
    await pause(5)
  }
}

/** Between two programs nobody listens, and the one that ends cuts off what it can't answer any more. */
function noAnswer(error: unknown) {
  if (error instanceof TypeError || error instanceof SyntaxError) return { status: 0, body: {} }
  throw error
}

function count({ statuses }: Seen, { status, body }: { status: number; body: { code?: string } }): void {
  const key = status === 0 ? 'no answer' : status < 400 ? `${status}` : `${status} ${body.code}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
}
