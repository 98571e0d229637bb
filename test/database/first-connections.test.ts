import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPool, makeFirstConnections } from '#server/database/connection.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/** Milliseconds. Whatever takes this process longer than the patience lets a connection count as timed out. */
const patience = 200

async function makePool(change: pg.ClientConfig = {}) {
  const database = await createTestDatabase('empty')
  const pool = createPool({ ...database.connection, ...change }, { poolSize: 5 })
  pool.options.connectionTimeoutMillis = patience
  onTestFinished(async () => {
    await pool.end()
    await database.close()
  })
  return pool
}

/** What the start does beside the database: a step of work that lets nothing else in. */
async function workHard(): Promise<void> {
  await pause(0)
  const end = performance.now() + 4 * patience
  while (performance.now() < end);
}

test('connections that time out because the start is busy are made again, and are there for what begins next', async () => {
  const [cold, warm] = [await makePool(), await makePool()]
  const [outcome] = await Promise.allSettled([cold.query('SELECT 1'), workHard()])
  expect(outcome).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('timeout') },
  })
  await Promise.all([makeFirstConnections(warm), workHard()])
  await Promise.all([warm.query('SELECT 1'), warm.query('SELECT 1'), workHard()])
})

test('what more patience can’t put right fails at once', async () => {
  const pool = await makePool({ password: 'pa55word' })
  await expect(makeFirstConnections(pool)).rejects.toMatchObject({ code: '28P01' })
})
