import { beforeEach, describe, expect, test, vi } from 'vitest'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const amina = {
  name: 'Amina Yusuf',
  email: 'amina@example.org',
  message: 'My lease ends in May.\nCan you help?',
}
const required = 'All fields are required.'
const wrongEmail = 'Enter a valid email.'
const longMessage = 'Message can have at most 5,000 characters'

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

test.each<[string, object, Record<string, string>, string]>([
  ['nothing', {}, { name: required, email: required, message: required }, required],
  [
    'a missing field among other mistakes',
    { name: ' ', email: 'nobody', message: 'x' },
    { name: required, email: wrongEmail },
    required,
  ],
  [
    'several other mistakes',
    { ...amina, email: 'nobody', message: 'x'.repeat(5001) },
    { email: wrongEmail, message: longMessage },
    'Some fields are not filled in correctly.',
  ],
])(
  'rejects %s with the right sentence, and stores and counts nothing [T262]',
  async (_, body, fields, message) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'invalid-input', message, fields } })
    expect(await stored()).toEqual([])
    expect(await app.db.selectFrom('throttling').selectAll().execute()).toEqual([])
  },
)

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
    const behind = await createTestApp({ db: app.db, trustProxy: ['10.0.0.1', '2001:db8::/32'] })
    const via = (proxy: string, client: string) =>
      sendFrom(proxy, behind, { 'x-forwarded-for': `203.0.113.50, ${client}` })
    // Some proxies add a port.
    for (let count = 0; count < 20; count++)
      await via('10.0.0.1', `198.51.100.5:${4000 + count}, [2001:db8::9]:443`)
    expect((await via('10.0.0.1', '198.51.100.5')).status).toBe(429)
    expect((await via('10.0.0.1', '198.51.100.6')).status).toBe(201)
    for (let count = 0; count < 20; count++) await via('10.0.0.2', `198.51.100.${count + 10}`)
    expect((await via('10.0.0.2', '198.51.100.200')).status).toBe(429)
  })
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
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
  ])('is rejected with the headers %o', async (headers) => {
    const answer = await post(JSON.stringify(amina), 'application/json', headers)
    expect(answer).toMatchObject({ status: 403, body: { code: 'from-another-site' } })
    expect(await stored()).toEqual([])
  })

  test.each([
    { origin: 'https://evil.example', host: 'evil.example' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example', host: 'evil.example' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://housing.example.org' },
  ])('is rejected where PUBLIC_URL is set, with the headers %o [T1108]', async (headers) => {
    const publicUrl = 'https://housing.example.org'
    const place = { db: app.db, publicUrl, isPublicUrlSet: true, trustProxy: ['127.0.0.1'] }
    const there = await createTestApp(place)
    const own = await sendFrom('127.0.0.1', there, { origin: publicUrl, host: 'localhost:3000' })
    expect([own.status, (await sendFrom('127.0.0.1', there, headers)).status]).toEqual([201, 403])
  })

  test.each([
    { 'sec-fetch-site': 'same-origin', origin: 'http://any.example' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
    { origin: 'https://people-use-this.example', host: 'people-use-this.example' },
  ])('is not assumed with the headers %o', async (headers) => {
    expect((await post(JSON.stringify(amina), 'application/json', headers)).status).toBe(201)
  })
})
