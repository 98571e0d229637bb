import { writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ana, header } from '#test/support/client-import.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

test('every row of an operator’s command names the account that ran it [T501]', async () => {
  const database = await createTestDatabase()
  const instance = await newTestInstance({ DATABASE_URL: database.connectionString, RETENTION_YEARS: '0' })
  onTestFinished(() => instance.remove())
  const file = join(instance.dataDir, 'clients.csv')
  writeFileSync(file, [header, ana].join('\n'))
  const run = async (...parameters: string[]) =>
    expect(await instance.ops(...parameters), parameters[0]).toMatchObject({ code: 0 })
  await run('import', file)
  await run('seed', '--employees', '1')
  await run('super-admin', 'root@example.org')
  const { db } = database
  await db
    .updateTable('clients')
    .set({ deleted_at: new Date('2020-01-01') })
    .execute()
  const { id } = await db.selectFrom('clients').select('id').executeTakeFirstOrThrow()
  await run('deleted', 'restore', id)
  await db
    .updateTable('clients')
    .set({ deleted_at: new Date('2020-01-01') })
    .execute()
  await run('deleted', 'purge', '--before', '2021-01-01')
  const { rows } = await sql<{ action: string; operator: string | null }>`
    SELECT record_kind || ' ' || action AS action, details->>'operator' AS operator FROM audit_events ORDER BY id`.execute(
    db,
  )
  const operator = os.userInfo().username
  expect(rows).toEqual(
    [
      'client added',
      'client import imported',
      'made-up records seeded',
      'employee added',
      'employee made a set-up link',
      'client restored',
      'client purged',
    ].map((action) => ({ action, operator })),
  )
})
