import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { inSession } from '#test/support/database-server.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'

const whole = /^The audit trail is whole: [1-9]\d* rows\./

test('verify-audit finds the trail whole beside the running server, after a kill, and with no server at all', async () => {
  const instance = await newTestInstance()
  onTestFinished(() => instance.remove())
  const first = await instance.start()
  const api = apiCaller(first.url)
  const token = await api.becomeSuperAdmin(first.link() ?? '')
  await api.send('POST', '/clients', token, hodan)
  // The server seals within a second or two.
  await expect
    .poll(() => instance.ops('verify-audit'))
    .toMatchObject({ code: 0, printed: expect.stringMatching(whole) })

  first.process.kill('SIGKILL')
  const second = await instance.start()
  await apiCaller(second.url).send('POST', '/clients', token, hodan)
  await second.stop()

  const { code, printed } = await instance.ops('verify-audit')
  expect({ code, printed }).toEqual({ code: 0, printed: expect.stringMatching(whole) })
  expect(printed).not.toContain('to be sealed')
})

test('a tail that was cut off is not forgotten by signing in, but by removing the file that is named', async () => {
  const { instance, database } = await signedInOnce()
  await inSession(database.superuserConnection, (client) =>
    client.query(`
      SET session_replication_role = replica;
      DELETE FROM audit_links WHERE seq > 2;
      DELETE FROM audit_events WHERE id NOT IN (SELECT event_id FROM audit_links)`),
  )
  const product = await instance.start()
  await apiCaller(product.url).send('POST', '/auth/login', undefined, {
    email: 'admin@example.org',
    password,
  })
  await product.stop()

  const { code, complained } = await instance.ops('verify-audit')
  expect({ code, complained }).toEqual({ code: 1, complained: expect.stringContaining('is broken.') })
  const [, file] = /remove the file (\S+);/.exec(complained) ?? []
  rmSync(file ?? '')
  expect(await instance.ops('verify-audit')).toMatchObject({
    code: 0,
    printed: expect.stringMatching(whole),
  })
})

test('without the key it is said which file to bring, and not that the trail is broken', async () => {
  const { instance, database } = await signedInOnce()
  const other = await newTestInstance({ DATABASE_URL: database.connectionString })
  onTestFinished(() => other.remove())
  const { code, printed, complained } = await other.ops('verify-audit')
  expect({ code, printed }).toEqual({ code: 1, printed: '' })
  expect(complained).toMatch(/^The audit trail can't be checked yet: \d+ rows were sealed with the key /)
  expect(complained).not.toContain('broken')

  const keys = `${other.dataDir}/audit-keys`
  expect(complained).toContain(keys)
  appendFileSync(keys, readFileSync(`${instance.dataDir}/audit-keys`))
  expect(await other.ops('verify-audit')).toMatchObject({ code: 0, printed: expect.stringMatching(whole) })
})

test('one row that waits is told in the singular', async () => {
  const { instance, database } = await signedInOnce()
  await database.pool.query(
    "INSERT INTO audit_events (at, action, record_kind) VALUES (now(), 'viewed', 'client')",
  )
  expect((await instance.ops('verify-audit')).printed).toContain('1 newer row waits to be sealed')
})

/** A database of its own with a few sealed rows, on which no server runs any more. */
async function signedInOnce(): Promise<{
  instance: TestInstance
  database: Awaited<ReturnType<typeof createTestDatabase>>
}> {
  const database = await createTestDatabase()
  const instance = await newTestInstance({ DATABASE_URL: database.connectionString })
  onTestFinished(async () => {
    await instance.remove()
    await database.close()
  })
  const product = await instance.start()
  await apiCaller(product.url).becomeSuperAdmin(product.link() ?? '')
  await product.stop()
  return { instance, database }
}
