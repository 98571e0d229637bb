import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { longestTurn } from '#test/support/longest-turn.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const { token } = await app.member('super-admin')
const addClient = async () => (await app.send(clientEndpoints.add, { token, body: hodan })).body.id

const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })

/** Downloads a packet, and keeps nothing of it. */
async function makePacket(id: string, from = '1990-01-01'): Promise<number> {
  const { status, body } = await fetch(`${address}/api/clients/${id}/packet`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ recipient: 'Court', purpose: 'Subpoena', basis: 'Court order', from },
      include: { notes: true, versions: true },
    }),
  })
  await body?.pipeTo(new WritableStream())
  return status
}

test('5,000 notes take no more memory than 500 [T712]', async () => {
  const id = await addClient()
  await sql`
    INSERT INTO notes (client_id, text, author_email, created_at)
    SELECT ${id}, (SELECT string_agg(left(md5((n * word % 7000)::text), 6), ' ') FROM generate_series(1, 30) AS word),
      'chief@example.org', timestamptz '2026-01-01' - n * interval '8 hours' FROM generate_series(1, 5000) AS n`.execute(
    app.db,
  )
  /** The lowest heap of the second half, by when all that is kept would be there: peaks depend on when garbage is collected. */
  const memoryKept = async (from: string, count: number) => {
    const heaps: number[] = []
    const packet = makePacket(id, from)
    const [worker]: Worker[] = await once(process, 'worker')
    const timer = setInterval(async () => {
      const found = await worker?.getHeapStatistics().catch(() => undefined)
      if (found) heaps.push(found.used_heap_size)
    }, 20)
    expect(await packet).toBe(200)
    clearInterval(timer)
    const rows = await app.audited({ action: 'exported' }, 'details')
    expect(rows.at(-1)?.details).toMatchObject({ count })
    return Math.min(...heaps.slice(heaps.length / 2))
  }
  const few = await memoryKept('2025-07-18', 500)
  const many = await memoryKept('1990-01-01', 5000)
  expect(many - few).toBeLessThan(20_000_000)
})

test.each([
  [
    '55 notes of 10,000 letters that no typeface has',
    (id: string) => sql`
      INSERT INTO notes (client_id, text, author_email, created_at)
      SELECT ${id}, (SELECT string_agg(chr(19968 + (letter + n * 300) % 20000), '') FROM generate_series(1, 10000) AS letter),
        'chief@example.org', now() FROM generate_series(1, 55) AS n`,
  ],
  [
    'a note of 10,000 letters that was edited 500 times',
    (id: string) => sql`
      WITH note AS (
        INSERT INTO notes (client_id, text, author_email, created_at, version)
        SELECT ${id}, left(string_agg(md5(word::text), ' '), 10000), 'chief@example.org', now(), 501
        FROM generate_series(1, 400) AS word RETURNING id, text, created_at)
      INSERT INTO note_versions (note_id, version, text, author_email, written_at)
      SELECT id, version, text, 'chief@example.org', created_at FROM note, generate_series(1, 500) AS version`,
  ],
])('%s keep no other call from an answer [T992]', async (_, addNotes) => {
  const id = await addClient()
  await addNotes(id).execute(app.db)
  const { result, longest, whole } = await longestTurn(() => makePacket(id))
  expect(result).toBe(200)
  expect(longest).toBeLessThan(whole / 4)
})
