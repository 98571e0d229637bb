import os from 'node:os'
import { beforeEach, expect, test } from 'vitest'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

/* `npm run ops -- super-admin`: standard output is the link alone, standard error says what was done. */

let database: TestDatabase
let instance: TestInstance
const email = 'rosa@example.org'

beforeEach(async () => {
  database = await createTestDatabase()
  instance = await newTestInstance({ DATABASE_URL: database.connectionString })
  return () => instance.remove()
})

const link = expect.stringMatching(/^http:\/\/localhost:\d+\/set-password\?token=[\w-]{43}\n$/)

async function employeeRole() {
  const { id, role } = await database.db
    .selectFrom('employees')
    .select(['id', 'role'])
    .executeTakeFirstOrThrow()
  return { id, role }
}

test('reports an account that it created, but not an existing super-admin [T341]', async () => {
  const created = { code: 0, printed: link, errorOutput: `Created super-admin ${email}.\n` }
  expect(await instance.ops('super-admin', email)).toEqual(created)
  expect(await instance.ops('super-admin', email)).toEqual({ code: 0, printed: link, errorOutput: '' })
  expect(await instance.ops('super-admin', email, '--promote')).toMatchObject({ code: 0, errorOutput: '' })
})

test('refuses an employee of another role without --promote', async () => {
  await instance.ops('super-admin', email)
  await database.db.updateTable('employees').set({ role: 'employee' }).execute()
  const before = await auditRows()

  const refused = await instance.ops('super-admin', 'ROSA@example.org')
  expect(refused).toMatchObject({ code: 1, printed: '' })
  expect(refused.errorOutput).toContain('has the role employee. Nothing was changed.')
  expect(refused.errorOutput).toContain('super-admin ROSA@example.org --promote')
  expect((await employeeRole()).role).toBe('employee')
  expect(await auditRows()).toEqual(before)

  const promoted = await instance.ops('super-admin', email, '--promote')
  expect(promoted).toMatchObject({ code: 0, printed: link })
  expect(promoted.errorOutput).toContain(`Promoted ${email} from employee to super-admin.`)
  const { id, role } = await employeeRole()
  expect(role).toBe('super-admin')
  expect((await auditRows()).slice(before.length)).toEqual([
    {
      action: 'changed role',
      record_id: id,
      details: { role: { from: 'employee', to: 'super-admin' }, operator },
    },
    { action: 'made a set-up link', record_id: id, details: { operator } },
  ])
})

test('explains its parameters, and rejects a wrong address, option or command [T357]', async () => {
  const help = await instance.ops('super-admin', '--help')
  expect(help.printed).toContain('PUBLIC_URL')
  expect((await instance.ops('--help')).printed).toContain('super-admin EMAIL')
  for (const wrong of [['super-admin', email, '--demote'], ['super-admin', 'rosa'], ['nonsense']])
    expect(await instance.ops(...wrong), wrong.join(' ')).toMatchObject({ code: 1, printed: '' })
})

const operator = os.userInfo().username

const auditRows = () =>
  database.db.selectFrom('audit_events').select(['action', 'record_id', 'details']).orderBy('id').execute()
