import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
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
