import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { accountNotice, linkMail, mailboxOf } from '#server/outgoing-mail/compose.ts'
import { dropLinkMail, queueAccountNotice, queueLinkMail } from '#server/outgoing-mail/store.ts'
import { removeFilesBefore } from '#server/outgoing-mail/transports.ts'
import { startMailWorker } from '#server/outgoing-mail/worker.ts'
import {
  mailConfig,
  makeClock,
  makeEmployee,
  organization,
  sender,
  tablesThatHold,
  tokenIn,
} from '#test/support/outgoing-mail.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'

const clock = makeClock()
const dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-mail-'))
const folder = join(dataDir, 'mail')
const log = { info() {}, warn() {}, error() {} }

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const app = await createTestApp({ clock: clock.read })
const start = (smtpUrl?: string) =>
  startMailWorker({
    trail: testTrail,
    db: app.db,
    config: mailConfig({ smtpUrl, dataDir }),
    organization,
    clock: clock.read,
    log,
  })

/** Writes waiting mail into the folder. Returns the parsed files, the oldest first. */
async function writeFiles() {
  const sending = start()
  await sending.settled()
  await sending.stop()
  const names = readdirSync(folder).toSorted()
  return await Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))))
}

async function queueFor(more: Parameters<typeof makeEmployee>[1]): Promise<string> {
  clock.pass(1000)
  const id = await makeEmployee(app.db, more)
  await queueLinkMail(app.db, { employeeId: id, recipient: '', kind: 'set-up' }, clock.now)
  return id
}

test('without a mail server a mail is a private file whose link works once and is stored nowhere else [T220]', async () => {
  await queueFor({ email: 'file@example.org' })
  const [mail, ...others] = await writeFiles()
  expect(others).toEqual([])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const [name = ''] = readdirSync(folder)
  expect(name).toMatch(/^2026-06-15T15-00-01-000Z-[0-9a-f-]{36}\.eml$/)
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  expect(mail).toMatchObject({
    from: { name: 'Stable Housing Relocation', address: 'support@stablehousing.example' },
    to: [{ name: 'Amina Warsame', address: 'file@example.org' }],
  })
  const token = tokenIn(mail?.text)
  const link = `https://portal.example.org/set-password?token=${token}`
  const file = readFileSync(join(folder, name), 'utf8')
  expect(file.split('\r\n'), 'readable as text').toContain(link)
  expect(mail?.html).toContain(`href="${link}"`)
  expect(token).toHaveLength(43)
  expect(await tablesThatHold(app.db, token)).toEqual([])
  expect(await tablesThatHold(app.db, 'file@example.org'), 'the search finds what is there').toContain(
    'employees',
  )
  const save = () => app.sendRaw({ method: 'POST', url: '/api/auth/save', payload: { token, password } })
  expect((await save()).status).toBe(200)
  expect((await save()).status).toBe(400)
})

test.each([
  ['a name in any script', 'أمينة', 'O’Brien-Nguyễn 🏠', 'أمينة O’Brien-Nguyễn 🏠', 'Hello أمينة,'],
  ['nobody by a placeholder name', 'Super', 'Admin', '', 'Hello,'],
])('greets %s', async (_, first_name, last_name, to, greeting) => {
  await queueFor({ first_name, last_name, email: `names-${to.length}@example.org` })
  const mail = (await writeFiles()).at(-1)
  expect(mail?.to?.[0]?.name).toBe(to)
  expect(mail?.text).toContain(`${greeting}\n`)
  expect(mail?.html).toContain(`>${greeting}<`)
})

test('a mail tells the sender, the reason, how long the link holds, and what to do if it was not requested', () => {
  const link = 'https://portal.example.org/set-password?token=abc'
  const forgotPage = 'https://portal.example.org/forgot-password'
  const mailOf = (kind: 'set-up' | 'reset') => linkMail({ kind, firstName: 'Amina', token: 'abc' }, sender)
  const setUp = mailOf('set-up')
  const reset = mailOf('reset')
  const facts = [link, forgotPage, 'Stable Housing Relocation', '100 Example Avenue', '(612) 555-0142']
  for (const { text, html } of [setUp, reset]) {
    expect(facts.filter((part) => !text.includes(part) || !html.includes(part))).toEqual([])
    expect(text).not.toMatch(/[<>]|undefined|&\w+;/)
    expect(html).not.toMatch(/<img|<link|@import|url\(|undefined/)
  }
  expect(setUp.text).toContain('works once and expires after 72 hours.')
  expect(reset.text).toContain('works once and expires after 1 hour.')
  expect(reset.text).toContain('If you did not ask for this, ignore this email')
})

test('a notice of a changed account says what happened and what to do, without a secret or a one-time link [T286]', () => {
  const kinds = [
    'email-changed',
    'password-changed',
    'two-step-set-up',
    'two-step-removed',
    'two-step-reset',
    'passkey-added',
    'passkey-removed',
  ] as const
  const notices = kinds.map((kind) => accountNotice({ kind, firstName: 'Amina' }, sender))
  expect(notices.map(({ subject }) => subject)).toEqual([
    'Your email address for Stable Housing Relocation was changed',
    'Your password for Stable Housing Relocation was changed',
    'Two-step sign-in is on for Stable Housing Relocation',
    'Your authenticator app was removed for Stable Housing Relocation',
    'Two-step sign-in was reset for Stable Housing Relocation',
    'A passkey was added for Stable Housing Relocation',
    'A passkey was removed for Stable Housing Relocation',
  ])
  for (const { text, html } of notices) {
    expect(text).toContain('https://portal.example.org/profile\n')
    expect(text).toContain('call us right away: (612) 555-0142. Then choose a new password.')
    expect(text + html).not.toMatch(/token=|otpauth|undefined/)
  }
})

test('a notice is sent to the employee as it is, even if link mail is dropped', async () => {
  const id = await queueFor({ email: 'notice@example.org' })
  const to = { employeeId: id, recipient: 'notice@example.org' }
  await queueAccountNotice(app.db, { ...to, kind: 'password-changed' }, clock.now)
  await queueAccountNotice(app.db, { ...to, kind: 'two-step-set-up' }, clock.now)
  await dropLinkMail(app.db, id)
  const mails = (await writeFiles()).filter((mail) => mail.to?.[0]?.address === 'notice@example.org')
  expect(mails.map(({ subject }) => subject?.slice(0, 13)).toSorted()).toEqual([
    'Two-step sign',
    'Your password',
  ])
  const rows = await app.audited({ record_id: id }, 'action')
  expect(rows).toEqual([{ action: 'sent account notice' }, { action: 'sent account notice' }])
})

test('removes files of mails that are 30 days old, and nothing else', async () => {
  const other = mkdtempSync(join(dataDir, 'old-'))
  const id = 'e3d9a0c7-58b1-4a6e-9f24-7b60c8d1f352'
  const names = [
    `2026-05-15T14-59-59-999Z-${id}.eml`,
    `2026-05-16T15-00-00-000Z-${id}.eml`,
    '2020-01-01 notes.txt',
    'kept.eml',
  ]
  for (const name of names) writeFileSync(join(other, name), '')
  const folder = `2026-05-14T15-00-00-000Z-${id}.eml`
  mkdirSync(join(other, folder))
  removeFilesBefore(other, new Date('2026-05-16T15:00:00Z'))
  expect(readdirSync(other).toSorted()).toEqual([folder, ...names.slice(1)].toSorted())
  expect(() => removeFilesBefore(join(other, 'none'), clock.now)).not.toThrow()
})

test('sends from MAIL_FROM, or from the organization’s address [T377]', () => {
  const cases = {
    'office@example.org': { name: 'Stable Housing Relocation', address: 'office@example.org' },
    'Housing, Inc. <office@example.org>': { name: 'Housing, Inc.', address: 'office@example.org' },
    '"Housing" <office@example.org>': { name: 'Housing', address: 'office@example.org' },
    '<office@example.org>': { name: 'Stable Housing Relocation', address: 'office@example.org' },
  }
  for (const [mailFrom, mailbox] of Object.entries(cases)) {
    expect(mailboxOf(mailFrom, organization)).toEqual(mailbox)
  }
  expect(mailboxOf(undefined, organization).address).toBe(organization.emails.support)
})
