import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { superAdminLink } from '#server/employees/super-admin-link.ts'
import { type MailWorker, startMailWorker } from '#server/outgoing-mail/worker.ts'
import { mailConfig, organization, tablesThatHold, tokenIn } from '#test/support/outgoing-mail.ts'
import { amina } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'

/* Without a mail server, the reply carries the link of the mail that became a file. */

const dataDir = mkdtempSync(join(tmpdir(), 'mail-'))
const folder = join(dataDir, 'mail')
let worker: MailWorker
const app = await createTestApp({
  mail: {
    wake: () => worker.wake(),
    get writeFile() {
      return worker.writeFile
    },
  },
})
const { db, context } = app
const log = { info() {}, warn() {}, error() {} }
const work = {
  db,
  trail: testTrail,
  clock: () => context.now,
  log,
  organization,
  config: mailConfig({ dataDir }),
}
worker = startMailWorker(work)
const { token } = await app.member('super-admin')
afterAll(async () => {
  await worker.stop()
  rmSync(dataDir, { recursive: true })
})

const add = (email: string, headers: object = {}) =>
  app.send(employeeEndpoints.add, { body: { ...amina, email }, token, headers: { ...headers } })
const resend = (email: string) => app.send(employeeEndpoints.resendSetupEmail, { body: { email }, token })
const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
const tokenOf = (link = '') => new URL(link).searchParams.get('token') ?? ''

test('adding an employee replies with the link that the mail file holds, once and stored nowhere', async () => {
  const headers = { 'idempotency-key': 'one-and-the-same' }
  const { status, body, headers: answered } = await add('first@example.org', headers)
  expect(status).toBe(201)
  const request_id = answered['x-request-id']
  expect(await app.audited({ record_id: body.id }, 'action', 'request_id')).toEqual([
    { action: 'added', request_id },
    { action: 'sent set-up mail', request_id },
  ])
  expect(body).toMatchObject({ email: 'first@example.org', mailIsFile: true })
  expect(files().filter((mail) => mail.includes(`${body.setupLink}\r\n`))).toHaveLength(1)
  const link = { body: { token: tokenOf(body.setupLink) } }
  expect((await app.send(sessionEndpoints.link, link)).body).toEqual({ email: 'first@example.org' })
  expect(await tablesThatHold(db, link.body.token)).toEqual([])
  const replayed = await add('first@example.org', headers)
  expect(replayed.body).toMatchObject({ id: body.id })
  expect(replayed.body).not.toHaveProperty('setupLink')
  expect(files()).toHaveLength(1)
})

test('resending replies with a new link, and with none once the employee has set a password', async () => {
  const { body } = await add('second@example.org')
  const again = (await resend('second@example.org')).body
  expect(again).toMatchObject({ mailIsFile: true })
  expect(again.setupLink).not.toBe(body.setupLink)
  expect(files().some((mail) => mail.includes(`${again.setupLink}\r\n`))).toBe(true)
  const save = { body: { token: tokenOf(again.setupLink), password: 'ice on the lake' } }
  expect((await app.send(sessionEndpoints.save, save)).status).toBe(200)
  const reset = (await resend('second@example.org')).body
  expect(reset).toEqual({ message: expect.any(String), mailIsFile: true })
})

test('“Forgot password” leaves the set-up link of a new colleague and of a super-admin valid [T1049]', async () => {
  const email = 'forgets@example.org'
  const { setupLink } = (await add(email)).body
  const command = { db, trail: testTrail, clock: () => context.now, publicUrl: 'https://example.org' }
  const printed = await superAdminLink(command, 'super-admin@example.org')
  for (const typed of [email, 'super-admin@example.org'])
    await app.send(sessionEndpoints.forgot, { body: { email: typed } })
  await worker.settled()
  for (const link of [setupLink, printed])
    expect((await app.send(sessionEndpoints.link, { body: { token: tokenOf(link) } })).status).toBe(200)
})

test('a mail whose file cannot be written waits, and can be sent again with a valid link', async () => {
  const email = 'waits@example.org'
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'in the way')
  const { status, body } = await add(email)
  expect(status).toBe(201)
  expect(body).not.toHaveProperty('setupLink')
  const unsent = async () => (await app.send(outgoingMailEndpoints.list, { token })).body
  const [mail, ...others] = await unsent()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: email, state: 'waiting', attempts: 1 })
  expect(mail.problem).toBe('The email file could not be written.')
  rmSync(folder)
  await app.send(outgoingMailEndpoints.resend, { params: { id: mail.id }, token })
  await worker.settled()
  expect(await unsent()).toEqual([])
  const link = { body: { token: tokenIn(files().join()) } }
  expect((await app.send(sessionEndpoints.link, link)).body).toEqual({ email })
})

test('with a mail server no reply holds a link', async () => {
  await worker.stop()
  const config = mailConfig({ smtpUrl: 'smtp://127.0.0.1:1' })
  worker = startMailWorker({ ...work, config, transport: async () => undefined })
  const { body } = await add('third@example.org')
  expect(body).not.toHaveProperty('setupLink')
  expect(body).not.toHaveProperty('mailIsFile')
  expect((await resend('third@example.org')).body).toEqual({ message: expect.any(String) })
})
