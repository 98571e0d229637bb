import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/* Input: one set of rules for all calls. */

let app: TestApp
let token: string
let clientId: string

beforeAll(async () => {
  app = await createTestApp()
  token = await app.tokenOf('manager')
  clientId = (await app.send(clientEndpoints.add, { body: hodan, token })).body.id
})
afterAll(() => app.close())

const post = (payload: string | Buffer, headers: object = {}) =>
  app.sendRaw({
    method: 'POST',
    url: '/api/clients',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload,
  })

test('bytes that are not UTF-8 are refused, not replaced, and so is what is not JSON', async () => {
  const broken = Buffer.concat([Buffer.from('{"firstName":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  for (const payload of [broken, '{"firstName":', 'name=Amina'])
    expect(await post(payload)).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
})

test('only JSON that is not compressed changes anything', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect(await post(JSON.stringify(hodan), { 'content-type': type })).toMatchObject({
      status: 415,
      body: { code: 'wrong-content-type' },
    })
  const compressed = await post(gzipSync(JSON.stringify(hodan)), { 'content-encoding': 'gzip' })
  expect(compressed.status).toBe(415)
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
    const answer = await app.sendRaw({
      url: `/api/clients?${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer, query).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
  }
})

test('a body over 64 KiB is refused, a note may have up to 256 KiB', async () => {
  const ofBytes = (record: object, bytes: number) => {
    const spare = bytes - JSON.stringify({ ...record, extra: '' }).length
    return { ...record, extra: 'x'.repeat(spare) }
  }
  const addClient = (bytes: number) => post(JSON.stringify(ofBytes(hodan, bytes)))
  const addNote = (bytes: number) =>
    app.send(noteEndpoints.add, {
      params: { id: clientId },
      body: ofBytes({ text: 'x' }, bytes) as never,
      token,
    })
  expect((await addClient(64 * 1024)).status).toBe(201)
  expect((await addNote(256 * 1024)).status).toBe(201)
  for (const answer of [await addClient(64 * 1024 + 1), await addNote(256 * 1024 + 1)])
    expect(answer).toMatchObject({ status: 413, body: { code: 'too-large' } })
})

test('the log holds no name, email address, token or query string', async () => {
  app.logged.length = 0
  await app.send(clientEndpoints.search, { body: { search: 'Warsame', limit: 5 }, token })
  await app.send(clientEndpoints.list, { query: { status: 'discharged' }, token })
  await app.sendRaw({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: 'who@example.org', password: 'pass1234' },
  })
  const log = app.logged.join('')
  expect(log).toContain('/api/clients')
  expect(log).not.toMatch(/Warsame|discharged|who@|pass1234|eyJ/)
})

test('a query of thousands of pairs is refused at the first repetition', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.sendRaw({ url: `/api/clients?${'search=a&'.repeat(1500)}`, headers })
  expect(answer).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
})

test('without the database health is 503, says when to ask again, and tells no more', async () => {
  app.context.alive = false
  const { status, body, headers } = await app.sendRaw({ url: '/api/health' })
  app.context.alive = true
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'database-away' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})
