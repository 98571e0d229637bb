import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/* `security.md`, records that can be proven. */

let house: TestApp
let token: string

beforeAll(async () => {
  house = await createTestApp()
  token = await house.tokenOf('manager')
  await house.send(clientEndpoints.add, { body: hodan, token })
})
afterAll(() => house.close())

test('the database itself refuses to change or remove an audit row', async () => {
  const { db } = house
  await expect(db.updateTable('audit_events').set({ action: 'nothing' }).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit_links').execute()).rejects.toThrow('append-only')
  expect((await db.selectFrom('audit_events').selectAll().execute()).length).toBeGreaterThan(0)
})

test('signing in, a refused attempt and signing out leave a row each, with the account that was meant', async () => {
  const id = await house.employ('employee', 'traced@example.org')
  await house.send(sessionEndpoints.login, { body: { email: 'traced@example.org', password: 'a wrong one' } })
  const own = await house.signIn('traced@example.org')
  await house.send(sessionEndpoints.logout, { token: own })
  const rows = await house.db
    .selectFrom('audit_events')
    .select('action')
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action).slice(-3)).toEqual(['sign-in refused', 'signed in', 'signed out'])
})

test('no audit row holds a name, an e-mail address or a text', async () => {
  const rows = JSON.stringify(await house.db.selectFrom('audit_events').selectAll().execute())
  for (const secret of ['Hodan', 'Warsame', '@example.org', hodan.phone]) expect(rows).not.toContain(secret)
})
