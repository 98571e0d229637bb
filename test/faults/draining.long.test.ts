import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { lineTo } from '#test/support/database-line.ts'
import { until } from '#test/support/database-process.ts'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* What a load balancer and its users see of a server that stops, and of one whose database hangs. */

/** How often each instance is restarted; more in `npm run faults`. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)

/** Milliseconds between two checks of the balancer. */
const checkInterval = 100

async function newInstance(env: Record<string, string>): Promise<TestInstance> {
  const instance = await newTestInstance(env)
  onTestFinished(() => instance.remove())
  return instance
}

/** Sends each request to the next instance that was ready at its last check, keeps its connections, and never retries. */
async function startBalancer(ports: number[]) {
  const ready = new Set<number>()
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0
  const server = http.createServer((request, reply) => {
    turn += 1
    const port = [...ready][turn % ready.size]
    const { method, url: path, headers } = request
    const onward = http.request({ port, host: 'localhost', method, path, headers, agent }, (answer) => {
      reply.writeHead(answer.statusCode ?? 0)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.writeHead(502).end())
    request.pipe(onward)
  })
  const timer = setInterval(() => {
    for (const port of ports)
      http
        .get({ port, host: 'localhost', path: '/api/ready', agent: false }, (answer) => {
          answer.resume()
          if (answer.statusCode === 200) ready.add(port)
          else ready.delete(port)
        })
        .on('error', () => ready.delete(port))
  }, checkInterval)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  onTestFinished(() => {
    clearInterval(timer)
    agent.destroy()
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, ready }
}

test(
  'a rolling restart behind a load balancer that never retries fails no request [T746]',
  async () => {
    const { connectionString: DATABASE_URL } = await createTestDatabase('empty')
    const env = { DATABASE_URL, DRAIN_SECONDS: '4' }
    const instances = [await newInstance(env), await newInstance(env)]
    const products = [await instances[0]?.start(), await instances[1]?.start()]
    // The link of an earlier start is no longer valid.
    const token = await apiCaller(products[1]?.url ?? '').becomeSuperAdmin(products[1]?.link() ?? '')
    const balancer = await startBalancer(instances.map(({ port }) => port))
    const { ready, url } = balancer
    await until(() => ready.size === 2)

    const statuses = new Map<string, number>()
    let isOver = false
    const users = ['/home', '/api/clients/summary', '/api/clients'].map(async (path) => {
      while (!isOver) {
        const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
        await answer.arrayBuffer()
        statuses.set(`${answer.status}`, (statuses.get(`${answer.status}`) ?? 0) + 1)
        await pause(10)
      }
    })
    const restarts = Array.from({ length: rounds }, () => [...instances.entries()]).flat()
    for (const [index, instance] of restarts) {
      const ending = products[index]?.process
      ending?.kill('SIGTERM')
      await until(() => !ready.has(instance.port))
      // It still serves whoever has not noticed, on new connections, which it closes.
      const late = await fetch(`http://localhost:${instance.port}/home`)
      expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
      const probes = ['ready', 'health', 'live'].map((name) =>
        fetch(`http://localhost:${instance.port}/api/${name}`),
      )
      expect((await Promise.all(probes)).map(({ status }) => status)).toEqual([503, 503, 200])
      if (ending) await once(ending, 'exit')
      expect(ending?.exitCode).toBe(0)
      products[index] = await instance.start()
      await until(() => ready.has(instance.port))
    }
    isOver = true
    await Promise.all(users)
    expect([...statuses.keys()]).toEqual(['200'])
    expect(statuses.get('200')).toBeGreaterThan(100)
    if (rounds > 1)
      process.stdout.write(`${restarts.length} restarts, ${statuses.get('200')} requests, none failed.\n`)
  },
  300_000 * rounds,
)

test('the public website is served while the database hangs [T747]', async () => {
  const { connection } = await createTestDatabase()
  const { url: DATABASE_URL, freeze, thaw } = await lineTo(connection)
  const instance = await newInstance({ DATABASE_URL })
  const { url } = await instance.start()
  const status = async (path: string) => (await fetch(`${url}${path}`)).status
  freeze()
  await until(async () => (await status('/api/ready')) === 503)
  for (const path of ['/home', '/services', '/forms', '/api/live', '/api/ready?for=website'])
    expect(await status(path), path).toBe(200)
  thaw()
  await until(async () => (await status('/api/ready')) === 200)
})
