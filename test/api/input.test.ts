import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

/* Input: one set of rules for all calls. */

const app = await createTestApp()
const token = await app.tokenOf('manager')
const clientId = (await app.send(clientEndpoints.add, { body: hodan, token })).body.id

const post = (payload: string | Buffer, headers: object = {}) =>
  app.sendRaw({
    method: 'POST',
    url: '/api/clients',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    payload,
  })

test('rejects bytes that are not UTF-8 and text that is not JSON [T418]', async () => {
  const broken = Buffer.concat([Buffer.from('{"firstName":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  for (const payload of [broken, '{"firstName":', 'name=Amina'])
    expect(await post(payload)).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
})

test('rejects content types other than JSON, and compressed bodies [T422]', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect(await post(JSON.stringify(hodan), { 'content-type': type })).toMatchObject({
      status: 415,
      body: { code: 'wrong-content-type' },
    })
  const compressed = await post(gzipSync(JSON.stringify(hodan)), { 'content-encoding': 'gzip' })
  expect(compressed.status).toBe(415)
})

test('rejects 30,000 nested brackets and 21 levels, but reads 20 [T419]', async () => {
  expect((await post('['.repeat(30_000) + ']'.repeat(30_000))).status).toBe(400)
  const nested = (levels: number) =>
    JSON.stringify({ ...hodan, extra: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) })
  expect((await post(nested(20))).body.code).toBe('malformed-input')
  expect((await post(nested(19))).status).toBe(201)
})

test('refuses NUL, lone surrogates and a parameter that is repeated, and names the field [T420]', async () => {
  for (const bad of ['\\u0000', '\\ud83d', '\\udc00x']) {
    const { status, body } = await post(JSON.stringify(hodan).replace('Hodan', bad))
    const fields = { firstName: 'This contains a character that cannot be stored. Remove it and try again.' }
    expect({ status, code: body.code, fields: body.fields }, bad).toEqual({
      status: 400,
      code: 'invalid-input',
      fields,
    })
  }
  for (const name of ['\\u0000', '\\ud83d'])
    expect(await post(`{"${name}":""}`)).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
  for (const query of ['search=%FF', 'search=%', 'status=active&status=active']) {
    const answer = await app.sendRaw({
      url: `/api/clients?${query}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer, query).toMatchObject({ status: 400, body: { code: 'malformed-input' } })
  }
})

test('rejects a body over 64 KiB, and a note over 256 KiB [T417]', async () => {
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

test('a log line has only the documented fields, and no name, email address, token or query string [T497]', async () => {
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
  const fields = [
    ...['level', 'time', 'reqId', 'method', 'route', 'status', 'ms'],
    'employee',
    'network',
    'msg',
  ]
  expect(Object.keys(JSON.parse(app.logged[0] ?? ''))).toEqual(fields)
})

test('a log line has the trace of the request if that is one [T753]', async () => {
  const traceparent = `00-${'4bf92f3577b34da6'.repeat(2)}-00f067aa0ba902b7-01`
  for (const [sent, logged] of [
    [traceparent, traceparent],
    ['Hodan Warsame', undefined],
    [traceparent.replaceAll(/4bf92f3577b34da6/g, '0000000000000000'), undefined],
  ]) {
    app.logged.length = 0
    await app.send(clientEndpoints.list, { token, headers: { traceparent: sent ?? '' } })
    expect(JSON.parse(app.logged.at(-1) ?? '').traceparent).toBe(logged)
  }
})
