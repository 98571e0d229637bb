import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clientReferences } from '#server/clients/references.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const { ownerDb } = await createTestDatabase()

test('the list of tables that refer to clients is complete [T1420]', async () => {
  const { rows } = await sql<{ column: string }>`
    SELECT conrelid::regclass || '.' || attname AS column
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND confrelid = 'clients'::regclass ORDER BY conrelid::regclass::text COLLATE "C"`.execute(
    ownerDb,
  )
  const tables = Object.keys(clientReferences)
  expect(rows.map(({ column }) => column)).toEqual(tables.map((table) => `${table}.client_id`))
})
