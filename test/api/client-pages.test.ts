import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { addClient } from '#server/clients/store.ts'
import { readPages } from '#test/support/pages.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string
let employeeId: string

beforeAll(async () => {
  app = await createTestApp()
  employeeId = await app.employ('employee', 'employee@example.org')
  token = await app.signIn('employee@example.org')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('client_status_changes').execute()
  await app.db.deleteFrom('clients').execute()
})

const add = (change: object) => addClient(app.db, { ...hodan, ...change }, employeeId, app.context.now)
const ask = (body: object) => app.send(clientEndpoints.search, { body: body as never, token })
const list = async (body: object) => (await ask(body)).body
const ids = (clients: { id: string }[]) => clients.map(({ id }) => id)

test.for([
  ['nothing', {}, 14],
  ['a status', { status: 'pending' }, 7],
  ['no status', { status: 'Unknown' }, 7],
  ['a name', { search: 'sáme' }, 8],
  ['a name and a status', { search: 'same', status: 'pending' }, 4],
  ['two letters', { search: 'ER' }, 6],
  ['two words', { search: '1 s' }, 3],
] as const)(
  'pages of a list narrowed by %s follow one another without a gap or a repetition',
  async ([, narrowing, matches]) => {
    for (let n = 0; n < 14; n += 1) {
      const lastName = n < 8 ? 'Same' : 'Other'
      await add({ firstName: `N${n % 3}`, lastName, status: n % 2 === 0 ? 'pending' : null })
    }
    const whole = ids((await list({ ...narrowing, limit: 200 })).items)
    const { items, totals } = await readPages<{ id: string }>((cursor) =>
      list({ ...narrowing, limit: 3, ...cursor }),
    )
    expect(ids(items)).toEqual(whole)
    expect(whole).toHaveLength(matches)
    expect(totals).toEqual([matches])
  },
)

test('a page of exactly as many as there are is the last one, and one of none is empty', async () => {
  await add({})
  for (const narrowing of [{}, { search: 'warsame' }, { search: 'wa' }, { status: 'active' }]) {
    expect(await list({ limit: 1, ...narrowing })).toMatchObject({ total: 1, nextCursor: null })
  }
  for (const narrowing of [{ search: 'nobody' }, { search: 'zz' }, { status: 'inactive' }]) {
    expect(await list({ limit: 1, ...narrowing })).toEqual({
      items: [],
      total: 0,
      totalIsMinimum: false,
      nextCursor: null,
    })
  }
})

test('a page has 1 to 200 clients, and a status that nobody can have is refused', async () => {
  await add({})
  const listed = (query: object) => app.send(clientEndpoints.list, { query, token })
  for (const limit of ['1', '200']) expect((await listed({ limit })).body).toMatchObject({ total: 1 })
  for (const limit of ['0', '201', '1.5', '']) expect((await listed({ limit })).status, limit).toBe(400)
  expect((await listed({ status: 'retired' })).status).toBe(400)
})

test('a page behind the last match is empty and still tells how many match', async () => {
  for (const lastName of ['Anders', 'Zimmer']) await add({ lastName })
  const { nextCursor } = await list({ limit: 1 })
  expect(await list({ limit: 5, cursor: nextCursor, search: 'anders' })).toEqual({
    items: [],
    total: 1,
    totalIsMinimum: false,
    nextCursor: null,
  })
})

test('a cursor names no client, survives its client’s deletion, and is refused when it is none', async () => {
  for (const lastName of ['A', 'B', 'C']) await add({ lastName, firstName: '㌀'.repeat(100) })
  const { nextCursor } = await list({ limit: 1 })
  expect(nextCursor).toMatch(/^[\w-]{22}$/)
  await app.db
    .updateTable('clients')
    .set({ deleted_at: app.context.now })
    .where('last_name', '=', 'A')
    .execute()
  const { items } = await list({ limit: 5, cursor: nextCursor })
  expect(items).toMatchObject([{ lastName: 'B' }, { lastName: 'C' }])
  const unknown = Buffer.from('00000000000040008000000000000000', 'hex').toString('base64url')
  for (const cursor of ['x', unknown, Buffer.from('["\u0000"]').toString('base64url')]) {
    const { status, body } = await ask({ limit: 5, cursor })
    expect({ status, fields: Object.keys(body.fields) }, cursor).toEqual({ status: 400, fields: ['cursor'] })
  }
})
