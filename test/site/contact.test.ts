import { beforeEach, describe, expect, test } from 'vitest'
import { publicPaths } from '#contract/paths.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { type Answer, createTestApp } from '#test/support/test-app.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { prepareWebsite } from './website.ts'

const amina = { name: 'Amina Yusuf', email: 'amina@example.org', message: 'My lease ends in May.' }
const required = 'All fields are required.'
const failed = 'Failed to send message. Please try again later.'
const formType = 'application/x-www-form-urlencoded'

const pages = await prepareWebsite()
const app = await createTestApp({ pages })
const page = (await app.sendRaw({ url: publicPaths.contact })).body
beforeEach(async () => {
  await app.db.deleteFrom('throttling').execute()
  await app.db.deleteFrom('contact_messages').execute()
})

const post = (payload: string | Buffer, headers: object = {}, target = app) =>
  target.sendRaw({
    method: 'POST',
    url: publicPaths.contact,
    headers: { 'content-type': formType, ...headers },
    payload,
  })
const postForm = (fields: Record<string, string>, headers: object = {}, target = app) =>
  post(new URLSearchParams(fields).toString(), headers, target)
const stored = () => app.db.selectFrom('contact_messages').select(['name', 'email', 'message']).execute()

/** What the form in the HTML of a response shows. */
function textOf({ body }: Answer) {
  const valueIn = (id: string) =>
    decoded(new RegExp(`<input[^>]*id="${id}"[^>]*value="([^"]*)"`).exec(body)?.[1])
  const errorAt = (id: string) =>
    decoded(new RegExp(`id="${id}-error"[^>]*><svg[^]*?</svg><span>([^<]*)<`).exec(body)?.[1])
  return {
    name: valueIn('contact-name'),
    email: valueIn('contact-email'),
    message: decoded(/<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(body)?.[1]),
    errors: [errorAt('contact-name'), errorAt('contact-email'), errorAt('contact-message')],
    invalid: [...body.matchAll(/aria-invalid="([^"]*)"/g)].map(([, value]) => value),
    summary: decoded(/<a href="#contact-[\w]+">([^<]*)<\/a>/.exec(body)?.[1]),
    leadsTo: /<a href="#(contact-\w+)">/.exec(body)?.[1],
    title: /<title>([^<]*)/.exec(body)?.[1],
  }
}

function decoded(text = ''): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

describe('the contact page, before any script runs', () => {
  test('shows address, phones, fax and email of the organization [T33]', async () => {
    const { address, phones, fax, emails } = await readOrganization('organization/organization.json')
    const main = /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? ''
    const block = /<address>[\s\S]*?<\/address>/.exec(main)?.[0] ?? ''
    for (const text of [...address, ...phones.map(({ number }) => number), `${fax}`])
      expect(block).toContain(text)
    expect(block).toContain('href="tel:+16125550142"')
    expect(block).toContain(`href="mailto:${emails.contact}"`)
    for (const number of ['911', '988', '211']) expect(main).toContain(`href="tel:${number}"`)
  })

  test('has one heading of first rank, and the form with exactly the specified labels [T34]', () => {
    expect(page.match(/<h1/g)).toHaveLength(1)
    const labels = [...page.matchAll(/<label class="field-label" for="([\w-]+)">([^<]+)</g)]
    expect(labels.map(([, id, text]) => [id, text])).toEqual([
      ['contact-name', 'Name'],
      ['contact-email', 'Email'],
      ['contact-message', 'Message'],
    ])
    const form = /<form id="contact-form"[^>]*>/.exec(page)?.[0] ?? ''
    expect(form).toContain('action="/contact" method="post"')
    expect(form).toContain('data-call="/api/contact"')
    expect(page).not.toContain('{{contact')
    expect(page).not.toContain('noindex')
  })
})

describe('a form sent with scripts off', () => {
  test('is stored, unlike one with the hidden field, and redirects to a page of thanks; the log holds none of it [T603]', async () => {
    app.logged.length = 0
    for (const reference of ['', 'x']) {
      const { status, headers } = await postForm({ ...amina, reference })
      expect([status, headers.location]).toEqual([303, '/contact/sent'])
    }
    expect(await stored()).toEqual([amina])
    expect(app.logged.join('')).toContain('/contact')
    expect(app.logged.join('')).not.toMatch(/amina|Yusuf|lease/i)
    const thanks = await app.sendRaw({ url: '/contact/sent' })
    expect(thanks.status).toBe(200)
    expect(thanks.body).toMatch(/<h1[^>]*>Message sent successfully!</)
    expect(thanks.body).toContain('<meta name="robots" content="noindex"')
    expect(thanks.body).toMatch(
      /We received your message\..*You will get an answer by email within 2 business days\..*tel:\+16125550142/s,
    )
  })

  test('is stored as typed, with the line breaks that a script sends', async () => {
    const message = '"quoted" \\ <b>bold</b> & 🙂\r\n\r\n\u202bمريم\u202c %41 +1'
    await postForm({ ...amina, message })
    expect(await stored()).toEqual([{ ...amina, message: message.replaceAll('\r\n', '\n') }])
    const lines = Array.from({ length: 50 }, () => 'x'.repeat(99)).join('\r\n')
    expect((await postForm({ ...amina, message: `${lines}y` })).status, 'a line break counts once').toBe(303)
  })

  test('with everything missing comes back with the specified sentence', async () => {
    const answer = await postForm({ name: '', email: ' ', message: '' })
    expect(answer.status).toBe(400)
    expect(textOf(answer)).toMatchObject({
      errors: [required, required, required],
      invalid: ['true', 'true', 'true'],
      summary: required,
      leadsTo: 'contact-name',
    })
    expect(textOf(answer).title).toMatch(/^Error: /)
    expect(answer.headers['content-security-policy']).toContain("form-action 'self'")
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toContain('<meta name="robots" content="noindex"')
    expect(await stored()).toEqual([])
    expect((await app.sendRaw({ url: publicPaths.contact })).body, 'empty again').toBe(page)
  })

  test('comes back with everything typed, and errors only at the wrong fields', async () => {
    const typed = {
      name: `"><script>alert(1)</script> O'Neil & {{contact:message}} $& $1`,
      email: `"onfocus="alert(1)" 'x'`,
      message: `\n</textarea><script>alert(2)</script>\n"quotes" 'single' &amp; 🙂👩‍👧 \u202bمريم\u202c {{contact:name}}\n  end  `,
    }
    const answer = await postForm(typed)
    expect(answer.status).toBe(400)
    expect(textOf(answer)).toMatchObject({
      ...typed,
      errors: ['', 'Enter a valid email.', ''],
      invalid: ['false', 'true', 'false'],
      summary: 'Enter a valid email.',
      leadsTo: 'contact-email',
    })
    expect(answer.body).not.toContain('<script>alert')
    expect(answer.body).not.toContain('"onfocus=')
    expect(answer.body.match(/<\/textarea>/g)).toHaveLength(1)
  })

  const encoded = new URLSearchParams(amina).toString()
  const cases: [string, () => Promise<Answer>, number, string][] = [
    [
      'NUL',
      () => post(`${encoded}%00`),
      400,
      'This contains a character that cannot be stored. Remove it and try again.',
    ],
    ['what is no UTF-8', () => post(`${encoded}%FF`), 400, `${failed} The request is not valid UTF-8.`],
    ['a field twice', () => post(`${encoded}&name=x`), 400, `${failed} The field "name" appears twice.`],
    [
      'more than 64 KiB',
      () => postForm({ ...amina, message: 'x'.repeat(66_000) }),
      413,
      `${failed} This is too large to send. Shorten it and try again.`,
    ],
    [
      'another website',
      () => postForm(amina, { 'sec-fetch-site': 'cross-site' }),
      403,
      `${failed} This was sent from another website. Open the page on our website and send it from there.`,
    ],
    ['JSON', () => post(JSON.stringify(amina), { 'content-type': 'application/json' }), 415, failed],
    ['nothing at all', () => post('', { 'content-type': undefined }), 400, required],
  ]
  test.each(cases)('with %s is answered by the page with a sentence', async (_, request, status, summary) => {
    const answer = await request()
    expect([answer.status, textOf(answer).summary]).toEqual([status, summary])
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(await stored()).toEqual([])
  })

  test('over the limit of form and API together is kept in the page, which says when to try again', async () => {
    const call = () => app.sendRaw({ method: 'POST', url: '/api/contact', payload: amina })
    for (let count = 0; count < 10; count++)
      expect([(await call()).status, (await postForm(amina)).status]).toEqual([201, 303])
    expect((await call()).status).toBe(429)
    const answer = await postForm(amina)
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '900'])
    expect(textOf(answer)).toMatchObject({
      ...amina,
      leadsTo: 'contact-send',
      invalid: ['false', 'false', 'false'],
    })
    expect(textOf(answer).summary).toContain('call us')
  })

  test('is kept in the page while the database is away, and after an unexpected failure', async () => {
    const database = await createTestDatabase()
    const lost = await createTestApp({ db: database.db, pages })
    await database.close()
    const unanswered = await postForm(amina, {}, lost)
    expect([unanswered.status, unanswered.headers['retry-after']]).toEqual([503, '2'])
    expect(textOf(unanswered)).toMatchObject({ ...amina, summary: failed })
    const broken = await app.withoutAudit(() => postForm(amina))
    expect(broken.status).toBe(500)
    expect(textOf(broken)).toMatchObject({ ...amina, summary: failed })
  })

  test('is accepted at that address only, and by no call of the API [T421]', async () => {
    const beyondTheApi = app.fastify.served.filter((route) => !/^(GET|HEAD) |^\w+ \/api\//.test(route))
    expect(beyondTheApi).toEqual(['POST /contact'])
    const headers = { 'content-type': formType }
    for (const url of ['/api/contact', '/api/auth/login'])
      expect((await app.sendRaw({ method: 'POST', url, headers, payload: 'email=a' })).status).toBe(415)
  })
})
