import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const amina = {
  name: 'Amina Yusuf',
  email: 'amina@example.org',
  message: 'My lease ends in May.\nCan you help?',
}
const required = 'All fields are required.'
const wrongEmail = 'Enter a valid email.'
const longName = 'Name can have at most 200 characters'
const longMessage = 'Message can have at most 5,000 characters'
const long = (length: number) => 'x'.repeat(length)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('throttling').execute()
  await app.db.deleteFrom('contact_messages').execute()
})

const send = (body: object) => app.send(contactEndpoints.send, { body: body as never })
const stored = () =>
  app.db.selectFrom('contact_messages').select(['name', 'email', 'message', 'received_at']).execute()
const sendFrom = (remoteAddress: string, target: TestApp = app, headers: object = {}) =>
  target.sendRaw({ method: 'POST', url: '/api/contact', payload: amina, remoteAddress, headers })
const post = (payload: string, contentType = 'application/json', headers: object = {}) =>
  app.sendRaw({
    method: 'POST',
    url: '/api/contact',
    headers: { 'content-type': contentType, ...headers },
    payload,
  })

test('a message is stored as typed, with the server’s time, and leaves an audit row without any text', async () => {
  const answer = await send({ ...amina, receivedAt: '1999-01-01T00:00:00Z', version: 9 })
  expect(answer).toMatchObject({ status: 201, body: { message: 'Message sent successfully!' } })
  expect(Object.keys(answer.body)).toEqual(['message'])
  expect(await stored()).toEqual([{ ...amina, received_at: app.context.now }])
  const columns = ['action', 'actor_id', 'actor_role', 'record_id', 'details'] as const
  expect(await app.audited({ record_kind: 'contact message' }, ...columns)).toEqual([
    { action: 'received', actor_id: null, actor_role: null, record_id: expect.any(String), details: {} },
  ])
})

test.each<[string, object, Record<string, string>, string?]>([
  ['nothing', {}, { name: required, email: required, message: required }, required],
  ['a name that is too long', { ...amina, name: long(201) }, { name: longName }],
  ['a message that is too long', { ...amina, message: long(5001) }, { message: longMessage }],
  ['a wrong email', { ...amina, email: 'amina' }, { email: wrongEmail }],
  [
    'a missing field among other mistakes',
    { name: ' ', email: 'nobody', message: 'x' },
    { name: required, email: wrongEmail },
    required,
  ],
  [
    'several other mistakes',
    { ...amina, name: long(201), email: 'nobody' },
    { name: longName, email: wrongEmail },
    'Some fields need another look.',
  ],
])('refuses %s with the right sentence, and stores nothing', async (_, body, fields, sentence) => {
  const message = sentence ?? Object.values(fields)[0]
  expect(await send(body)).toMatchObject({ status: 400, body: { code: 'invalid-input', message, fields } })
  expect(await stored()).toEqual([])
})

test('a plain form is accepted at the page’s own address alone', async () => {
  const answer = await post('name=A', 'application/x-www-form-urlencoded')
  expect(answer).toMatchObject({ status: 415, body: { code: 'wrong-content-type' } })
})

test('who fills in the unseen field is told that it worked; nothing is stored, counted or logged of it', async () => {
  app.logged.length = 0
  for (const reference of ['https://spam.example', ' ', true, ['x'], { a: 1 }]) {
    expect((await send({ ...amina, reference })).body).toEqual({ message: 'Message sent successfully!' })
  }
  expect(await stored()).toEqual([])
  expect(await app.db.selectFrom('throttling').selectAll().execute()).toEqual([])
  expect(app.logged.join('')).toContain('unseen field')
  expect(app.logged.join('')).not.toMatch(/spam|Amina|lease/)
  expect((await send({ ...amina, reference: '' })).status).toBe(201)
  expect(await stored()).toHaveLength(1)
})

describe('twenty messages an hour', () => {
  test('are taken from one address, then 429 says how long to wait; others are not held up', async () => {
    app.logged.length = 0
    // One household is a /64 of IPv6.
    for (let count = 0; count < 20; count++)
      expect((await sendFrom(`2001:db8:1:2::${count}`)).status).toBe(201)
    const { status, body, headers } = await sendFrom('2001:db8:1:2:ffff:ffff:ffff:ffff')
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'too-many-requests' })
    expect(body.message).toContain('call us')
    expect(Number(headers['retry-after'])).toBe(900)
    expect((await sendFrom('2001:db8:1:3::1')).status).toBe(201)
    expect(await stored()).toHaveLength(21)
    expect(app.logged.join('')).toContain('/api/contact')
    expect(app.logged.join('')).not.toMatch(/2001:|Amina|lease/)
  })

  test('are those that were stored: mistakes cost nothing', async () => {
    for (let count = 0; count < 30; count++) await send({ ...amina, email: 'amina' })
    expect((await send(amina)).status).toBe(201)
    const [row] = await app.db.selectFrom('throttling').select('points').execute()
    expect(row?.points).toBe(1)
  })

  test('are counted once for all instances, to the last one, however many come at a time', async () => {
    const second = await createTestApp({ db: app.db })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, count) => sendFrom('198.51.100.4', count % 2 ? app : second)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(80)
    expect(await stored()).toHaveLength(20)
    await second.close()
  })

  test('behind a trusted proxy count for the address that it names; others can’t name one', async () => {
    const behind = await createTestApp({ db: app.db, trustProxy: ['10.0.0.1'] })
    const via = (proxy: string, client: string) =>
      sendFrom(proxy, behind, { 'x-forwarded-for': `203.0.113.50, ${client}` })
    for (let count = 0; count < 20; count++) await via('10.0.0.1', '198.51.100.5')
    expect((await via('10.0.0.1', '198.51.100.5')).status).toBe(429)
    expect((await via('10.0.0.1', '198.51.100.6')).status).toBe(201)
    for (let count = 0; count < 20; count++) await via('10.0.0.2', `198.51.100.${count + 10}`)
    expect((await via('10.0.0.2', '198.51.100.200')).status).toBe(429)
    await behind.close()
  })
})

describe('a call from another website', () => {
  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
  ])('is refused: %o', async (headers) => {
    const answer = await post(JSON.stringify(amina), 'application/json', headers)
    expect(answer).toMatchObject({ status: 403, body: { code: 'from-another-site' } })
    expect(await stored()).toEqual([])
  })

  test.each([
    {},
    { 'sec-fetch-site': 'same-origin', origin: 'http://any.example' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
    { origin: 'https://people-use-this.example', host: 'people-use-this.example' },
  ])('is none: %o', async (headers) => {
    expect((await post(JSON.stringify(amina), 'application/json', headers)).status).toBe(201)
  })
})

test('with a failure in the middle nothing is stored and nothing counted', async () => {
  expect((await app.withoutAudit(() => send(amina))).status).toBe(500)
  expect(await stored()).toEqual([])
  expect(await app.db.selectFrom('throttling').selectAll().execute()).toEqual([])
})
