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
      DELETE FROM audit_events USING audit_seals
        WHERE seq = (SELECT max(seq) FROM audit_seals) AND event_ids @> id;
      DELETE FROM audit_seals WHERE seq = (SELECT max(seq) FROM audit_seals)`),
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
    code: 2,
    printed: expect.stringMatching(
      /^The audit trail fits its seals: [1-9]\d* rows?, but .* remembers no seal/,
    ),
  })
  const again = await instance.start()
  await apiCaller(again.url).send('POST', '/auth/login', undefined, { email: 'admin@example.org', password })
  await again.stop()
  expect(await instance.ops('verify-audit')).toMatchObject({
    code: 0,
    printed: expect.stringMatching(whole),
  })
})

test('an emptied trail is not called whole, whether or not the data folder remembers a seal', async () => {
  const { instance, database } = await signedInOnce()
  await inSession(database.superuserConnection, (client) =>
    client.query(`SET session_replication_role = replica; DELETE FROM audit_seals; DELETE FROM audit_events`),
  )
  expect(await instance.ops('verify-audit')).toMatchObject({
    code: 1,
    complained: expect.stringContaining('The trail ends at seal 0, but the data folder remembers seal'),
  })
  const other = await newTestInstance({ DATABASE_URL: database.connectionString })
  onTestFinished(() => other.remove())
  expect(await other.ops('verify-audit')).toMatchObject({
    code: 2,
    printed: expect.stringMatching(/^The audit trail is empty, but this data folder remembers no seal/),
  })
})

test('without the key it is said which file to bring, and not that the trail is broken', async () => {
  const { instance, database } = await signedInOnce()
  const other = await newTestInstance({ DATABASE_URL: database.connectionString })
  onTestFinished(() => other.remove())
  const { code, printed, complained } = await other.ops('verify-audit')
  expect({ code, printed }).toEqual({ code: 1, printed: '' })
  expect(complained).toMatch(
    /^The audit trail can't be checked yet: \d+ rows and seals, the first of them row 1, were made with the key /,
  )
  expect(complained).not.toContain('broken')

  const keys = `${other.dataDir}/audit-keys`
  expect(complained).toContain(keys)
  appendFileSync(keys, readFileSync(`${instance.dataDir}/audit-keys`))
  expect(await other.ops('verify-audit')).toMatchObject({
    code: 2,
    printed: expect.stringContaining('this data folder remembers no seal'),
  })
})

test('a row that a command wrote, and no running server sealed within 10 seconds, is named with the way on', async () => {
  const { instance } = await signedInOnce()
  await instance.ops('super-admin', 'admin@example.org')
  await expect
    .poll(() => instance.ops('verify-audit'))
    .toMatchObject({
      code: 1,
      complained: expect.stringMatching(
        /^1 row of the audit trail was never sealed; the first is row \d+\. .* start it and check again\./,
      ),
    })
  const product = await instance.start()
  await product.stop()
  expect(await instance.ops('verify-audit')).toMatchObject({
    code: 0,
    printed: expect.stringMatching(whole),
  })
})

test('a row that was forged is named', async () => {
  const { instance, database } = await signedInOnce()
  await database.pool.query(
    "INSERT INTO audit_events (at, action, record_kind) VALUES (now(), 'viewed', 'client')",
  )
  expect(await instance.ops('verify-audit')).toMatchObject({
    code: 1,
    complained: expect.stringMatching(/^The audit trail is broken. Row \d+ has no digest/),
  })
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
