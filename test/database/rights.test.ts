import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clientRecordStores } from '#server/client-record-stores.ts'
import { movedTables } from '#server/clients/references.ts'
import { appRole } from '#server/database/embedded/roles.ts'
import { rights } from '#server/database/rights.ts'
import { sourceFiles } from '#test/support/source-tree.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* What the app's role may do with each table. That it may do enough, every other test of the server shows. */

const { ownerDb } = await createTestDatabase()

test('the app’s role may read every table, and change it as the program does and no further [T1044]', async () => {
  const { rows } = await sql<{ name: string; isTable: boolean; granted: string[] }>`
    SELECT relname AS name, relkind = 'r' AS "isTable", ARRAY(
      SELECT privilege_type FROM aclexplode(relacl) WHERE grantee = ${appRole}::regrole
      UNION ALL
      SELECT privilege_type || ' (' || string_agg(attname, ', ' ORDER BY attname) || ')'
      FROM pg_attribute CROSS JOIN aclexplode(attacl)
      WHERE attrelid = pg_class.oid AND grantee = ${appRole}::regrole GROUP BY privilege_type
    ) AS granted
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 'I')`.execute(ownerDb)
  expect(rows.filter(({ isTable }) => isTable).length).toBeGreaterThan(20)
  for (const { name, granted } of rows) {
    const listed = Object.entries(rights).find(([table]) => table === name)?.[1] ?? ''
    const stated = ['SELECT', ...listed.split(/, (?=[A-Z])/).filter(Boolean)].map(inOrder)
    expect([name, ...granted.toSorted()]).toEqual([name, ...stated.toSorted()])
  }
})

/** With its columns in the order of the alphabet. */
const inOrder = (right: string) =>
  right.replace(/\((.+)\)/, (_, columns) => `(${columns.split(', ').sort().join(', ')})`)

test('each right of the app’s role is one that a statement of the program needs [T1045]', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'deleted_by'`.execute(
    ownerDb,
  )
  const restorable = rows.map(({ name }) => name)
  /** What a statement names by a variable. */
  const variables: Record<string, string[]> = {
    'src/server/client-merges/store.ts': movedTables.map(({ table }) => table),
    'src/server/client-records/store.ts': Object.values(clientRecordStores).map(({ table }) => table),
    'src/server/database/records.ts': restorable,
    'src/server/deleted-records/store.ts': restorable,
    'src/server/notes/store.ts': ['note_signatures', 'note_reviews'],
  }
  const needed = new Set<string>()
  for (const { path, text } of sourceFiles('src/server')) {
    for (const [, verb = '', table = ''] of text.matchAll(statements)) {
      const tables = table in rights ? [table] : table.startsWith('$') ? (variables[path] ?? []) : []
      for (const name of tables) needed.add(`${rightTo[verb]} ${name}`)
    }
    for (const [, table] of text.matchAll(upserts)) needed.add(`UPDATE ${table}`)
  }
  const granted = Object.entries(rights).flatMap(([table, list]) =>
    ['INSERT', 'UPDATE', 'DELETE']
      .filter((right) => list.includes(right))
      .map((right) => `${right} ${table}`),
  )
  expect(granted.toSorted()).toEqual([...needed].toSorted())
})

const rightTo: Record<string, string> = {
  ...{ insertInto: 'INSERT', updateTable: 'UPDATE', deleteFrom: 'DELETE' },
  ...{ 'INSERT INTO': 'INSERT', UPDATE: 'UPDATE', 'DELETE FROM': 'DELETE' },
}

/** `UPDATE notes`, `DELETE FROM ${table}` or `insertInto('notes')`, but neither `FOR UPDATE` nor `DO UPDATE`. */
const statements =
  /(INSERT INTO|(?<!FOR |KEY |DO )UPDATE|DELETE FROM|insertInto|updateTable|deleteFrom)(?: |\(')(\w+|\$\{[^}]+\})/g

/** An INSERT that may update, before the next one begins or the statement ends. */
const upserts =
  /(?:INSERT INTO |insertInto\(')(\w+)(?:(?!INSERT INTO|insertInto|\.execute\()[\s\S])*?(?:DO UPDATE|doUpdateSet)/g
