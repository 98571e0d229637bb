import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/* Input: one set of rules for all calls. */

let house: TestApp
let token: string
let clientId: string

beforeAll(async () => {
  house = await createTestApp()
  token = await house.tokenOf('manager')
  clientId = (await house.send(clientEndpoints.add, { body: hodan, token })).body.id
})
afterAll(() => house.close())

const post = (payload: string | Buffer, contentType = 'application/json') =>
  house.sendRaw({
    method: 'POST',
    url: '/api/clients',
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
    payload,
  })

test('bytes that are not UTF-8 are refused, not replaced', async () => {
  const broken = Buffer.concat([Buffer.from('{"firstName":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  expect(await post(broken)).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
})

test('what is not JSON is refused with a sentence', async () => {
  expect(await post('{"firstName":')).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
})

test('30,000 brackets are refused without harm, and so are 21 levels; 20 are read', async () => {
  expect((await post('['.repeat(30_000) + ']'.repeat(30_000))).status).toBe(400)
  const nested = (levels: number) =>
    JSON.stringify({ ...hodan, extra: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) })
  expect((await post(nested(20))).body.code).toBe('malformed-input')
  expect((await post(nested(19))).status).toBe(201)
})

test('NUL and halves of surrogate pairs are refused wherever they stand', async () => {
  for (const bad of ['\\u0000', '\\ud83d', '\\udc00x']) {
    const { status, body } = await post(JSON.stringify(hodan).replace('Hodan', bad))
    expect({ status, code: body.code }, bad).toEqual({ status: 400, code: 'malformed-input' })
  }
  for (const query of ['search=%00', 'search=%FF', 'search=%']) {
    const answer = await house.sendRaw({
      url: `/api/clients?${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer, query).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
  }
})

test('control characters are refused in a name with a sentence at the field', async () => {
  const answer = await house.send(clientEndpoints.add, {
    body: { ...hodan, lastName: 'War\u0007same' },
    token,
  })
  expect(answer.status).toBe(400)
  expect(answer.body.fields.lastName).toContain('control characters')
})

test('a body over 64 KiB is refused, a note may have up to 256 KiB', async () => {
  const ofBytes = (record: object, bytes: number) => {
    const spare = bytes - JSON.stringify({ ...record, extra: '' }).length
    return { ...record, extra: 'x'.repeat(spare) }
  }
  const addClient = (bytes: number) => post(JSON.stringify(ofBytes(hodan, bytes)))
  const addNote = (bytes: number) =>
    house.send(noteEndpoints.add, {
      params: { id: clientId },
      body: ofBytes({ text: 'x' }, bytes) as never,
      token,
    })
  expect((await addClient(64 * 1024)).status).toBe(201)
  expect((await addNote(256 * 1024)).status).toBe(201)
  for (const answer of [await addClient(64 * 1024 + 1), await addNote(256 * 1024 + 1)])
    expect(answer).toMatchObject({ status: 413, body: { code: 'too-large' } })
})

test('only JSON changes anything', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    expect(await post(JSON.stringify(hodan), type)).toMatchObject({ status: 415 })
  }
})

test('text comes back exactly as typed', async () => {
  const typed = {
    ...hodan,
    firstName: `D'Angelo \\ "Dée" <script>alert(1)</script> 🙂`,
    lastName: '\u202eمريم\u202c',
    address: 'Nhà 5, 東京; DROP TABLE clients;-- %_',
  }
  const added = await house.send(clientEndpoints.add, { body: typed, token })
  expect(added).toMatchObject({ status: 201, body: typed })
  const read = await house.send(clientEndpoints.get, { params: { id: added.body.id }, token })
  expect(read.body).toMatchObject(typed)
})

test('fields that nobody asked for are ignored and not stored', async () => {
  const hostile = `{"_id":"x","id":"x","version":99,"createdAt":"1999-01-01T00:00:00Z","__proto__":{"role":"super-admin"}`
  const body = JSON.parse(`${hostile},${JSON.stringify(hodan).slice(1)}`)
  const { body: added } = await house.send(clientEndpoints.add, { body, token })
  expect(added.version).toBe(1)
  expect(added.createdAt).toBe(house.context.now.toISOString())
  expect(added.id).not.toBe('x')
})

test('every failure has a message, a code and nothing that tells of the inside', async () => {
  const answers = [
    await post('{'),
    await house.sendRaw({ url: '/api/clients/%FF' }),
    await house.sendRaw({ url: '/api/nothing/here' }),
    await house.send(clientEndpoints.get, { params: { id: "1' OR 1=1" }, token }),
    await house.send(clientEndpoints.add, { body: [] as never, token }),
    await house.send(clientEndpoints.list, { query: { status: 'retired' as never }, token }),
    await house.send(clientEndpoints.list, { query: { limit: '0' }, token }),
    await house.send(clientEndpoints.list, { query: { limit: '5', cursor: 'x' }, token }),
    await house.send(clientEndpoints.list, { query: { cursor: 'x' }, token }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(Object.keys(body).filter((name) => !['message', 'code', 'fields'].includes(name))).toEqual([])
    expect(JSON.stringify(body)).not.toMatch(/stack|node_modules|select |\.ts\b/i)
  }
})

test('the log holds no name, email address, token or query string', async () => {
  house.logged.length = 0
  await house.send(clientEndpoints.search, { body: { search: 'Warsame', limit: 5 }, token })
  await house.send(clientEndpoints.list, { query: { status: 'discharged' }, token })
  await house.sendRaw({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'who@example.org', password: 'pass1234' },
  })
  const log = house.logged.join('')
  expect(log).toContain('/api/clients')
  expect(log).not.toMatch(/Warsame|discharged|who@|pass1234|eyJ/)
})

test('a query of thousands of pairs is refused at the first repetition', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await house.sendRaw({ url: `/api/clients?${'search=a&'.repeat(1500)}`, headers })
  expect(answer).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
})

test('a compressed body is not taken', async () => {
  const answer = await house.sendRaw({
    method: 'POST',
    url: '/api/clients',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload: gzipSync(JSON.stringify(hodan)),
  })
  expect(answer.status).toBe(415)
})

test('an address can’t be written so that an API answer is stored, or leaves the failure shape', async () => {
  const urls = ['/%61pi/clients', '/api/clients/%E0%A4%A', `/api/clients/${'x'.repeat(600)}`, '/api/%00']
  for (const url of urls) {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE'] as const) {
      const { status, headers, body } = await house.sendRaw({ method, url })
      expect(headers['cache-control'], `${method} ${url}`).toBe('no-store')
      expect([400, 401, 404], `${method} ${url}`).toContain(status)
      expect(Object.keys(body).toSorted(), `${method} ${url}`).toEqual(['code', 'message'])
    }
  }
})

test('without the database health is 503, says when to ask again, and tells no more', async () => {
  house.context.alive = false
  const { status, body, headers } = await house.sendRaw({ url: '/api/health' })
  house.context.alive = true
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'database-away' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('what is no HTTP is answered in the failure shape and hung up', async () => {
  await house.app.listen({ port: 0, host: '127.0.0.1' })
  const address = house.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const requests = {
    'GARBAGE\r\n\r\n': 400,
    'POST /api/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n': 400,
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`]: 431,
  }
  for (const [request, status] of Object.entries(requests)) {
    const [head = '', body = ''] = (await answerTo(port, request)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(head.toLowerCase()).toContain('cache-control: no-store')
    expect(Object.keys(JSON.parse(body)).toSorted()).toEqual(['code', 'message'])
  }
})

function answerTo(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let answer = ''
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
