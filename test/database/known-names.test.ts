import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Client } from '#contract/clients/schema.ts'
import { clientCounts } from '#server/clients/counts.ts'
import { folded } from '#server/clients/known-names.ts'
import { listClients } from '#server/clients/list-store.ts'
import { clientPages } from '#server/clients/pages.ts'
import { addClient, deleteClient, editClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { seed } from '#server/seed/seed.ts'
import { createDatabaseWithAuthor } from '#test/support/database-with-author.ts'
import { hodan } from '#test/support/people.ts'
import type { TestDatabase } from '#test/support/test-database.ts'

/* Migration 0016 and decision record 0027: the names that a process knows are those of the database, at each answer. */

let database: TestDatabase
let by: string
const now = new Date('2026-06-15T15:00:00Z')

beforeAll(async () => {
  ;({ database, by } = await createDatabaseWithAuthor(now))
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`TRUNCATE note_versions, notes, last_notes, client_status_changes, clients`.execute(
    database.ownerDb,
  )
})

const add = (change: object = {}, db: Connection = database.db) =>
  addClient(db, { ...hodan, ...change }, by, now)

/** One process: what it knows is its own. */
const instance = (db: Connection = database.db) => clientPages(db, clientCounts(db))

/** What a search must find: what a look at every row finds. */
async function everyRow(search: string) {
  const clients = await listClients(database.db, { search })
  return { total: clients.length, ids: clients.slice(0, 200).map(({ id }) => id) }
}

async function found(pageOf: ReturnType<typeof instance>, search: string) {
  const { items, total } = await pageOf({ search }, 200)
  return { total, ids: items.map(({ id }) => id) }
}

/** Counts the statements that read every name, and those that read only who moved. */
function watched() {
  const seen = { whole: 0, moves: 0 }
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node)
      if (text.includes('ORDER BY sort_last, sort_first, id LIMIT')) seen.whole += 1
      if (text.includes('moved_in >= ')) seen.moves += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { seen, db }
}

test('several processes find what is there, whatever is added, renamed, deleted and taken back meanwhile', async () => {
  const processes = [instance(), instance(), instance()]
  const names = ['Ann', 'Bo', 'José', 'Ānna', 'Lee', 'Ng', '\u{1F3E0}', '㌀', 'Mary Ann']
  let round = 0
  const name = () => {
    round += 7
    return names[round % names.length] as string
  }
  const living: Client[] = []
  const write = async () => {
    for (let step = 0; step < 60; step += 1) {
      const client = await add({ firstName: name(), lastName: name() })
      if (step % 5 === 1) {
        const edited = { ...hodan, firstName: name(), lastName: name(), status: null }
        await editClient(database.db, client, edited, by, now)
      }
      if (step % 4 === 2) await deleteClient(database.db, client.id, by, now)
      else living.push(client)
      if (step % 9 === 5) {
        await database.db
          .transaction()
          .execute(async (trx) => {
            await add({ lastName: 'Never' }, trx)
            throw new Error('no')
          })
          .catch(() => {})
      }
    }
  }
  const search = async (pageOf: ReturnType<typeof instance>) => {
    for (let step = 0; step < 40; step += 1) await found(pageOf, names[step % names.length] as string)
  }
  await Promise.all([write(), write(), ...processes.map(search)])
  for (const pageOf of processes) {
    for (const part of [...names, 'a', 'N', 'ee', 'ann l', 'never', '%', '_', 'JOSE']) {
      expect(await found(pageOf, part), part).toEqual(await everyRow(part))
    }
  }
  expect(living.length).toBeGreaterThan(60)
})

test('a change that was under way while names were read is known once it is there', async () => {
  const pageOf = instance()
  const client = await add()
  expect((await found(pageOf, 'warsame')).total).toBe(1)
  const open = await database.pool.connect()
  onTestFinished(() => open.release())
  await open.query('BEGIN')
  await open.query('UPDATE clients SET last_name = $1 WHERE id = $2', ['Abdi', client.id])
  // Those who begin later and end sooner have higher numbers than the one that is still open.
  for (const lastName of ['Bui', 'Cruz']) {
    await add({ lastName })
    expect((await found(pageOf, lastName)).total).toBe(1)
  }
  expect((await found(pageOf, 'abdi')).total).toBe(0)
  await open.query('COMMIT')
  expect(await found(pageOf, 'abdi')).toEqual({ total: 1, ids: [client.id] })
  expect((await found(pageOf, 'warsame')).total).toBe(0)
})

test('after a change only who moved is read, and nothing while nobody moves', async () => {
  const { seen, db } = watched()
  const pageOf = instance(db)
  const client = await add()
  await found(pageOf, 'hodan')
  expect(seen).toEqual({ whole: 1, moves: 0 })
  await found(pageOf, 'war')
  expect(seen).toEqual({ whole: 1, moves: 0 })
  await editClient(database.db, client, { ...hodan, address: 'Elsewhere' }, by, now)
  await found(pageOf, 'war')
  expect(seen).toEqual({ whole: 1, moves: 0 })
  await add({ lastName: 'Bui' })
  expect((await found(pageOf, 'hodan')).total).toBe(2)
  expect(seen).toEqual({ whole: 1, moves: 1 })
})

test('many who come at once, and rows that somebody removes by hand, are noticed', async () => {
  const { seen, db } = watched()
  const pageOf = instance(db)
  await add({ lastName: 'Zebulon' })
  await found(pageOf, 'zebulon')
  await seed(database.db, { employees: 0, clients: 2_500, notes: 0, messages: 0 }, { now, timeZone: 'UTC' })
  expect(await found(pageOf, 'an')).toEqual(await everyRow('an'))
  expect(seen).toEqual({ whole: 2, moves: 1 })
  await sql`DELETE FROM client_status_changes; DELETE FROM clients WHERE last_name = 'Zebulon'`.execute(
    database.db,
  )
  expect((await found(pageOf, 'zebulon')).total).toBe(0)
  await sql`TRUNCATE note_versions, notes, last_notes, client_status_changes, clients`.execute(
    database.ownerDb,
  )
  await add({ firstName: 'Only' })
  expect(await found(pageOf, 'o')).toEqual(await everyRow('o'))
})

test('a number that a crash gave a second time is no reason to overlook who moved by it', async () => {
  const pageOf = instance()
  const client = await add()
  const aborted = await database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ number: string }>`SELECT pg_current_xact_id()::text AS number`.execute(trx)
    await sql`ROLLBACK`.execute(trx)
    return rows[0]?.number
  })
  expect((await found(pageOf, 'warsame')).total).toBe(1)
  await sql`UPDATE clients SET last_name = 'Abdi' WHERE id = ${client.id}`.execute(database.db)
  await sql`UPDATE clients SET moved_in = ${aborted}::xid8 WHERE id = ${client.id}`.execute(database.db)
  expect(await found(pageOf, 'abdi')).toEqual({ total: 1, ids: [client.id] })
})

test('where another server took over, names are read anew', async () => {
  const { seen, db } = watched()
  let isFirst = true
  const pageOf = instance(
    db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const [row] = result.rows
        if (!row || !('server' in row) || !isFirst) return result
        isFirst = false
        return { ...result, rows: [{ ...row, server: 'the one before' }] }
      },
    }),
  )
  await add()
  await found(pageOf, 'hodan')
  await add({ lastName: 'Bui' })
  expect(await found(pageOf, 'hodan')).toEqual(await everyRow('hodan'))
  expect(seen).toEqual({ whole: 2, moves: 1 })
})

test('names that could not be read are read by the next search', async () => {
  let isAway = true
  const pageOf = instance(
    database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (isAway) throw new Error('away')
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  await add()
  await expect(pageOf({ search: 'hodan' }, 5)).rejects.toThrow('away')
  isAway = false
  expect((await pageOf({ search: 'hodan' }, 5)).total).toBe(1)
})

test('what is typed in plain letters is folded as the database folds it', async () => {
  const plain = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join('')
  const { rows } = await sql<{ text: string }>`SELECT fold_name(${plain}) AS text`.execute(database.db)
  expect(await folded(database.db, plain)).toBe(rows[0]?.text)
  expect(await folded(database.db, 'GARCÍA Ñúñez')).toBe('garcia nunez')
})
