import { expect, test } from 'vitest'
import { roles } from '#contract/access/roles.ts'
import { healthEndpoints } from '#contract/health/endpoints.ts'
import { type BackupStatus, notKeptHere } from '#server/backup/daily-backup.ts'
import { createTestApp } from '#test/support/test-app.ts'
import packageJson from '../../package.json' with { type: 'json' }

const app = await createTestApp()

const status: BackupStatus = {
  backup: 'not well',
  lastBackup: {
    finishedAt: '2026-06-13T02:00:00.000Z',
    ageSeconds: 219_600,
    bytes: 4711,
    encrypted: true,
    kept: 3,
  },
  lastFailure: 'The disk is full.',
}

const ok = { status: 'ok', version: packageJson.version, auditAnchor: 'written' }

const ask = (token?: string) => app.send(healthEndpoints.health, token ? { token } : {})

test('tells everyone the version and whether the daily backup works, and no more [T381]', async () => {
  app.context.backup = status
  expect((await ask()).body).toEqual({ ...ok, auditTrail: 'sealed', backup: 'not well' })
  app.context.backup = notKeptHere
  expect((await ask()).body).toEqual({ ...ok, auditTrail: 'sealed', backup: 'not kept here' })
})

test('answers 503 once the server has been told to stop, while other calls are still finished [T493]', async () => {
  const stopping = new AbortController()
  const ending = await createTestApp({ stopping: stopping.signal })
  expect((await ending.send(healthEndpoints.health, {})).status).toBe(200)
  stopping.abort()
  expect(await ending.send(healthEndpoints.health, {})).toMatchObject({
    status: 503,
    body: { code: 'stopping', message: 'The server is shutting down.' },
  })
  expect((await ending.sendRaw({ url: '/api/clients' })).status).toBe(401)
})

test('tells everyone whether the audit trail is sealed in time [T441]', async () => {
  app.context.sealed = false
  expect((await ask()).body).toEqual({ ...ok, auditTrail: 'not sealed', backup: 'not kept here' })
  app.context.sealed = true
})

test('tells everyone whether the newest seal is kept outside the database [T464]', async () => {
  app.context.kept = false
  expect((await ask()).body).toMatchObject({ status: 'ok', auditAnchor: 'not written' })
  app.context.kept = true
})

test('tells only a super-admin when the last backup was made and why the next one failed', async () => {
  app.context.backup = status
  for (const role of roles) {
    const { body } = await ask(await app.tokenOf(role))
    expect(body, role).toEqual(
      role === 'super-admin'
        ? { ...ok, auditTrail: 'sealed', ...status }
        : { ...ok, auditTrail: 'sealed', backup: 'not well' },
    )
  }
})

test('tells a super-admin that there is no backup yet', async () => {
  app.context.backup = { backup: 'well', lastBackup: null, lastFailure: null }
  const token = await app.signIn('super-admin@example.org')
  expect((await ask(token)).body).toEqual({
    ...ok,
    auditTrail: 'sealed',
    backup: 'well',
    lastBackup: null,
    lastFailure: null,
  })
})

test('ignores a session that has ended', async () => {
  const token = await app.signIn('super-admin@example.org')
  await app.db.updateTable('sessions').set({ ended_at: app.context.now }).execute()
  const { status: code, body } = await ask(token)
  expect({ code, body }).toEqual({ code: 200, body: { ...ok, auditTrail: 'sealed', backup: 'well' } })
})

test('answers 500 and logs it when a reply lacks a required field', async () => {
  app.context.backup = { ...notKeptHere, backup: undefined as never }
  const logged = app.logged.length
  expect(await ask()).toMatchObject({
    status: 500,
    body: { code: 'server-failure' },
  })
  expect(app.logged.slice(logged).join('')).toContain('\\"backup\\" is required!')
})
