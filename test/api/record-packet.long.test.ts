import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('5,000 notes take no more memory than 500 [T712]', async () => {
  const app = await createTestApp()
  const { token } = await app.member('super-admin')
  const { id } = (await app.send(clientEndpoints.add, { token, body: hodan })).body
  await sql`
    INSERT INTO notes (client_id, text, author_email, created_at)
    SELECT ${id}, (SELECT string_agg(left(md5((n * word % 7000)::text), 6), ' ') FROM generate_series(1, 30) AS word),
      'chief@example.org', timestamptz '2026-01-01' - n * interval '8 hours' FROM generate_series(1, 5000) AS n`.execute(
    app.db,
  )
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const mostMemory = async (from: string, count: number) => {
    let most = 0
    // What is still used after a collection: garbage is collected when there is need.
    const measure = () => {
      const begun = performance.now()
      collect()
      const { heapUsed, external } = process.memoryUsage()
      most = Math.max(most, heapUsed + external)
      // On a slow computer, collections must not take all the time.
      timer = setTimeout(measure, Math.max(200, 5 * (performance.now() - begun)))
    }
    let timer = setTimeout(measure, 200)
    const body = { recipient: 'Court', purpose: 'Subpoena', from, include: { notes: true } } as const
    expect(await app.send(recordPacketEndpoints.make, { token, params: { id }, body })).toMatchObject({
      status: 200,
    })
    clearTimeout(timer)
    const rows = await app.audited({ action: 'exported' }, 'details')
    expect(rows.at(-1)?.details).toMatchObject({ count })
    return most
  }
  const few = await mostMemory('2025-07-18', 500)
  expect((await mostMemory('1990-01-01', 5000)) - few).toBeLessThan(60_000_000)
})
