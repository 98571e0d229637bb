import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { NoteInput } from '#contract/notes/schema.ts'
import { addClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { purgeDeleted, restoreRecord } from '#server/deleted-records/operations.ts'
import { deleteNote, editNote } from '#server/notes/store.ts'
import { seed } from '#server/seed/seed.ts'
import { hodan, signedIn } from '#test/support/people.ts'
import { createTestDatabase, testTrail } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'
import { writeNote } from '#test/support/write-note.ts'

/* What is stored about notes: last_notes, the newest existing note of a client and the latest day that one is about, and served_goals. */

let clientId: string
const timeZone = 'UTC'
const now = new Date('2026-06-15T15:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const database = await createTestDatabase()
await seed(
  database.db,
  { employees: 1, clients: 0, notes: 0, messages: 0 },
  { trail: testTrail, now, timeZone },
)
const { id, email } = await database.db
  .selectFrom('employees')
  .select(['id', 'email'])
  .executeTakeFirstOrThrow()
const author = { employeeId: id, email, role: 'admin', ...signedIn } as const
beforeEach(async () => {
  clientId = (await addClient(database.db, hodan, author.employeeId, daysAgo(100))).id
})

type WriteOptions = { db?: Connection; to?: string; corrects?: string } & Partial<NoteInput>

async function write(
  days: number,
  { db = database.db as Connection, to = clientId, ...input }: WriteOptions = {},
) {
  const note = await writeNote(
    db,
    { clientId: to, text: 'Called.', author, ...input },
    { at: daysAgo(days), trail: testTrail, timeZone },
  )
  if (!note) throw new Error('no such client')
  return note
}
type WrittenNote = Awaited<ReturnType<typeof write>>
const remove = (note: WrittenNote) =>
  database.db.transaction().execute((trx) => deleteNote(trx, note, { by: author.employeeId, now, timeZone }))
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
    SELECT id FROM clients LEFT JOIN last_notes ON client_id = id CROSS JOIN LATERAL (
      SELECT max(created_at) AS written, max(coalesce(service_date, (created_at AT TIME ZONE ${timeZone})::date)) FILTER (WHERE corrects IS NULL) AS day
      FROM notes WHERE client_id = clients.id AND deleted_at IS NULL
    ) AS newest WHERE last_note_at IS DISTINCT FROM written OR last_note_on IS DISTINCT FROM day
    UNION ALL
    SELECT goals.client_id FROM goals LEFT JOIN served_goals ON goal_id = goals.id CROSS JOIN LATERAL (
      SELECT count(*) AS times, max(coalesce(service_date, (created_at AT TIME ZONE ${timeZone})::date)) AS day
      FROM notes AS note WHERE goals.id = ANY (note.goals) AND client_id = goals.client_id AND deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM notes AS later WHERE later.corrects = note.id AND later.deleted_at IS NULL)
    ) AS served WHERE coalesce(notes, 0) <> times OR last_on IS DISTINCT FROM day`.execute(database.db)
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
  await restoreRecord({ trail: testTrail, db: database.db, clock: () => now, timeZone }, note.id)
  expect(await last()).toEqual(daysAgo(3))
})

/** The latest day of service, and the latest on which the client was reached. */
const days = async () =>
  await database.db
    .selectFrom('last_notes')
    .select(['last_note_on', 'last_reached_on'])
    .where('client_id', '=', clientId)
    .executeTakeFirst()

test('the day of the last note is that of the service, also after the note is edited, deleted or restored', async () => {
  const june = (day: string) => `2026-06-${day}`
  await write(0, { serviceDate: june('08') })
  expect(await days()).toEqual({ last_note_on: june('08'), last_reached_on: june('08') })
  const note = await write(1, { contact: 'attempt' })
  expect(await days()).toEqual({ last_note_on: june('14'), last_reached_on: june('08') })
  await write(0, { text: 'It was another street.', corrects: note.id })
  expect(await days()).toMatchObject({ last_note_on: june('14') })
  const edit = { ...note, serviceDate: june('10'), contact: 'phone' } as const
  await database.db
    .transaction()
    .execute((trx) =>
      editNote(trx, note, { fields: ['serviceDate', 'contact'], input: edit, by: author, now, timeZone }),
    )
  expect(await days()).toEqual({ last_note_on: june('10'), last_reached_on: june('10') })
  await remove(note)
  expect(await days()).toEqual({ last_note_on: june('08'), last_reached_on: june('08') })
  await restoreRecord({ trail: testTrail, db: database.db, clock: () => now, timeZone }, note.id)
  expect(await days()).toEqual({ last_note_on: june('10'), last_reached_on: june('10') })
})

test('a correction is the last note that was written, but about no day', async () => {
  const note = await write(3)
  await write(1, { corrects: note.id })
  await remove(note)
  expect(await last()).toEqual(daysAgo(1))
  expect(await days()).toEqual({ last_note_on: null, last_reached_on: null })
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
  const settings = { db: database.db, trail: testTrail, clock: () => now, timeZone, retentionYears: 0 }
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
  const deletion = (trx: Connection) =>
    deleteNote(trx, newest.pop() as WrittenNote, { by: author.employeeId, now, timeZone })
  await overlap(add(5), deletion)
  expect(await last()).toEqual(daysAgo(3))
  await overlap(deletion, add(4))
  expect(await last()).toEqual(daysAgo(4))
})

test('the last-note time and served goals are right after many simultaneous changes, without a deadlock', async () => {
  const ids = [clientId]
  for (const _ of [1, 2, 3]) ids.push((await addClient(database.db, hodan, author.employeeId, now)).id)
  const goals = await database.db
    .insertInto('goals')
    .values(ids.map((client_id) => ({ client_id, text: 'x', agreed_on: '2026-01-01', created_at: now })))
    .returning(['id', 'client_id'])
    .execute()
  const work = async (worker: number) => {
    for (let round = 0; round < 15; round += 1) {
      const to = ids[(worker + round) % ids.length] ?? clientId
      await database.db.transaction().execute(async (trx) => {
        const named = goals.filter(({ client_id }) => client_id === to).map(({ id }) => id)
        const note = await write((worker * 7 + round) % 30, { db: trx, to, goals: named })
        if (round % 2 === 0) await deleteNote(trx, note, { by: author.employeeId, now, timeZone })
        await trx.updateTable('clients').set({ phone: '6125550199' }).where('id', '=', to).execute()
      })
    }
  }
  await Promise.all([0, 1, 2, 3, 4].map(work))
  expect(await wrongOnes()).toEqual([])
})
