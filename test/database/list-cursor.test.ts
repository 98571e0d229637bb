import { Kysely, PostgresDialect, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Connection, createPool } from '#server/database/connection.ts'
import { readList } from '#server/database/list-cursor.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const database = await createTestDatabase()

/** A pool of its own, whose connections PostgreSQL ends after that many milliseconds in an idle transaction. */
function connect(idleLimit = 0) {
  const options = `-c idle_in_transaction_session_timeout=${idleLimit}`
  const pool = createPool({ ...database.connection, options }, { poolSize: 2 })
  onTestFinished(() => pool.end())
  const db: Connection = new Kysely({ dialect: new PostgresDialect({ pool }) })
  return { db, lent: () => pool.totalCount - pool.idleCount }
}

const numbers = (count: number) => sql<{ n: number }>`SELECT n FROM generate_series(1, ${count}) AS n`

test.each([0, 1, 499, 500, 501, 1000])('reads %i rows in batches of 500', async (count) => {
  const { db, lent } = connect()
  const batches = await Array.fromAsync(readList(db, numbers(count), 500))
  expect(batches.flat().map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(batches.every(({ length }) => length > 0 && length <= 500)).toBe(true)
  expect(lent()).toBe(0)
})

test('gives the connection back when the caller stops, or when a row can’t be read', async () => {
  const { db, lent } = connect()
  for await (const _ of readList(db, numbers(5000), 500)) {
    expect(lent()).toBe(1)
    break
  }
  expect(lent()).toBe(0)
  const failing = readList(
    db,
    sql<{ n: number }>`SELECT 1 / (700 - n) FROM generate_series(1, 1000) AS n`,
    500,
  )
  expect((await failing.next()).value).toHaveLength(500)
  await expect(failing.next()).rejects.toThrow('division by zero')
  expect(lent()).toBe(0)
})

test('a reader that stops without saying so loses its connection', async () => {
  const { db, lent } = connect(200)
  const rows = readList(db, numbers(5000), 500)
  await rows.next()
  await new Promise((resolve) => setTimeout(resolve, 600))
  await expect(rows.next()).rejects.toThrow()
  expect(lent()).toBe(0)
  expect(await Array.fromAsync(readList(db, numbers(1), 500))).toEqual([[{ n: 1 }]])
})

test('a list that takes more than ten minutes is given up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { db, lent } = connect()
  const rows = readList(db, numbers(5000), 500)
  await rows.next()
  vi.setSystemTime(Date.now() + 10 * 60 * 1000)
  await rows.next()
  vi.setSystemTime(Date.now() + 1)
  await expect(rows.next()).rejects.toThrow('too slowly')
  expect(lent()).toBe(0)
})
