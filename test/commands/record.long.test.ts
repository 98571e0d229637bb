import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addClient } from '#server/clients/store.ts'
import { addSuperAdmin } from '#server/employees/store.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

test('the operator makes the same files, recorded with the account that ran the command [T715]', async () => {
  const { db, connectionString } = await createTestDatabase()
  const instance = await newTestInstance({ DATABASE_URL: connectionString })
  onTestFinished(() => instance.remove())
  const by = await addSuperAdmin(db, 'chief@example.org', new Date())
  const { id } = await addClient(db, hodan, by ?? '', new Date())
  const folder = join(instance.dataDir, 'packet')
  const why = ['--recipient', 'County Court', '--purpose', 'Subpoena', '--basis', 'Court order']
  expect(await instance.ops('record', id, folder, '--recipient', 'County Court')).toMatchObject({ code: 1 })
  expect((await instance.ops('record', by ?? '', folder, ...why)).errorOutput).toContain(
    'There is no client with the id',
  )
  expect(await instance.ops('record', id, folder, ...why.slice(0, 4))).toMatchObject({
    code: 1,
    errorOutput: expect.stringContaining('say with --basis why the record may be shared'),
  })
  expect(existsSync(folder)).toBe(false)
  const { code, printed } = await instance.ops('record', id, folder, ...why, '--from', '2026-01-01')
  expect(code).toBe(0)
  expect(readdirSync(folder).toSorted()).toEqual(['README.txt', 'SHA256SUMS', 'record.json', 'record.pdf'])
  expect(statSync(folder).mode & 0o77).toBe(0)
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, 'record.pdf')))
    .digest('hex')
  expect(printed).toContain(sha256)
  const operator = os.userInfo().username
  expect(await db.selectFrom('disclosures').selectAll().execute()).toMatchObject([
    {
      client_id: id,
      email: null,
      name: `${operator}, on the server`,
      recipient: 'County Court',
      basis: 'Court order',
      from_day: '2026-01-01',
      sha256,
    },
  ])
  expect(
    await db
      .selectFrom('audit_events')
      .select(['action', 'details'])
      .where('action', '=', 'exported')
      .execute(),
  ).toMatchObject([{ details: { client: id, operator } }])
  expect((await instance.ops('record', id, folder, ...why)).errorOutput).toContain('already exists')
})
