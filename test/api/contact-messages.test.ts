import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
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

const app = await createTestApp()
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

test('stores a message as typed with the server’s time, and leaves an audit row without any text [T73]', async () => {
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
    'Some fields are not filled in correctly.',
  ],
])('rejects %s with the right sentence, and stores nothing [T262]', async (_, body, fields, sentence) => {
  const message = sentence ?? Object.values(fields)[0]
  expect(await send(body)).toMatchObject({ status: 400, body: { code: 'invalid-input', message, fields } })
  expect(await stored()).toEqual([])
})

test('accepts a name of 200, an email of 254 and a message of 5,000 characters', async () => {
  const email = `${long(64)}@${long(62)}.${long(62)}.${long(59)}.org`
  expect(email).toHaveLength(254)
  const body = { name: long(200), email, message: '🙂'.repeat(2500) }
  expect((await send(body)).status).toBe(201)
  expect(await stored()).toMatchObject([body])
})

test('answers a bot that fills in the hidden field as usual, but stores, counts and logs nothing [T234]', async () => {
  app.logged.length = 0
  for (const reference of ['https://spam.example', ' ', true, ['x'], { a: 1 }]) {
    expect((await send({ ...amina, reference })).body).toEqual({ message: 'Message sent successfully!' })
  }
  expect(await stored()).toEqual([])
  expect(await app.db.selectFrom('throttling').selectAll().execute()).toEqual([])
  expect(app.logged.join('')).toContain('hidden field')
  expect(app.logged.join('')).not.toMatch(/spam|Amina|lease/)
  expect((await send({ ...amina, reference: '' })).status).toBe(201)
  expect(await stored()).toHaveLength(1)
})

describe('twenty messages an hour', () => {
  test('are accepted from one network; the next gets 429 with Retry-After, other networks do not [T235]', async () => {
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

  test('are allowed again an hour after the first; until then Retry-After is the time that is left', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let count = 0; count < 20; count++) await sendFrom('198.51.100.3')
    vi.setSystemTime(Date.now() + 59.5 * 60_000)
    const { status, headers } = await sendFrom('198.51.100.3')
    expect([status, headers['retry-after']]).toEqual([429, '30'])
    vi.setSystemTime(Date.now() + 31_000)
    expect((await sendFrom('198.51.100.3')).status).toBe(201)
  })

  test('count only messages that were stored', async () => {
    for (let count = 0; count < 30; count++) await send({ ...amina, email: 'amina' })
    expect((await send(amina)).status).toBe(201)
    const [row] = await app.db.selectFrom('throttling').select('points').execute()
    expect(row?.points).toBe(1)
  })

  test('are counted across instances, exactly, under concurrency [T398]', async () => {
    const second = await createTestApp({ db: app.db })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, count) => sendFrom('198.51.100.4', count % 2 ? app : second)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(80)
    expect(await stored()).toHaveLength(20)
  })

  test('are counted by the address that a trusted proxy forwards; other callers cannot forward one [T380]', async () => {
    const behind = await createTestApp({ db: app.db, trustProxy: ['10.0.0.1'] })
    const via = (proxy: string, client: string) =>
      sendFrom(proxy, behind, { 'x-forwarded-for': `203.0.113.50, ${client}` })
    for (let count = 0; count < 20; count++) await via('10.0.0.1', '198.51.100.5')
    expect((await via('10.0.0.1', '198.51.100.5')).status).toBe(429)
    expect((await via('10.0.0.1', '198.51.100.6')).status).toBe(201)
    for (let count = 0; count < 20; count++) await via('10.0.0.2', `198.51.100.${count + 10}`)
    expect((await via('10.0.0.2', '198.51.100.200')).status).toBe(429)
  })
})

test('a proxy that adds a port to addresses is understood', async () => {
  const behind = await createTestApp({ db: app.db, trustProxy: ['10.0.0.1', '2001:db8::/32'] })
  const via = (forwarded: string) => sendFrom('10.0.0.1', behind, { 'x-forwarded-for': forwarded })
  for (let count = 0; count < 20; count++) await via(`198.51.100.77:${4000 + count}, [2001:db8::9]:443`)
  expect((await via('198.51.100.77:5000')).status).toBe(429)
  expect((await via('198.51.100.77')).status).toBe(429)
  expect((await via('[2001:db9::1]:443')).status).toBe(201)
})

test('warns once about a proxy if TRUST_PROXY is not set, at any log level [T379]', async () => {
  const behind = await createTestApp({ db: app.db })
  const written: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  for (const client of ['198.51.100.1', '198.51.100.2'])
    await sendFrom('10.0.0.1', behind, { 'x-forwarded-for': client })
  write.mockRestore()
  expect(written.filter((line) => line.includes('TRUST_PROXY is not set'))).toHaveLength(1)
})

describe('a call from another website', () => {
  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
  ])('is rejected with the headers %o', async (headers) => {
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
  ])('is not assumed with the headers %o', async (headers) => {
    expect((await post(JSON.stringify(amina), 'application/json', headers)).status).toBe(201)
  })
})

test('a failure halfway stores and counts nothing', async () => {
  expect((await app.withoutAudit(() => send(amina))).status).toBe(500)
  expect(await stored()).toEqual([])
  expect(await app.db.selectFrom('throttling').selectAll().execute()).toEqual([])
})
