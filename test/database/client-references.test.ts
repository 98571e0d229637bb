import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clientReferences } from '#server/clients/references.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const { ownerDb } = await createTestDatabase()

test('the list of what refers to clients has every table that does [T1420]', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'clients'::regclass ORDER BY conrelid::regclass::text COLLATE "C"`.execute(
    ownerDb,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(clientReferences))
})
