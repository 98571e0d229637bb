import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clientMergeEndpoints } from '#contract/client-merges/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { mergeBesideWriter } from '#test/support/merge-race.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp({ notesPerDay: 1_000_000 })
const second = await createTestApp({ db: app.db, notesPerDay: 1_000_000 })
const { token } = await app.member('super-admin')

test('a hundred merges beside people who write lose no note [T1497]', async () => {
  for (let round = 0; round < 100; round++) await mergeBesideWriter([app, second], token)
})

test('2,000 notes move and go back while others read, and no call waits for the merge [T1498]', async () => {
  const addClient = async () => (await app.send(clientEndpoints.add, { token, body: hodan })).body
  const [one, other] = [await addClient(), await addClient()]
  const text = 'Toured two apartments near the library, and filled in the application. '.repeat(10)
  await sql`
    INSERT INTO notes (client_id, text, author_email, created_at, service_date)
    SELECT ${other.id}, ${text} || n, 'chief@example.org', timestamptz '2026-01-01' - n * interval '8 hours', '2026-01-01'
    FROM generate_series(1, 2000) AS n`.execute(app.db)
  const countOf = async (id: string) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) FROM notes WHERE client_id = ${id}`.execute(app.db)
    return rows[0]?.count
  }
  /** Does the work while others read, and returns how long it and the slowest of them took, in milliseconds. */
  async function besideReaders(work: () => Promise<{ status: number }>) {
    const start = performance.now()
    let [isOver, slowest] = [false, 0]
    const reading = (async () => {
      while (!isOver) {
        const begun = performance.now()
        const { status } = await second.send(clientEndpoints.get, { token, params: { id: one.id } })
        expect(status).toBe(200)
        slowest = Math.max(slowest, performance.now() - begun)
      }
    })()
    expect((await work()).status).toBe(200)
    const total = performance.now() - start
    isOver = true
    await reading
    return { total, slowest }
  }
  const versions = { version: one.version, otherVersion: other.version }
  const merge = await besideReaders(() =>
    app.send(clientMergeEndpoints.merge, {
      ...{ token, params: { id: one.id }, body: { other: other.id, ...versions, values: {} } },
    }),
  )
  expect([await countOf(one.id), await countOf(other.id)]).toEqual([2000, 0])
  const { body } = await app.send(clientMergeEndpoints.list, { token, params: { id: one.id } })
  const undo = await besideReaders(() =>
    app.send(clientMergeEndpoints.undo, { token, params: { id: one.id, mergeId: body[0].id } }),
  )
  expect([await countOf(one.id), await countOf(other.id)]).toEqual([0, 2000])
  for (const { total, slowest } of [merge, undo]) expect(slowest).toBeLessThan(total / 2)
})
