import { mkdirSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { countAllClients } from '#server/clients/count-store.ts'
import { clientCounts } from '#server/clients/counts.ts'
import { importClients } from '#server/clients/import/import-clients.ts'
import { addClient, clientById, deleteClient, editClient } from '#server/clients/store.ts'
import { purgeDeleted, restoreRecord } from '#server/deleted-records/operations.ts'
import { addNote } from '#server/notes/store.ts'
import { seed } from '#server/seed/seed.ts'
import { backUp, restore } from '#test/support/backup-records.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { createDatabaseWithAuthor } from '#test/support/database-with-author.ts'
import { hodan } from '#test/support/people.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

/* Migration 0010 and decision record 0021: how many clients there are, known without counting them. */

let database: TestDatabase
let by: string
const now = new Date('2026-06-15T15:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

beforeAll(async () => {
  ;({ database, by } = await createDatabaseWithAuthor(now))
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`TRUNCATE note_versions, notes, last_notes, client_status_changes, clients`.execute(
    database.ownerDb,
  )
})

const add = (change: object = {}, created = now) =>
  addClient(database.db, { ...hodan, ...change }, by, created)
const known = async ({ db } = database) => sorted((await countAllClients(db)).counts)
const version = async () => (await countAllClients(database.db)).version

/** Counted one by one. */
async function counted({ db } = database) {
  const rows = await db
    .selectFrom('clients')
    .select(({ fn }) => ['status', fn.countAll<number>().as('clients')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute()
  return sorted(new Map(rows.map(({ status, clients }) => [status, clients])))
}

const sorted = (counts: Map<string | null, number>) =>
  [...counts].filter(([, count]) => count !== 0).sort(([one], [other]) => `${one}`.localeCompare(`${other}`))

test('every way in which a client comes, changes or goes is counted', async () => {
  const first = await add()
  await add({ status: null })
  const settings = { db: database.db, clock: () => now, timeZone: 'UTC', retentionYears: 0 }
  const some = { employees: 0, clients: 120, notes: 200, messages: 0 }
  const steps: Record<string, () => Promise<unknown>> = {
    'another status': () => editClient(database.db, first, { ...hodan, status: 'discharged' }, by, now),
    deletion: () => deleteClient(database.db, first.id, by, now),
    restoration: () => restoreRecord(settings, first.id),
    'deletion again': () => deleteClient(database.db, first.id, by, now),
    purge: () => purgeDeleted(settings, '2026-06-16'),
    seed: () => seed(database.db, some, { now, timeZone: 'UTC' }),
    'a hand on many': () =>
      sql`UPDATE clients SET status = 'pending' WHERE status = 'active'`.execute(database.db),
    'a hand that removes': () =>
      sql`DELETE FROM note_versions; DELETE FROM notes; DELETE FROM client_status_changes;
        DELETE FROM clients WHERE status = 'pending'`.execute(database.db),
  }
  for (const [name, step] of Object.entries(steps)) {
    const before = await known()
    await step()
    expect(await known(), name).toEqual(await counted())
    if (name !== 'purge') expect(await known(), name).not.toEqual(before)
  }
  await sql`TRUNCATE note_versions, notes, last_notes, client_status_changes, clients`.execute(
    database.ownerDb,
  )
  expect(await known()).toEqual([])
})

test('an import counts', async () => {
  const rows = [1, 2, 3].map((row) => ({ row, input: { ...hodan, lastName: `Number ${row}` }, doubts: [] }))
  await importClients(database.db, rows as never, { duplicates: 'stop', dryRun: false, clock: () => now })
  expect(await known()).toEqual([['active', 3]])
})

test('what was rolled back never counted', async () => {
  await add()
  await database.db
    .transaction()
    .execute(async (trx) => {
      await addClient(trx, hodan, by, now)
      throw new Error('no')
    })
    .catch(() => {})
  expect(await known()).toEqual([['active', 1]])
})

test('a new name, status or date is another version; a note, an address and a look are the same one', async () => {
  const client = await add()
  const input = { ...hodan }
  const change = async (step: () => Promise<unknown>) => {
    const before = await version()
    await step()
    return (await version()) !== before
  }
  const edit = (entered: object) => async () => {
    const current = await clientById(database.db, client.id)
    if (current) await editClient(database.db, current, { ...input, ...entered }, by, now)
  }
  expect(await change(edit({ lastName: 'Ali' }))).toBe(true)
  expect(await change(edit({ lastName: 'Ali', status: 'pending' }))).toBe(true)
  expect(await change(edit({ lastName: 'Ali', status: 'pending', address: 'Elsewhere' }))).toBe(false)
  const author = { employeeId: by, email: 'a@example.org', role: 'admin' } as const
  expect(await change(() => addNote(database.db, { clientId: client.id, text: 'x', author }, now))).toBe(
    false,
  )
  expect(await known()).toEqual([['pending', 1]])
})

test('many writers at once wait for nobody, and the rows are put together now and then', async () => {
  const statuses = ['active', 'pending', 'inactive', 'discharged'] as const
  const work = async (worker: number) => {
    for (let round = 0; round < 40; round += 1) {
      const client = await add({ status: statuses[(worker + round) % 4] })
      const status = statuses[(worker * 3 + round) % 4]
      await editClient(database.db, client, { ...hodan, status }, by, now)
      if (round % 3 === 0) await deleteClient(database.db, client.id, by, now)
    }
  }
  await Promise.all([0, 1, 2, 3, 4].map(work))
  expect(await known()).toEqual(await counted())
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM client_counts`.execute(database.db)
  expect(rows[0]?.count).toBeLessThan(120)
})

test('a writer that is not done yet keeps nobody from counting, writing or putting together', async () => {
  await add()
  const open = await database.pool.connect()
  try {
    await open.query('BEGIN')
    for (let n = 0; n < 31; n += 1) {
      await open.query('UPDATE clients SET status = $1', [n % 2 === 0 ? 'pending' : 'active'])
    }
    for (let n = 0; n < 60; n += 1) await add({ lastName: `${n}` })
    expect(await known()).toEqual([['active', 61]])
    await open.query('COMMIT')
  } finally {
    open.release()
  }
  expect(await known()).toEqual(await counted())
})

test('a restored database counts what it holds', async () => {
  await seed(database.db, { employees: 0, clients: 80, notes: 160, messages: 0 }, { now, timeZone: 'UTC' })
  const folder = makeFolder('counts')
  mkdirSync(folder)
  await backUp(database.connection, `${folder}/today.backup`)
  const target = await createTestDatabase('empty')
  onTestFinished(() => target.close())
  await restore(target.connection, `${folder}/today.backup`)
  expect(await known(target)).toEqual(await counted())
  expect(await known(target)).toEqual(await counted(target))
})

test('what was counted is asked for again only when a client has changed, on whichever instance', async () => {
  const asked: string[] = []
  const watched = database.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node.kind === 'SelectQueryNode' ? JSON.stringify(node.from) : '')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const counts = clientCounts(watched)
  const looks = async (work: () => Promise<unknown>) => {
    asked.length = 0
    const answer = await work()
    return { answer, looks: asked.filter((table) => table.includes('"clients"')).length }
  }
  const lately = async () => (await counts.since(daysAgo(7))).get('active')
  await add()
  expect(await looks(lately)).toEqual({ answer: 1, looks: 1 })
  expect(await looks(lately)).toEqual({ answer: 1, looks: 0 })
  expect(await looks(() => counts.ofStatus('active'))).toEqual({ answer: 1, looks: 0 })
  await add()
  expect(await looks(lately)).toEqual({ answer: 2, looks: 1 })
})

test('a range is counted again once its first client falls out of it, and not before', async () => {
  const counts = clientCounts(database.db)
  const since = async (moment: Date) => (await counts.since(moment)).get('active') ?? 0
  await add({}, daysAgo(20))
  await add({}, daysAgo(10))
  expect(await since(daysAgo(30))).toBe(2)
  expect(await since(daysAgo(25))).toBe(2)
  expect(await since(daysAgo(20))).toBe(2)
  expect(await since(new Date(daysAgo(20).getTime() + 1))).toBe(1)
  expect(await since(daysAgo(5))).toBe(0)
  expect(await since(daysAgo(4))).toBe(0)
  expect(await since(daysAgo(30))).toBe(2)
  await add({}, daysAgo(1))
  expect(await since(daysAgo(4))).toBe(1)
})
