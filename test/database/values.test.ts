import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

async function one(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query(`SELECT ${expression} AS value`)
  return rows[0].value
}

test('a calendar date comes back as written, in every time zone', async () => {
  expect(await one("date '1990-03-01'")).toBe('1990-03-01')
  expect(await one("ARRAY[date '1990-03-01']")).toEqual(['1990-03-01'])
})

test('a count comes back as a number', async () => {
  expect(await one('count(*)')).toBe(1)
  expect(await one('ARRAY[1::bigint, NULL]')).toEqual([1, null])
})

test('an instant comes back as the same instant', async () => {
  const instant = new Date('2026-03-08T08:30:00.123Z')
  const { rows } = await database.pool.query('SELECT $1::timestamptz AS value', [instant])
  expect(rows[0].value).toEqual(instant)
})

test('text comes back as typed, and its case is folded beyond ASCII', async () => {
  const text = `O'Brien \\ "x" <b> \u202eabc 🏠 Zoë`
  const { rows } = await database.pool.query('SELECT $1::text AS value', [text])
  expect(rows[0].value).toBe(text)
  expect(await one("lower('ÉÖ')")).toBe('éö')
})

test('a query for a table that does not exist is no reason to say the database is away', async () => {
  const { isTransientError } = await import('#server/database/transient-errors.ts')
  const error = await database.pool.query('SELECT * FROM nowhere').catch((reason) => reason)
  expect(isTransientError(error)).toBe(false)
})
