import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const amina = {
  name: 'Amina Yusuf',
  email: 'amina@example.org',
  message: 'My lease ends in May.\nCan you help?',
}
const required = 'All fields are required.'

let house: TestApp
beforeAll(async () => {
  house = await createTestApp()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.db.deleteFrom('throttling').execute()
  await house.db.deleteFrom('contact_messages').execute()
})

const send = (body: object) => house.send(contactEndpoints.send, { body: body as never })
const stored = () =>
  house.db.selectFrom('contact_messages').select(['name', 'email', 'message', 'received_at']).execute()
const sendFrom = (remoteAddress: string, app: TestApp = house, headers: object = {}) =>
  app.sendRaw({ method: 'POST', url: '/api/contact', payload: amina, remoteAddress, headers })
const post = (payload: string | Buffer, contentType = 'application/json', headers: object = {}) =>
  house.sendRaw({
    method: 'POST',
    url: '/api/contact',
    headers: { 'content-type': contentType, ...headers },
    payload,
  })

test('a message is stored as typed, with the server’s time, and leaves an audit row without any text', async () => {
  const answer = await send({ ...amina, receivedAt: '1999-01-01T00:00:00Z', version: 9 })
  expect(answer).toMatchObject({ status: 201, body: { message: 'Message sent successfully!' } })
  expect(Object.keys(answer.body)).toEqual(['message'])
  expect(await stored()).toEqual([{ ...amina, received_at: house.context.now }])
  const [event] = await house.db
    .selectFrom('audit_events')
    .selectAll()
    .where('record_kind', '=', 'contact message')
    .execute()
  expect(event).toMatchObject({ action: 'received', actor_id: null, actor_role: null, details: {} })
  expect(event?.record_id).not.toBeNull()
})

test('text comes back unchanged, without the white space around it', async () => {
  const typed = {
    name: `  D'Angelo \\ "Dée" <b>&amp;</b> 🙂 `,
    email: " o'hara+help@example.org ",
    message: `\n\t'"\\ <script>alert(1)</script> %00 {{contact:email}}\r\n\u202eمريم\u202c 東京 👩‍👧 \u200d; DROP TABLE--\n`,
  }
  expect((await send(typed)).status).toBe(201)
  const [row] = await stored()
  expect(row).toMatchObject({
    name: typed.name.trim(),
    email: typed.email.trim(),
    message: typed.message.trim(),
  })
})

describe('wrong input is refused with the right sentence, and nothing is stored', () => {
  const long = (length: number) => 'x'.repeat(length)
  const cases: [string, object, Record<string, string>, string?][] = [
    ['nothing', {}, { name: required, email: required, message: required }, required],
    ['a missing name', { ...amina, name: undefined }, { name: required }],
    ['a missing email', { ...amina, email: undefined }, { email: required }],
    ['a missing message', { ...amina, message: undefined }, { message: required }],
    ['white space', { ...amina, message: ' \n\t\u00a0 ' }, { message: required }],
    ['joiners alone', { ...amina, name: '\u200d\u200b' }, { name: required }],
    ['null', { ...amina, name: null }, { name: required }],
    ['a number', { ...amina, name: 5 }, { name: required }],
    ['a list', { ...amina, message: ['a', 'b'] }, { message: required }],
    ['an object', { ...amina, email: { $gt: '' } }, { email: required }],
    ['no email address', { ...amina, email: 'amina' }, { email: 'Enter a valid email.' }],
    ['two email addresses', { ...amina, email: 'a@b.co, c@d.co' }, { email: 'Enter a valid email.' }],
    [
      'an email with a line break',
      { ...amina, email: 'a@b.co\r\nBcc: c@d.co' },
      { email: 'Enter a valid email.' },
    ],
    [
      '65 characters before the @',
      { ...amina, email: `${long(65)}@b.co` },
      { email: 'Enter a valid email.' },
    ],
    ['an email of 255', { ...amina, email: `a@${long(250)}.co` }, { email: 'Enter a valid email.' }],
    ['a name of 201', { ...amina, name: long(201) }, { name: 'Name can have at most 200 characters' }],
    [
      'a message of 5,001',
      { ...amina, message: long(5001) },
      { message: 'Message can have at most 5,000 characters' },
    ],
    [
      'a message of 2,501 emoji, which are 5,002 for the page as well',
      { ...amina, message: '🙂'.repeat(2501) },
      { message: 'Message can have at most 5,000 characters' },
    ],
    [
      'a name on two lines',
      { ...amina, name: 'A\nB' },
      { name: "Name can't hold line breaks or control characters" },
    ],
    ['a bell', { ...amina, message: 'ding\u0007' }, { message: "Message can't hold control characters" }],
    ['C1', { ...amina, message: 'x\u0085y' }, { message: "Message can't hold control characters" }],
    [
      'a missing one among other mistakes',
      { name: ' ', email: 'nobody', message: 'x' },
      { name: required, email: 'Enter a valid email.' },
      required,
    ],
    [
      'several other mistakes',
      { ...amina, name: long(201), email: 'nobody' },
      { name: 'Name can have at most 200 characters', email: 'Enter a valid email.' },
      'Some fields need another look.',
    ],
  ]
  test.each(cases)('%s', async (_, body, fields, message = Object.values(fields)[0]) => {
    const answer = await send(body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', message, fields } })
    expect(Object.keys(answer.body.fields)).toEqual(Object.keys(fields))
    expect(await stored()).toEqual([])
  })

  const json = JSON.stringify(amina)
  const unreadable: [string, () => ReturnType<typeof post>, number, string][] = [
    [
      'bytes that are no UTF-8',
      () => post(Buffer.from([...Buffer.from('{"name":"'), 0xc3, 0x28])),
      400,
      'malformed-input',
    ],
    ['half a surrogate pair', () => post(json.replace('Amina', '\\ud83d')), 400, 'malformed-input'],
    ['NUL', () => post(json.replace('Amina', '\\u0000')), 400, 'malformed-input'],
    ['what is nested deeply', () => post(`${'['.repeat(1000)}${']'.repeat(1000)}`), 400, 'malformed-input'],
    ['no JSON', () => post('name=Amina'), 400, 'malformed-input'],
    ['a list', () => post('[]'), 400, 'invalid-input'],
    ['nothing at all', () => post(''), 400, 'invalid-input'],
    [
      'more than 64 KiB',
      () => post(JSON.stringify({ ...amina, message: 'x'.repeat(66_000) })),
      413,
      'too-large',
    ],
    ['text', () => post(json, 'text/plain'), 415, 'wrong-content-type'],
    ['a form with files', () => post(json, 'multipart/form-data; boundary=x'), 415, 'wrong-content-type'],
    ['a plain form', () => post('name=A', 'application/x-www-form-urlencoded'), 415, 'wrong-content-type'],
    [
      'compressed JSON',
      () => post(gzipSync(json), 'application/json', { 'content-encoding': 'gzip' }),
      415,
      'wrong-content-type',
    ],
  ]
  test.each(unreadable)('%s', async (_, request, status, code) => {
    expect(await request()).toMatchObject({ status, body: { code, message: expect.any(String) } })
    expect(await stored()).toEqual([])
  })
})

test('the longest values are taken', async () => {
  const body = {
    name: 'n'.repeat(200),
    email: `${'e'.repeat(64)}@${'d'.repeat(60)}.org`,
    message: '🙂'.repeat(2500),
  }
  expect((await send(body)).status).toBe(201)
  expect(await stored()).toMatchObject([body])
})

test('who fills in the unseen field is told that it worked; nothing is stored, counted or logged of it', async () => {
  house.logged.length = 0
  for (const reference of ['https://spam.example', ' ', true, ['x'], { a: 1 }]) {
    expect((await send({ ...amina, reference })).body).toEqual({ message: 'Message sent successfully!' })
  }
  expect(await stored()).toEqual([])
  expect(await house.db.selectFrom('throttling').selectAll().execute()).toEqual([])
  expect(house.logged.join('')).toContain('unseen field')
  expect(house.logged.join('')).not.toMatch(/spam|Amina|lease/)
  expect((await send({ ...amina, reference: '' })).status).toBe(201)
  expect(await stored()).toHaveLength(1)
})

describe('twenty messages an hour', () => {
  test('are taken from one address, then 429 says how long to wait; others are not held up', async () => {
    for (let count = 0; count < 20; count++) expect((await sendFrom('198.51.100.1')).status).toBe(201)
    const { status, body, headers } = await sendFrom('198.51.100.1')
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'too-many-requests' })
    expect(body.message).toContain('call us')
    expect(Number(headers['retry-after'])).toBe(900)
    expect((await sendFrom('198.51.100.2')).status).toBe(201)
    expect(await stored()).toHaveLength(21)
  })

  test('begin anew after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let count = 0; count < 20; count++) await sendFrom('198.51.100.3')
    vi.setSystemTime(Date.now() + 59.5 * 60_000)
    const { status, headers } = await sendFrom('198.51.100.3')
    expect([status, headers['retry-after']]).toEqual([429, '30'])
    vi.setSystemTime(Date.now() + 31_000)
    expect((await sendFrom('198.51.100.3')).status).toBe(201)
    vi.useRealTimers()
  })

  test('are those that were stored: mistakes cost nothing', async () => {
    for (let count = 0; count < 30; count++) await send({ ...amina, email: 'amina' })
    expect((await send(amina)).status).toBe(201)
    const [row] = await house.db.selectFrom('throttling').select('points').execute()
    expect(row?.points).toBe(1)
  })

  test('an IPv6 household of a /64 is one, its neighbor another', async () => {
    for (let count = 0; count < 20; count++)
      expect((await sendFrom(`2001:db8:1:2::${count.toString(16)}`)).status).toBe(201)
    expect((await sendFrom('2001:db8:1:2:ffff:ffff:ffff:ffff')).status).toBe(429)
    expect((await sendFrom('2001:db8:1:3::1')).status).toBe(201)
  })

  test('no address stands in the database or in the log', async () => {
    house.logged.length = 0
    await sendFrom('198.51.100.99')
    const rows = await house.db.selectFrom('throttling').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('198.51')
    expect(house.logged.join('')).toContain('/api/contact')
    expect(house.logged.join('')).not.toMatch(/198\.51|Amina|lease/)
  })

  test('are counted once for all instances, to the last one, however many come at a time', async () => {
    const second = await createTestApp({ db: house.db })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, count) => sendFrom('198.51.100.4', count % 2 ? house : second)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(80)
    expect(await stored()).toHaveLength(20)
    await second.close()
  })

  test('behind a trusted proxy count for the address that it names; others can’t name one', async () => {
    const behind = await createTestApp({ db: house.db, trustProxy: ['10.0.0.1'] })
    const via = (proxy: string, client: string) =>
      sendFrom(proxy, behind, { 'x-forwarded-for': `203.0.113.50, ${client}` })
    for (let count = 0; count < 20; count++) await via('10.0.0.1', '198.51.100.5')
    expect((await via('10.0.0.1', '198.51.100.5')).status).toBe(429)
    expect((await via('10.0.0.1', '198.51.100.6')).status).toBe(201)
    for (let count = 0; count < 20; count++) await via('10.0.0.2', `198.51.100.${count + 10}`)
    expect((await via('10.0.0.2', '198.51.100.200')).status).toBe(429)
    await behind.close()
  })

  test('of 10,000 from one address 20 are stored and all others refused, without any failure', async () => {
    const statuses = new Map<number, number>()
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => sendFrom('198.51.100.7')))
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 201: 20, 429: 9980 })
    expect(await stored()).toHaveLength(20)
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

test('while the database is away the answer is 503 and says when to try again', async () => {
  const database = await createTestDatabase()
  const lost = await createTestApp({ db: database.db })
  await database.close()
  const { status, body, headers } = await sendFrom('198.51.100.8', lost)
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'database-away', '2'])
  await lost.close()
})

test('with a failure in the middle nothing is stored and nothing counted', async () => {
  await house.ownerDb.schema.alterTable('audit_events').renameTo('away').execute()
  expect((await send(amina)).status).toBe(500)
  await house.ownerDb.schema.alterTable('away').renameTo('audit_events').execute()
  expect(await stored()).toEqual([])
  expect(await house.db.selectFrom('throttling').selectAll().execute()).toEqual([])
})
