import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { answerFailures } from '#server/http/failure.ts'
import { registerOverloadLimit } from '#server/http/overload.ts'
import { inSession } from '#test/support/database-server.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Overload answers 503, fast. */

test('answers the last 500 of 1,500 blocked calls with 503 at once [T433]', async () => {
  const database = await createTestDatabase()
  const app = await createTestApp({ db: database.db })
  const token = await app.tokenOf('manager')
  const ask = async () => {
    const { status, body, headers } = await app.send(clientEndpoints.summary, { token })
    return { status, code: body.code, retryAfter: headers['retry-after'] }
  }
  const waiting = await inSession(database.connection, async (other) => {
    await other.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE')
    const calls = Array.from({ length: 1_500 }, ask)
    for (const answer of await Promise.all(calls.slice(1_000)))
      expect(answer).toEqual({ status: 503, code: 'busy', retryAfter: '2' })
    await other.query('ROLLBACK')
    return calls.slice(0, 1_000)
  })
  for (const { code } of await Promise.all(waiting)) expect(code).not.toBe('busy')
  expect(await ask()).toMatchObject({ status: 200 })
})

let app: FastifyInstance
let goOn: () => void
let sockets: Socket[]
beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  goOn = resolve
  sockets = []
  app = fastify()
  answerFailures(app)
  registerOverloadLimit(app, 3)
  app.get('/work', async () => {
    await promise
    return 'done'
  })
  app.post('/send', async () => 'taken')
  app.get('/probe', { config: { isProbe: true } }, async () => 'alive')
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

const status = async (url: string, method: 'GET' | 'POST' = 'GET') =>
  (await app.inject({ method, url })).statusCode

/** A caller of its own, who sends this and no more. */
async function call(text: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  const request = once(app.server, 'request')
  socket.write(text)
  await request
  return socket
}

test('refuses calls over the limit, but no probe, and accepts them again when others are done', async () => {
  const waiting = [status('/work'), status('/work'), status('/work')]
  expect(await status('/send', 'POST')).toBe(503)
  expect(await status('/probe')).toBe(200)
  goOn()
  expect(await Promise.all(waiting)).toEqual([200, 200, 200])
  expect(await status('/send', 'POST')).toBe(200)
})

test('does not count calls whose body is still on its way', async () => {
  for (let times = 0; times < 10; times += 1)
    await call(
      'POST /send HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
  expect(await status('/send', 'POST')).toBe(200)
})

test('frees the place of a caller who disconnects', async () => {
  for (let times = 0; times < 3; times += 1) {
    const socket = await call('GET /work HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.destroy()
  }
  goOn()
  await expect.poll(() => status('/send', 'POST')).toBe(200)
})
