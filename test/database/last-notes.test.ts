import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { purgeDeleted, restoreRecord } from '#server/deleted-records/operations.ts'
import { deleteNote } from '#server/notes/store.ts'
import { seed } from '#server/seed/seed.ts'
import { hodan, signedIn } from '#test/support/people.ts'
import { createTestDatabase, testTrail } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'
import { writeNote } from '#test/support/write-note.ts'

/* The table last_notes: when the newest existing note of a client was written. */

let clientId: string
const now = new Date('2026-06-15T15:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const database = await createTestDatabase()
await seed(
  database.db,
  { employees: 1, clients: 0, notes: 0, messages: 0 },
  { trail: testTrail, now, timeZone: 'UTC' },
)
const { id, email } = await database.db
  .selectFrom('employees')
  .select(['id', 'email'])
  .executeTakeFirstOrThrow()
const author = { employeeId: id, email, role: 'admin', ...signedIn } as const
beforeEach(async () => {
  clientId = (await addClient(database.db, hodan, author.employeeId, daysAgo(100))).id
})

async function write(days: number, { db = database.db as Connection, to = clientId } = {}) {
  const note = await writeNote(
    db,
    { clientId: to, text: 'Called.', author },
    { at: daysAgo(days), trail: testTrail },
  )
  if (!note) throw new Error('no such client')
  return note
}
type WrittenNote = Awaited<ReturnType<typeof write>>
const remove = (note: WrittenNote) =>
  database.db.transaction().execute((trx) => deleteNote(trx, note, author.employeeId, now))
const last = async () =>
  (
    await database.db
      .selectFrom('last_notes')
      .select('last_note_at')
      .where('client_id', '=', clientId)
      .executeTakeFirst()
  )?.last_note_at

/** Clients whose row differs from what their notes say. */
async function wrongOnes() {
  const { rows } = await sql`
    SELECT id FROM clients LEFT JOIN last_notes ON client_id = id WHERE last_notes.last_note_at IS DISTINCT FROM
      (SELECT max(created_at) FROM notes WHERE client_id = clients.id AND deleted_at IS NULL)`.execute(
    database.db,
  )
  return rows
}

test('the last-note time is that of the newest note, whatever the order of writing', async () => {
  expect(await last()).toBeUndefined()
  await write(10)
  expect(await last()).toEqual(daysAgo(10))
  await write(3)
  await write(20)
  expect(await last()).toEqual(daysAgo(3))
})

test('the last-note time ignores a deleted note until it is restored', async () => {
  await write(10)
  const note = await write(3)
  await remove(note)
  expect(await last()).toEqual(daysAgo(10))
  await restoreRecord({ trail: testTrail, db: database.db, clock: () => now }, note.id)
  expect(await last()).toEqual(daysAgo(3))
})

test('adding a note does not change the version of the client', async () => {
  await remove(await write(3))
  const client = await database.db
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', clientId)
    .executeTakeFirst()
  expect(client).toMatchObject({ version: 1, updated_at: daysAgo(100) })
})

test('the last-note time is right after a purge of notes, and gone after a purge of the client', async () => {
  const settings = { db: database.db, trail: testTrail, clock: () => now, timeZone: 'UTC', retentionYears: 0 }
  await remove(await write(3))
  await write(6)
  await purgeDeleted(settings, '2026-06-16')
  expect(await last()).toEqual(daysAgo(6))
  await database.db
    .updateTable('clients')
    .set({ deleted_at: now, deleted_by: author.employeeId })
    .where('id', '=', clientId)
    .execute()
  expect(await purgeDeleted(settings, '2026-06-16')).toMatchObject({ client: 1, note: 1 })
  expect(await last()).toBeUndefined()
})

/** Begins the second while the first is in the middle of its transaction, and ends both. */
async function overlap(
  first: (trx: Connection) => Promise<unknown>,
  second: (trx: Connection) => Promise<unknown>,
): Promise<void> {
  const trx = await database.db.startTransaction().execute()
  await first(trx)
  const waiting = database.db.transaction().execute(second)
  await untilWaiting(database.db)
  await trx.commit().execute()
  await waiting
}

test('the last-note time is right when a note is added while another is deleted, even with a slow clock', async () => {
  await write(9)
  const newest = [await write(3), await write(3)]
  const add = (days: number) => (trx: Connection) => write(days, { db: trx })
  const deletion = (trx: Connection) => deleteNote(trx, newest.pop() as WrittenNote, author.employeeId, now)
  await overlap(add(5), deletion)
  expect(await last()).toEqual(daysAgo(3))
  await overlap(deletion, add(4))
  expect(await last()).toEqual(daysAgo(4))
})

test('the last-note time is right after many simultaneous changes, without a deadlock', async () => {
  const ids = [clientId]
  for (const _ of [1, 2, 3]) ids.push((await addClient(database.db, hodan, author.employeeId, now)).id)
  const work = async (worker: number) => {
    for (let round = 0; round < 15; round += 1) {
      const to = ids[(worker + round) % ids.length] ?? clientId
      await database.db.transaction().execute(async (trx) => {
        const note = await write((worker * 7 + round) % 30, { db: trx, to })
        if (round % 2 === 0) await deleteNote(trx, note, author.employeeId, now)
        await trx.updateTable('clients').set({ phone: '6125550199' }).where('id', '=', to).execute()
      })
    }
  }
  await Promise.all([0, 1, 2, 3, 4].map(work))
  expect(await wrongOnes()).toEqual([])
})
