import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '#contract/access/roles.ts'
import { healthEndpoints } from '#contract/health/endpoints.ts'
import { type BackupStatus, notKeptHere } from '#server/backup/daily-backup.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

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

const ask = (token?: string) => app.send(healthEndpoints.health, token ? { token } : {})

test('everyone learns whether the daily backup does well, and no more', async () => {
  app.context.backup = status
  expect((await ask()).body).toEqual({ status: 'ok', auditTrail: 'sealed', backup: 'not well' })
  app.context.backup = notKeptHere
  expect((await ask()).body).toEqual({ status: 'ok', auditTrail: 'sealed', backup: 'not kept here' })
})

test('everyone learns whether the audit trail is sealed in time', async () => {
  app.context.sealed = false
  expect((await ask()).body).toEqual({ status: 'ok', auditTrail: 'not sealed', backup: 'not kept here' })
  app.context.sealed = true
})

test('only a super-admin learns when the last one was made, and why the next one failed', async () => {
  app.context.backup = status
  for (const role of roles) {
    const { body } = await ask(await app.tokenOf(role))
    expect(body, role).toEqual(
      role === 'super-admin'
        ? { status: 'ok', auditTrail: 'sealed', ...status }
        : { status: 'ok', auditTrail: 'sealed', backup: 'not well' },
    )
  }
})

test('before the first backup a super-admin is told that there is none', async () => {
  app.context.backup = { backup: 'well', lastBackup: null, lastFailure: null }
  const token = await app.signIn('super-admin@example.org')
  expect((await ask(token)).body).toEqual({
    status: 'ok',
    auditTrail: 'sealed',
    backup: 'well',
    lastBackup: null,
    lastFailure: null,
  })
})

test('a session that has ended is ignored: health is answered as to anyone', async () => {
  const token = await app.signIn('super-admin@example.org')
  await app.db.updateTable('sessions').set({ ended_at: app.context.now }).execute()
  const { status: code, body } = await ask(token)
  expect({ code, body }).toEqual({ code: 200, body: { status: 'ok', auditTrail: 'sealed', backup: 'well' } })
})

test('a reply without a required field is answered as a server failure, and logged', async () => {
  app.context.backup = { ...notKeptHere, backup: undefined as never }
  const logged = app.logged.length
  expect(await ask()).toMatchObject({
    status: 500,
    body: { code: 'server-failure' },
  })
  expect(app.logged.slice(logged).join('')).toContain('\\"backup\\" is required!')
})
