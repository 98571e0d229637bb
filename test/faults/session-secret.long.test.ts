import { expect, onTestFinished, test } from 'vitest'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

test('a start with a SESSION_SECRET other than the last one warns once, and each leaves a row [T771]', async () => {
  const database = await createTestDatabase()
  const instance = await newTestInstance({ DATABASE_URL: database.connectionString })
  onTestFinished(() => instance.remove())
  const warnings = async () => {
    const { errorOutput } = await instance.stopStartAt('Ready on')
    return errorOutput
      .split('\n')
      .filter((line) => line.startsWith('The session secret is not the one last used'))
  }
  expect(await warnings()).toEqual([])
  expect(await warnings()).toEqual([])
  instance.env.SESSION_SECRET = 'k3Yv8Qn5TzWb1RxM6Hc9PdLs2JfGa7Eu'
  expect(await warnings()).toEqual([expect.stringContaining('everyone has to sign in again')])
  expect(await warnings()).toEqual([])
  const rows = await database.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('record_kind', '=', 'session secret')
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['used', 'changed'])
  expect(JSON.stringify(rows)).not.toContain(instance.env.SESSION_SECRET)
})
