import { expect, test } from 'vitest'
import { roles } from '#contract/access/roles.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { healthEndpoints } from '#contract/health/endpoints.ts'
import type { LanguagePage } from '#contract/organization/languages.ts'
import type { BackupStatus } from '#server/backup/daily-backup.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import packageJson from '../../package.json' with { type: 'json' }

const app = await createTestApp()

const status: BackupStatus = {
  backup: 'failing',
  lastBackup: {
    finishedAt: '2026-06-13T02:00:00.000Z',
    ageSeconds: 219_600,
    bytes: 4711,
    encrypted: true,
    kept: 3,
  },
  lastFailure: 'The disk is full.',
  foreignBackups: ['stable-housing-2026-06-14T02-00-00.backup'],
  isOnDataDisk: true,
}

const ok = { status: 'ok', version: packageJson.version, auditAnchor: 'written' }

const ask = (token?: string) => app.send(healthEndpoints.health, token ? { token } : {})

const well = { ...ok, auditTrail: 'sealed', backup: 'not kept here', files: 'ok', translations: 'ok' }

test.each([
  ['the version and that backups are not kept here [T381]', {}, {}],
  ['that the daily backup does not work', { backup: status }, { backup: 'failing' }],
  ['that the audit trail is not sealed in time [T441]', { sealed: false }, { auditTrail: 'not sealed' }],
  [
    'that the newest seal is not kept outside the database [T464]',
    { kept: false },
    { auditAnchor: 'not written' },
  ],
])('tells everyone %s, and no more', async (_, state, expected) => {
  const before = { ...app.context }
  Object.assign(app.context, state)
  expect((await ask()).body).toEqual({ ...well, ...expected })
  Object.assign(app.context, before)
})

test('tells everyone that the English has changed since a page in another language was reviewed [T614]', async () => {
  const languagePages = [{ isOutdated: false }, { isOutdated: true }] as LanguagePage[]
  const translated = await createTestApp({ db: app.db, languagePages })
  expect((await translated.send(healthEndpoints.health, {})).body).toMatchObject({ translations: 'outdated' })
})

test('is 503 with Retry-After without the database [T382]', async () => {
  app.context.alive = false
  const { status, body, headers } = await ask()
  app.context.alive = true
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'database-away' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('answers 503 once the server has been told to stop, while other calls are still finished [T493]', async () => {
  const stopping = new AbortController()
  const ending = await createTestApp({ db: app.db, stopping: stopping.signal })
  expect((await ending.send(healthEndpoints.health, {})).status).toBe(200)
  stopping.abort()
  expect(await ending.send(healthEndpoints.health, {})).toMatchObject({
    status: 503,
    body: { code: 'stopping', message: 'The server is shutting down. Please try again in a moment.' },
  })
  expect((await ending.sendRaw({ url: '/api/clients' })).status).toBe(401)
})

test('is ready while it may be sent requests, the website without the database, too, and alive in any case [T745]', async () => {
  const stopping = new AbortController()
  const probed = await createTestApp({ db: app.db, stopping: stopping.signal })
  const statuses = async () => {
    const replies = [
      await probed.send(healthEndpoints.live, {}),
      await probed.send(healthEndpoints.ready, {}),
      await probed.send(healthEndpoints.ready, { query: { for: 'website' } }),
    ]
    return replies.map(({ status, body }) => `${status} ${body.code ?? body.status}`)
  }
  expect(await statuses()).toEqual(['200 ok', '200 ok', '200 ok'])
  probed.context.alive = false
  expect(await statuses()).toEqual(['200 ok', '503 database-away', '200 ok'])
  probed.context.alive = true
  stopping.abort()
  expect(await statuses()).toEqual(['200 ok', '503 stopping', '503 stopping'])
  expect(probed.logged, 'in the log').toEqual([])
})

test('tells only a signed-in super-admin when the last backup was made and why the next one failed', async () => {
  app.context.backup = status
  const common = { ...well, backup: 'failing' }
  const { isOnDataDisk: _internal, ...forSuperAdmins } = status
  for (const role of roles) {
    const { body } = await ask(await app.tokenOf(role))
    expect(body, role).toEqual(role === 'super-admin' ? { ...well, ...forSuperAdmins } : common)
  }
  const token = await app.signIn('super-admin@example.org')
  await app.db.updateTable('sessions').set({ ended_at: app.context.now }).execute()
  expect((await ask(token)).body, 'after the session has ended').toEqual(common)
})

const report = {
  screen: 'clientDetails' as const,
  error: 'TypeError',
  at: ['client-details-screen-NTtR9zRj.js:1:70', 'react-CySanjfY.js:8:46903'],
}

const reportAs = (token: string, body: object) =>
  app.send(healthEndpoints.screenError, { body: body as never, token })

test('logs a screen that stopped working in one line, with the request id and no unknown fields [T580]', async () => {
  const { id, token } = await app.member('manager', 'reporting@example.org')
  app.logged.length = 0
  const body = { ...report, message: 'Hodan Warsame is no date', url: '/manager/client-details/7' }
  const { status, headers } = await reportAs(token, body)
  expect(status).toBe(204)
  const lines = app.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'answered')
  const reqId = headers['x-request-id']
  expect(lines).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      reqId,
      employee: id,
      ...report,
      msg: 'a screen stopped working',
    },
  ])
})

test.each([
  ['an unknown screen', { screen: 'client-details/7' }],
  ['a message as the kind of error', { error: 'Hodan Warsame is no date' }],
  ['a long kind of error', { error: 'E'.repeat(41) }],
  ['a place that is not one', { at: ['Hodan Warsame'] }],
  ['a long place', { at: [`${'x'.repeat(61)}.js:1:1`] }],
  ['nine places', { at: Array(9).fill(report.at[0]) }],
])('rejects a report with %s [T581]', async (what, wrong) => {
  const { token } = await app.member('employee', `${what.replaceAll(' ', '-')}@example.org`)
  app.logged.length = 0
  expect(await reportAs(token, { ...report, ...wrong })).toMatchObject({
    status: 400,
    body: { code: 'invalid-input' },
  })
  expect(app.logged.join('')).not.toMatch(/Hodan|stopped working/)
})

test('takes 20 reports an hour from an employee [T582]', async () => {
  const token = (await app.member('manager', 'crashing@example.org')).token
  for (let count = 0; count < 20; count++) expect((await reportAs(token, report)).status).toBe(204)
  app.logged.length = 0
  const { status, headers } = await reportAs(token, report)
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(app.logged.join('')).not.toContain('stopped working')
  const other = (await app.member('manager', 'another@example.org')).token
  expect((await reportAs(other, report)).status).toBe(204)
})

test('says to a super-admin what a new installation still needs [T675]', async () => {
  const { token } = await app.member('super-admin', 'first@example.org')
  const ask = () => app.send(healthEndpoints.firstSteps, { token })
  app.context.backup = { ...status, isOnDataDisk: false }
  const before = (await ask()).body
  expect(before).toMatchObject({ organization: false, clients: false, backupDisk: true, twoStep: false })
  await app.send(clientEndpoints.add, { body: hodan, token })
  await app.member('employee', 'second@example.org')
  app.context.backup = { ...status, isOnDataDisk: true }
  expect((await ask()).body).toEqual({ ...before, clients: true, colleagues: true, backupDisk: false })

  const hasName = async (first_name: string, title: string | null) => {
    const values = { first_name, last_name: 'Admin', title }
    await app.db.updateTable('employees').set(values).where('email', '=', 'first@example.org').execute()
    return (await ask()).body.name
  }
  expect(await hasName('Super', 'Director'), 'the placeholder').toBe(false)
  expect(await hasName('Amina', null)).toBe(false)
  expect(await hasName('Amina', 'Director')).toBe(true)
})
