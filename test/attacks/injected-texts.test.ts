import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import { startMailWorker } from '#server/outgoing-mail/worker.ts'
import { mailConfig, organization } from '#test/support/outgoing-mail.ts'
import { amina, hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { marker, storableLines } from './injected-texts.ts'

/* Text is stored as typed and shown as text, in every field that takes one. */

const dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-injected-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const app = await createTestApp({ trustProxy: ['127.0.0.1'] })
const token = await app.tokenOf('super-admin')
app.logged.length = 0

const lines = storableLines.map((text, number) => [text, number] as const)
const prose = (text: string) => `${text}\n\t${text}\n${text}`
const emailOf = (number: number) => `injected-${number}@example.org`

describe.each(lines)('%j', (text, number) => {
  test('is stored as a client’s name and address, found, and returned as typed [T209]', async () => {
    const body = { ...hodan, firstName: text.slice(0, 100), lastName: text.slice(-100), address: text }
    const { firstName, lastName } = body
    const added = await app.send(clientEndpoints.add, { body, token })
    expect(added).toMatchObject({ status: 201, body })
    const params = { id: added.body.id }
    const edited = await app.send(clientEndpoints.edit, {
      params,
      body: { ...body, status: 'pending' },
      token,
    })
    expect(edited.body).toMatchObject({ ...body, status: 'pending' })
    const stale = await app.send(clientEndpoints.edit, { params, body: { ...body, version: 1 }, token })
    expect(stale.body.current).toMatchObject({ firstName, lastName, address: text })
    expect((await app.send(clientEndpoints.get, { params, token })).body).toEqual(edited.body)
    const search = { search: firstName, limit: 200 }
    const { body: found } = await app.send(clientEndpoints.search, { body: search, token })
    expect(found.items).toContainEqual(expect.objectContaining({ id: edited.body.id, firstName, lastName }))
    const person = { firstName, lastName, dateOfBirth: body.dateOfBirth }
    const { body: similar } = await app.send(clientEndpoints.similar, { body: person, token })
    expect(similar).toContainEqual(expect.objectContaining({ firstName, lastName }))
  })

  test('is stored as a note and as its earlier version', async () => {
    const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token })
    const params = { id: client.id }
    const body = { text: prose(text) }
    const { body: note } = await app.send(noteEndpoints.add, { params, body, token })
    expect(note).toMatchObject(body)
    const ofNote = { ...params, noteId: note.id }
    await app.send(noteEndpoints.edit, { params: ofNote, body: { text }, token })
    const { body: notes } = await app.send(noteEndpoints.list, { params, token })
    expect(notes).toMatchObject([{ text }])
    const { body: versions } = await app.send(noteEndpoints.versions, { params: ofNote, token })
    expect(versions).toMatchObject([body])
  })

  test('is stored as an employee’s name and address', async () => {
    const body = { ...amina, firstName: text.slice(0, 100), lastName: text.slice(-100), address: text }
    const added = await app.send(employeeEndpoints.add, {
      body: { ...body, email: emailOf(number) },
      token,
    })
    expect(added).toMatchObject({ status: 201, body: { ...body, email: emailOf(number) } })
    const { body: all } = await app.send(employeeEndpoints.list, { token })
    expect(all).toContainEqual(added.body)
  })

  test('is stored as a visitor’s name and message', async () => {
    const payload = { name: text, email: emailOf(number), message: prose(text) }
    const headers = { 'x-forwarded-for': `198.51.100.${number}` }
    const answer = await app.sendRaw({ method: 'POST', url: '/api/contact', headers, payload })
    expect(answer.status).toBe(201)
    const { body: found } = await app.send(contactEndpoints.search, { body: { search: text }, token })
    expect(found).toContainEqual(expect.objectContaining(payload))
  })
})

/** The elements of a page, without what they say and where the link of this one mail leads. */
const shapeOf = (html = '') => (html.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/token=[\w-]+/, ''))

test('adds no header, recipient or markup to a set-up mail, and no path to its file [T424]', async () => {
  await app.send(employeeEndpoints.add, { body: amina, token })
  const log = { info() {}, warn() {}, error() {} }
  const clock = () => app.context.now
  const config = mailConfig({ dataDir })
  const sending = startMailWorker({ trail: testTrail, db: app.db, config, organization, clock, log })
  await sending.settled()
  await sending.stop()
  const folder = join(dataDir, 'mail')
  const names = readdirSync(folder)
  expect(names.filter((name) => !/^[\d-]{10}T[\d-]{12}Z-[\da-f-]{36}\.eml$/.test(name))).toEqual([])
  const mails = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
  const mailTo = (number: number) =>
    mails.find(({ to }) => to?.some(({ address }) => address === emailOf(number)))
  const harmless = mails.find(({ to }) => to?.some(({ address }) => address === amina.email))
  for (const [text, number] of lines) {
    const mail = mailTo(number)
    expect(mail?.to?.map(({ address }) => address)).toEqual([emailOf(number)])
    expect(mail?.headers.map(({ key }) => key).toSorted()).toEqual(
      'auto-submitted content-type date from message-id mime-version subject to'.split(' '),
    )
    expect(mail?.text).toContain(text.slice(0, 100))
    expect(mail?.html).toContain(escapeHtml(text.slice(0, 100)))
    expect(shapeOf(mail?.html)).toEqual(shapeOf(harmless?.html))
  }
})

test('leaves nothing in audit trail and log', async () => {
  await app.fastify.close()
  const events = await app.db.selectFrom('audit_events').selectAll().execute()
  expect(events.length).toBeGreaterThan(lines.length * 4)
  expect(JSON.stringify(events)).not.toContain(marker)
  expect(app.logged.join('')).not.toContain(marker)
})
