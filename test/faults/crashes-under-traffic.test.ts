import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { makeUsedFolder } from '#test/support/database-process.ts'
import { hodan } from '#test/support/people.ts'
import { keepRunning, newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Stops database and server again and again while users work. Every acknowledged write must be on the disk. */

let instance: TestInstance | undefined
let isOver = false
afterEach(async () => {
  isOver = true
  await instance?.remove()
})

/** How often each fault happens; more in `npm run faults`. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)

/** Milliseconds, for seven starts under traffic in each round. */
const timeout = 400_000 * rounds

/** The responses that users got. */
interface Responses {
  clients: string[]
  notes: { client: string; note: string }[]
  /** How often each status was returned. */
  statuses: Map<string, number>
}

test(
  'no signal to PostgreSQL and no kill of the server or of both loses an acknowledged write, and calls get 503 meanwhile [T478]',
  async () => {
    instance = await newTestInstance({ DATA_DIR: await makeUsedFolder(), NOTES_PER_DAY: '999999999' })
    const { postmasterPid } = instance
    const product = await keepRunning(instance)
    const { becomeSuperAdmin, send } = apiCaller(product.url)
    const token = await becomeSuperAdmin(product.link() ?? '')
    const responses: Responses = { clients: [], notes: [], statuses: new Map() }
    const users = [
      ...[1, 2, 3, 4].map((writer) => keepWriting(product.url, token, writer, responses)),
      ...['/api/clients/summary', '/api/clients?limit=20'].map((path) =>
        keepReading(`${product.url}${path}`, token, responses),
      ),
    ]
    // The final `Promise.all` reports errors.
    for (const user of users) user.catch(() => {})
    const faults: ((postgres: number) => void)[] = [
      ...(['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGKILL'] as const).map(
        (signal) => (postgres: number) => void process.kill(postgres, signal),
      ),
      () => product.kill(),
      (postgres) => {
        process.kill(postgres, 'SIGKILL')
        product.kill()
      },
    ]
    const happening = Array.from({ length: rounds }, () => faults).flat()
    for (const causeFault of happening) {
      const before = responses.notes.length
      while (responses.notes.length < before + 15) await pause(10)
      const pid = postmasterPid()
      causeFault(pid)
      while (currentPid(instance.dataDir) === pid) await pause(10)
    }
    const before = responses.notes.length
    while (responses.notes.length < before + 15) await pause(10)
    isOver = true
    await Promise.all(users)

    const answers = ['200', '201', '503 database-away', 'no response']
    expect(answers).toEqual(expect.arrayContaining([...responses.statuses.keys()]))
    const { body: clients } = await send('GET', '/clients', token)
    const existing = new Set(clients.map(({ id }: { id: string }) => id))
    expect(responses.clients.filter((id) => !existing.has(id))).toEqual([])
    for (const { client, note } of responses.notes) {
      const { body: notes } = await send('GET', `/clients/${client}/notes`, token)
      expect(notes.map(({ id }: { id: string }) => id)).toContain(note)
    }
    expect(product.crashes()).toBe(happening.length)
    expect(await instance.ops('verify-audit')).toMatchObject({ code: 0 })
    if (rounds > 1)
      process.stdout.write(
        `${happening.length} faults, ${responses.notes.length} notes acknowledged, none lost.\n`,
      )
  },
  timeout,
)

test('a server that is killed after the first bytes of the whole client list has already written the audit row', async () => {
  const { connectionString: DATABASE_URL, ownerDb } = await createTestDatabase('empty')
  instance = await newTestInstance({ DATABASE_URL })
  let product = await instance.start()
  const token = await apiCaller(product.url).becomeSuperAdmin(product.link() ?? '')
  expect(await instance.ops('seed', '--clients', '6000')).toMatchObject({ code: 0 })
  for (const [method, path] of [
    ['GET', '/clients'],
    ['POST', '/clients/export'],
  ] as const) {
    const reply = await fetch(`${product.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: method === 'POST' ? '{}' : null,
    })
    expect((await reply.body?.getReader().read())?.value?.length).toBeGreaterThan(0)
    product.process.kill('SIGKILL')
    await once(product.process, 'exit')
    const rows = await ownerDb
      .selectFrom('audit_events')
      .select(['action', 'record_kind'])
      .where('request_id', '=', reply.headers.get('x-request-id'))
      .execute()
    expect(rows, path).toEqual([{ action: 'exported', record_kind: 'client list' }])
    // The interrupted list still counts as being sent.
    await ownerDb.deleteFrom('throttling').execute()
    product = await instance.start()
  }
})

/** The process id of the running PostgreSQL; undefined while there is none. */
function currentPid(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** Adds clients, each with a note, and continues after failures, as users do. */
async function keepWriting(url: string, token: string, writer: number, responses: Responses) {
  const { send } = apiCaller(url)
  for (let n = 0; !isOver; n += 1) {
    const body = { ...hodan, firstName: `Writer ${writer}`, lastName: `Nr ${n}` }
    const client = await send('POST', '/clients', token, body).catch(ignoreNoResponse)
    count(responses, client)
    if (client.status !== 201) {
      await pause(20)
      continue
    }
    responses.clients.push(client.body.id)
    const note = await send('POST', `/clients/${client.body.id}/notes`, token, { text: `Note ${n}` }).catch(
      ignoreNoResponse,
    )
    count(responses, note)
    if (note.status === 201) responses.notes.push({ client: client.body.id, note: note.body.id })
  }
}

async function keepReading(url: string, token: string, responses: Responses) {
  while (!isOver) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      .then(async (reply) => {
        if (reply.status === 503) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
        return { status: reply.status, body: (await reply.json()) as { code?: string } }
      })
      .catch(ignoreNoResponse)
    count(responses, answer)
    await pause(5)
  }
}

/** Requests fail between two starts of the server, or are cut off when it ends. */
function ignoreNoResponse(error: unknown) {
  if (error instanceof TypeError || error instanceof SyntaxError) return { status: 0, body: {} }
  throw error
}

function count({ statuses }: Responses, { status, body }: { status: number; body: { code?: string } }): void {
  const key = status === 0 ? 'no response' : status < 400 ? `${status}` : `${status} ${body.code}`
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
}
