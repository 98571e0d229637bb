import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { copyJson } from '#server/database/copy-json.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const { pool } = await createTestDatabase()

async function read(select: string): Promise<unknown> {
  const parts: (string | Uint8Array)[] = []
  for await (const part of copyJson(pool, select)) parts.push(part)
  return JSON.parse(Buffer.concat(parts.map((part) => Buffer.from(part))).toString())
}

const lentConnections = () => pool.totalCount - pool.idleCount

test('no row, one row and many rows are one array, whatever is in a text', async () => {
  const odd = 'two\nlines,\r\n"quotes"\t\\ and the signs that COPY would quote: \u0001 \u0002'
  expect(await read('SELECT 1 AS a WHERE false')).toEqual([])
  expect(await read(`SELECT ${pg.escapeLiteral(odd)} AS text, NULL AS nothing`)).toEqual([
    { text: odd, nothing: null },
  ])
  expect(await read('SELECT n FROM generate_series(1, 50000) AS n')).toEqual(
    Array.from({ length: 50_000 }, (_, index) => ({ n: index + 1 })),
  )
  expect(lentConnections()).toBe(0)
})

test('a reader that stops keeps its connection for 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const rows = copyJson(pool, 'SELECT n FROM generate_series(1, 1000000) AS n')
    for (let part = 0; part < 3; part += 1) await rows.next()
    await vi.advanceTimersByTimeAsync(19_000)
    expect(lentConnections()).toBe(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(lentConnections()).toBe(0)
    expect(await read('SELECT 1 AS a')).toEqual([{ a: 1 }])
  } finally {
    vi.useRealTimers()
  }
})
