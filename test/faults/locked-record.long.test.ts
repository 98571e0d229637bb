import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

const sahra = { ...hodan, firstName: 'Sahra' }

test('while 90 people save one locked record, others read, sign in and save, and the 90 are told why it failed [T754]', async () => {
  const { connectionString: DATABASE_URL, ownerDb } = await createTestDatabase('empty')
  const instance = await newTestInstance({ DATABASE_URL })
  onTestFinished(() => instance.remove())
  const product = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')
  const add = async (person: object) => (await send('POST', '/clients', token, person)).body.id
  const [locked, other] = [await add(hodan), await add(sahra)]
  await ownerDb.transaction().execute(async (trx) => {
    await sql`SELECT FROM clients WHERE id = ${locked} FOR UPDATE`.execute(trx)
    let failed = 0
    const saves = Array.from({ length: 90 }, async (_, number) => {
      const save =
        number % 2 === 0
          ? send('PUT', `/clients/${locked}`, token, { ...hodan, firstName: `Hodan ${number}` })
          : send('POST', `/clients/${locked}/notes`, token, { text: `Note ${number}` })
      const { status, body } = await save
      failed += 1
      return `${status} ${body.code}`
    })
    await untilWaiting(ownerDb, 2)
    for (const path of ['/clients', `/clients/${locked}`, '/health', '/ready'])
      expect((await send('GET', path, token)).status, path).toBe(200)
    const account = { email: 'admin@example.org', password }
    expect(await send('POST', '/auth/login', undefined, account)).toMatchObject({ status: 200 })
    expect(await send('PUT', `/clients/${other}`, token, { ...sahra, lastName: 'Farah' })).toMatchObject({
      status: 200,
    })
    expect(await send('POST', `/clients/${other}/notes`, token, { text: 'Met.' })).toMatchObject({
      status: 201,
    })
    expect(await send('POST', '/clients', token, { ...hodan, firstName: 'Zahra' })).toMatchObject({
      status: 201,
    })
    expect(failed, 'saves that had ended before the others’ work was done').toBeLessThan(90)
    expect(new Set(await Promise.all(saves))).toEqual(new Set(['503 locked']))
  })
  expect((await send('PUT', `/clients/${locked}`, token, { ...hodan, firstName: 'Amina' })).status).toBe(200)
})
