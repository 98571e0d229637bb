import { expect, test } from 'vitest'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* `npm run ops -- two-step-reset`. */

const email = 'rosa@example.org'

test('turns off two-step sign-in of an employee, ends the sessions, queues an email and names the operator [T285]', async () => {
  const database = await createTestDatabase()
  const instance = await newTestInstance({ DATABASE_URL: database.connectionString })
  try {
    const reset = (address: string) => instance.ops('two-step-reset', address)
    await instance.ops('super-admin', email)
    const row = database.db.selectFrom('employees').select(['id', 'two_step_at', 'two_step_secret'])
    const { id } = await row.executeTakeFirstOrThrow()
    expect(await reset(email)).toMatchObject({
      code: 1,
      errorOutput: `${email} does not use two-step sign-in. Nothing was changed.\n`,
    })
    expect((await reset('nobody@example.org')).errorOutput).toContain('There is no employee')
    expect((await reset('')).errorOutput).toContain('Specify one email address.')

    const now = new Date()
    await database.db
      .updateTable('employees')
      .set({ two_step_at: now, two_step_secret: Buffer.from('x'), two_step_last: 1 })
      .execute()
    const session = {
      id: crypto.randomUUID(),
      employee_id: id,
      device: '',
      started_at: now,
      active_at: now,
      expires_at: now,
    }
    await database.db.insertInto('sessions').values(session).execute()
    expect(await reset('ROSA@example.org')).toMatchObject({ code: 0, errorOutput: '' })
    expect(await row.executeTakeFirst()).toEqual({ id, two_step_at: null, two_step_secret: null })
    const { db } = database
    expect(await db.selectFrom('sessions').select('end_reason').execute()).toEqual([
      { end_reason: 'two-step sign-in reset' },
    ])
    expect(await db.selectFrom('outbox').select(['kind', 'recipient']).execute()).toEqual([
      { kind: 'two-step-reset', recipient: email },
    ])
    const audit = db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'reset two-step sign-in')
    expect(await audit.execute()).toEqual([{ details: { operator: expect.any(String) } }])
  } finally {
    await instance.remove()
  }
})
