import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, startDatabaseProcess, until } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* Processes that start on an external database and are killed. */

test('the next start completes what a process was migrating when it was killed', async () => {
  const { connection, connectionString: url } = await createTestDatabase('empty')
  const migrations = makeFolder('migrations')
  fs.mkdirSync(migrations)
  const write = (name: string, sql: string) => fs.writeFileSync(path.join(migrations, name), sql)
  const settings = { kind: 'external', url } as const
  const rows = (text: string) =>
    inSession(connection, (owner) => owner.query(text).then(({ rows }) => rows.flatMap(Object.values)))
  const applied = () => rows('SELECT name FROM migrations ORDER BY name')

  write('0001-first.sql', 'CREATE TABLE things (number integer)')
  const before = startDatabaseProcess(settings, { migrations })
  await before.up
  await before.kill('SIGTERM')
  write(
    '0002-second.sql',
    'INSERT INTO things VALUES (2); SELECT pg_advisory_xact_lock(7) /* the kill comes here */; INSERT INTO things VALUES (3)',
  )
  // Held until the kill: the migration can't be sooner.
  await inSession(connection, async (holder) => {
    await holder.query('SELECT pg_advisory_lock(7)')
    const killed = startDatabaseProcess(settings, { migrations })
    await until(() => killed.output().includes('0002-second'))
    await killed.kill('SIGKILL')
  })
  expect(await applied()).toEqual(['0001-first'])
  await startDatabaseProcess(settings, { migrations }).up
  expect(await applied()).toEqual(['0001-first', '0002-second'])
  expect(await rows('SELECT number FROM things ORDER BY number')).toEqual([2, 3])
})

test('four processes start at once on one empty database, and a fifth beside the rest after one was killed', async () => {
  const { connection, connectionString: url } = await createTestDatabase('empty')
  const start = () => startDatabaseProcess({ kind: 'external', url })
  const four = [start(), start(), start(), start()]
  await Promise.all(four.map(({ up }) => up))
  const [killed, ...rest] = four
  await killed?.kill('SIGKILL')
  const fifth = start()
  await fifth.up
  for (const { child } of [...rest, fifth]) expect([child.exitCode, child.signalCode]).toEqual([null, null])
  const { rows } = await inSession(connection, (owner) => owner.query('SELECT name FROM migrations'))
  expect(rows).toHaveLength(fs.readdirSync(migrationsFolder).length)
})
