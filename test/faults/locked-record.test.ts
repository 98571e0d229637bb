import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isLockTimeout } from '#server/database/transient-errors.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { inSession } from '#test/support/database-server.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

test('while many save one locked record, everyone can read, and those who save are told why it failed [T754]', async () => {
  const { connectionString: DATABASE_URL, ownerDb } = await createTestDatabase('empty')
  const instance = await newTestInstance({ DATABASE_URL, DATABASE_POOL: '8' })
  onTestFinished(() => instance.remove())
  const product = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')
  const { body: client } = await send('POST', '/clients', token, hodan)
  await ownerDb.transaction().execute(async (trx) => {
    await sql`SELECT FROM clients FOR UPDATE`.execute(trx)
    const edits = Array.from({ length: 20 }, (_, number) =>
      send('PUT', `/clients/${client.id}`, token, { ...hodan, firstName: `Hodan ${number}` }),
    )
    await untilWaiting(ownerDb, 4)
    for (const path of ['/clients', `/clients/${client.id}`, '/health', '/ready'])
      expect((await send('GET', path, token)).status, path).toBe(200)
    const outcomes = (await Promise.all(edits)).map(({ status, body }) => `${status} ${body.code}`)
    expect(new Set(outcomes)).toEqual(new Set(['503 locked', '503 busy']))
    expect(outcomes.filter((outcome) => outcome === '503 locked').length).toBeGreaterThanOrEqual(4)
  })
  const { status } = await send('PUT', `/clients/${client.id}`, token, { ...hodan, firstName: 'Amina' })
  expect(status).toBe(200)
})

test('a statement that has waited for two locks until its own limit says so, too [T833]', async () => {
  const { connection, ownerDb } = await createTestDatabase()
  await sql`CREATE TABLE things AS SELECT 1 AS number`.execute(ownerDb)
  const limited = (statement: string) =>
    inSession(connection, async (client) => {
      await client.query('SET statement_timeout = 200')
      return await client.query(statement).catch((error) => error)
    })
  await ownerDb.transaction().execute(async (trx) => {
    await sql`UPDATE things SET number = 2`.execute(trx)
    const waiting = await limited('UPDATE things SET number = 3')
    expect(waiting).toMatchObject({ code: '57014' })
    expect(isLockTimeout(waiting)).toBe(true)
  })
  const slow = await limited('SELECT pg_sleep(100)')
  expect(slow).toMatchObject({ code: '57014' })
  expect(isLockTimeout(slow)).toBe(false)
})
