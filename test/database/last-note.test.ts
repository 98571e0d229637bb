import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { addClient } from '#server/clients/store.ts'
import { purgeDeleted } from '#server/deleted-records/purge.ts'
import { restoreRecord } from '#server/deleted-records/restore.ts'
import { addNote, deleteNote, editNote } from '#server/notes/store.ts'
import { seed } from '#server/seed/seed.ts'
import { hodan } from '#test/support/people.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

/* Migration 0007: when the newest living note of a client was written, kept by the database itself. */

let database: TestDatabase
let author: { employeeId: string; email: string }
let clientId: string
const now = new Date('2026-06-15T15:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.pool, { employees: 1, clients: 0, notes: 0, messages: 0 }, { now, timeZone: 'UTC' })
  const { id, email } = await database.db
    .selectFrom('employees')
    .select(['id', 'email'])
    .executeTakeFirstOrThrow()
  author = { employeeId: id, email }
})
afterAll(() => database.close())
beforeEach(async () => {
  clientId = (await addClient(database.db, hodan, author.employeeId, daysAgo(100))).id
})

const write = (days: number) => addNote(database.db, { clientId, text: 'Called.', author }, daysAgo(days))
const remove = (id: string) => deleteNote(database.db, id, author.employeeId, now)
const last = async (id = clientId) =>
  (
    await database.db
      .selectFrom('clients')
      .select('last_note_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).last_note_at

/** Clients whose stored moment differs from what their notes say. */
async function wrongOnes() {
  const { rows } = await sql`
    SELECT id FROM clients WHERE last_note_at IS DISTINCT FROM
      (SELECT max(created_at) FROM notes WHERE client_id = clients.id AND deleted_at IS NULL)`.execute(
    database.db,
  )
  return rows
}

/** A transaction on a connection of its own. */
async function begin(): Promise<pg.Client> {
  const client = new pg.Client(database.connection)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN')
  return client
}

/** Runs a statement that another transaction keeps waiting; resolves once it waits. */
async function waiting(
  client: pg.Client,
  statement: string,
  values: unknown[],
): Promise<{ done: Promise<unknown> }> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const done = client.query(statement, values)
  const isWaiting = async () => {
    const { rows: locks } = await database.pool.query(
      'SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = $2',
      [rows[0].pid, 'Lock'],
    )
    return locks.length > 0
  }
  while (!(await isWaiting())) await pause(5)
  return { done }
}

type Statement = [text: string, values: unknown[]]

const deletion = 'UPDATE notes SET deleted_at = now() WHERE id = $1'
const insertion =
  "INSERT INTO notes (client_id, text, author_email, created_at) VALUES ($1, 'x', 'a@example.org', $2)"

test('the newest note counts, whichever is written last', async () => {
  expect(await last()).toBeNull()
  await write(10)
  expect(await last()).toEqual(daysAgo(10))
  await write(3)
  await write(20)
  expect(await last()).toEqual(daysAgo(3))
})

test('a deleted note counts no more, and again once it is restored', async () => {
  await write(10)
  const { id } = await write(3)
  await remove(id)
  expect(await last()).toEqual(daysAgo(10))
  await restoreRecord({ db: database.db, clock: () => now }, id)
  expect(await last()).toEqual(daysAgo(3))
})

test('the last note’s deletion leaves none', async () => {
  const { id } = await write(3)
  await remove(id)
  expect(await last()).toBeNull()
})

test('an edited text changes nothing of the client, whose row is not even written', async () => {
  const note = await write(3)
  const versionOfRow = () => sql`SELECT xmin FROM clients WHERE id = ${clientId}`.execute(database.db)
  const before = (await versionOfRow()).rows
  await editNote(database.db, note, 'Called again.', author.email, now)
  expect((await versionOfRow()).rows).toEqual(before)
})

test('neither a note nor its deletion makes the client a newer version', async () => {
  const { id } = await write(3)
  await remove(id)
  const client = await database.db
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', clientId)
    .executeTakeFirst()
  expect(client).toMatchObject({ version: 1, updated_at: daysAgo(100) })
})

test('what a purge takes away, or a hand on the table, is followed too', async () => {
  const purged = await write(3)
  const dropped = await write(4)
  const moved = await write(5)
  await write(6)
  await remove(purged.id)
  const settings = { db: database.db, clock: () => now, timeZone: 'UTC', retentionYears: 0 }
  await purgeDeleted(settings, '2026-06-16')
  expect(await last()).toEqual(daysAgo(4))
  await database.db.deleteFrom('notes').where('id', '=', dropped.id).execute()
  expect(await last()).toEqual(daysAgo(5))
  await database.db
    .updateTable('notes')
    .set({ created_at: daysAgo(50) })
    .where('id', '=', moved.id)
    .execute()
  expect(await last()).toEqual(daysAgo(6))
})

test('a client that is purged with its living notes goes without a word', async () => {
  await write(3)
  await database.db
    .updateTable('clients')
    .set({ deleted_at: now, deleted_by: author.employeeId })
    .where('id', '=', clientId)
    .execute()
  const settings = { db: database.db, clock: () => now, timeZone: 'UTC', retentionYears: 0 }
  expect(await purgeDeleted(settings, '2026-06-16')).toMatchObject({ client: 1, note: 1 })
})

test('thousands of seeded notes at once leave every client right', async () => {
  const counts = { employees: 3, clients: 200, notes: 2_000, messages: 0 }
  await seed(database.pool, counts, { now, timeZone: 'America/Chicago' })
  expect(await wrongOnes()).toEqual([])
})

test('of two notes deleted side by side neither counts afterwards', async () => {
  await write(9)
  const second = await write(5)
  const newest = await write(3)
  const [one, other] = [await begin(), await begin()]
  await one.query(deletion, [newest.id])
  const { done } = await waiting(other, deletion, [second.id])
  await one.query('COMMIT')
  await done
  await other.query('COMMIT')
  expect(await last()).toEqual(daysAgo(9))
})

test('a note written beside a deletion counts, in either order, even one by a clock that runs behind', async () => {
  await write(9)
  for (const isWrittenFirst of [true, false]) {
    const newest = await write(3)
    const [one, other] = [await begin(), await begin()]
    const insert: Statement = [insertion, [clientId, daysAgo(4)]]
    const erase: Statement = [deletion, [newest.id]]
    const [first, second] = isWrittenFirst ? [insert, erase] : [erase, insert]
    await one.query(...first)
    const { done } = await waiting(other, ...second)
    await one.query('COMMIT')
    await done
    await other.query('COMMIT')
    expect(await last(), isWrittenFirst ? 'written first' : 'deleted first').toEqual(daysAgo(4))
    await database.db.deleteFrom('notes').where('created_at', '=', daysAgo(4)).execute()
  }
})

test('many who write, delete and edit at once never wait in a circle, and leave every client right', async () => {
  const ids = [
    clientId,
    ...(await Promise.all(
      [1, 2, 3].map(async () => (await addClient(database.db, hodan, author.employeeId, now)).id),
    )),
  ]
  const work = async (worker: number) => {
    for (let round = 0; round < 15; round += 1) {
      const id = ids[(worker + round) % ids.length] ?? clientId
      await database.db.transaction().execute(async (trx) => {
        const note = await addNote(
          trx,
          { clientId: id, text: 'x', author },
          daysAgo((worker * 7 + round) % 30),
        )
        if (round % 2 === 0) await deleteNote(trx, note.id, author.employeeId, now)
        await trx.updateTable('clients').set({ phone: '6125550199' }).where('id', '=', id).execute()
      })
    }
  }
  await Promise.all([0, 1, 2, 3, 4].map(work))
  expect(await wrongOnes()).toEqual([])
})
