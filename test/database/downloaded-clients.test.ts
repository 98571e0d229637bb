import { expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { addClient } from '#server/clients/store.ts'
import { prepareImport } from '#test/support/client-import.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** Clients with everything that a cell can hold. */
const unusual = [
  { firstName: '=HYPERLINK("http://example.org")', lastName: '+1' },
  { firstName: "'=already", lastName: '"quoted", name', address: '-1 Elm Street' },
  { firstName: '@everyone', lastName: 'O’Neill', address: '＝2+3; a\u200b' },
  { firstName: 'José', lastName: '李', status: null, service: 'Transition & Sustaining' },
  { firstName: "'", lastName: "''-", status: 'discharged', phone: '123456789012345' },
  { lastName: 'Zero', pmi: '00234567', county: 'lac-qui-parle' },
] as const

test('ops import reads a downloaded file back: every field of every client is the same [T127]', async () => {
  const app = await createTestApp()
  const { id, token } = await app.member('super-admin')
  for (const change of unusual) await addClient(app.db, { ...hodan, ...change }, id, app.context.now)
  const { body } = await app.send(clientEndpoints.exportCsv, { body: {}, token })
  expect(body).toContain('"00234567","Lac qui Parle"')
  const target = await prepareImport()
  const { code, errorOutput } = await target.importFile(body)
  expect(code, errorOutput).toBe(0)
  const fields = ['first_name', 'last_name', 'date_of_birth', 'phone', 'email', 'address', 'status'] as const
  const stored = (db: typeof app.db) =>
    db
      .selectFrom('clients')
      .select([...fields, 'service', 'pmi', 'county'])
      .orderBy('sort_last')
      .orderBy('sort_first')
      .execute()
  expect(await stored(target.db)).toEqual(await stored(app.db))
  expect(await stored(target.db)).toHaveLength(unusual.length)
  await target.close()
})
