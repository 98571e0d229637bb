import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { makeUsedFolder, processesOf, until } from '#test/support/database-process.ts'
import { keepRunning, newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { startWriters, withoutResponse } from '#test/support/steady-writers.ts'
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

/** More kills of the server alone, and of PostgreSQL alone. */
const serverKills = Number(process.env.SERVER_KILLS ?? 0)
const databaseKills = Number(process.env.DATABASE_KILLS ?? 0)

/** Milliseconds, for seven starts under traffic in each round. */
const timeout = 400_000 * rounds + 60_000 * (serverKills + databaseKills)

test(
  'no signal to PostgreSQL and no kill of the server or of both loses an acknowledged write, and calls get 503 meanwhile [T478]',
  async () => {
    instance = await newTestInstance({ DATA_DIR: await makeUsedFolder(), NOTES_PER_DAY: '999999999' })
    const { postmasterPid } = instance
    const product = await keepRunning(instance)
    const { becomeSuperAdmin } = apiCaller(product.url)
    const token = await becomeSuperAdmin(product.link() ?? '')
    const writers = startWriters(product.url, token)
    const reading = Promise.all(
      ['/api/clients/summary', '/api/clients?limit=20'].map((path) =>
        keepReading(`${product.url}${path}`, token),
      ),
    )
    // Awaited at the end.
    reading.catch(() => {})
    const kill = (postgres: number) => void process.kill(postgres, 'SIGKILL')
    const faults: ((postgres: number) => void)[] = [
      ...(['SIGINT', 'SIGQUIT', 'SIGTERM'] as const).map(
        (signal) => (postgres: number) => void process.kill(postgres, signal),
      ),
      kill,
      product.kill,
      (postgres) => {
        kill(postgres)
        product.kill()
      },
    ]
    const happening = [
      ...Array.from({ length: rounds }, () => faults).flat(),
      ...Array.from({ length: databaseKills }, () => kill),
      ...Array.from({ length: serverKills }, () => product.kill),
    ]
    for (const causeFault of happening) {
      await writers.more(15)
      const pid = postmasterPid()
      causeFault(pid)
      while (currentPid(instance.dataDir) === pid) await pause(10)
    }
    await writers.more(15)
    isOver = true
    await Promise.all([reading, writers.stop()])
    const answers = ['201', '503 database-away', 'no response']
    expect(answers).toEqual(expect.arrayContaining([...writers.statuses.keys()]))
    expect(product.crashes()).toBe(happening.length)
    expect(await instance.ops('verify-audit')).toMatchObject({ code: 0 })
    if (happening.length > faults.length)
      process.stdout.write(
        `${happening.length} faults, ${writers.acknowledged.length} notes acknowledged, none lost.\n`,
      )
  },
  timeout,
)

test('a database that stands still keeps what was acknowledged, and calls get 503 until it goes on [T831]', {
  repeats: rounds - 1,
}, async () => {
  instance = await newTestInstance({ DATA_DIR: await makeUsedFolder() })
  const product = await instance.start()
  const token = await apiCaller(product.url).becomeSuperAdmin(product.link() ?? '')
  const writers = startWriters(product.url, token)
  await writers.more(15)
  const standing = processesOf(instance.postmasterPid())
  for (const pid of standing) process.kill(pid, 'SIGSTOP')
  await until(() => writers.statuses.has('503 database-away'))
  for (const pid of standing) process.kill(pid, 'SIGCONT')
  await writers.more(15)
  await writers.stop()
  expect(await instance.ops('verify-audit')).toMatchObject({ code: 0 })
})

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

async function keepReading(url: string, token: string) {
  while (!isOver) {
    const { status, code, after } = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      .then(async (reply) => {
        const { code } = (await reply.json()) as { code?: string }
        return { status: reply.status, code, after: Number(reply.headers.get('retry-after')) }
      })
      .catch((error) => ({ ...withoutResponse(error), code: undefined, after: 0 }))
    expect(['200', '503 database-away', '0']).toContain([status, code].join(' ').trim())
    if (status === 503) expect(after).toBeGreaterThan(0)
    await pause(5)
  }
}
