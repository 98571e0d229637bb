import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { addClient } from '#server/clients/store.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let house: TestApp
let token: string
let employeeId: string

beforeAll(async () => {
  house = await createTestApp()
  employeeId = await house.employ('employee', 'employee@example.org')
  token = await house.signIn('employee@example.org')
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.db.deleteFrom('client_status_changes').execute()
  await house.db.deleteFrom('clients').execute()
})

const add = (change: object) => addClient(house.db, { ...hodan, ...change }, employeeId, house.context.now)
const ask = (body: object) => house.send(clientEndpoints.search, { body: body as never, token })
const list = async (body: object) => (await ask(body)).body
const ids = (clients: { id: string }[]) => clients.map(({ id }) => id)

type Page = { items: { id: string; lastName: string }[]; total: number; nextCursor: string | null }

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
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await list({ ...narrowing, limit: 3, ...(cursor && { cursor }) })
      expect(page.total).toBe(matches)
      seen.push(...ids(page.items))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(whole)
    expect(whole).toHaveLength(matches)
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
  const listed = (query: object) => house.send(clientEndpoints.list, { query, token })
  for (const limit of ['1', '200']) expect((await listed({ limit })).body).toMatchObject({ total: 1 })
  for (const query of [
    { limit: '0' },
    { limit: '201' },
    { limit: '1.5' },
    { limit: '' },
    { status: 'retired' },
  ])
    expect((await listed(query)).status, JSON.stringify(query)).toBe(400)
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

test('totals are those of now, whatever was asked before', async () => {
  const totals = async () => {
    const queries = [{}, { status: 'active' }, { search: 'wa' }, { search: 'warsame' }]
    return await Promise.all(
      queries.map(async (query) => ((await list({ limit: 1, ...query })) as Page).total),
    )
  }
  expect(await totals()).toEqual([0, 0, 0, 0])
  const { id } = await add({})
  await add({ lastName: 'Ruiz', status: 'pending' })
  expect(await totals()).toEqual([2, 1, 1, 1])
  const edited = { ...hodan, lastName: 'Ali', status: 'inactive' } as const
  await house.send(clientEndpoints.edit, { params: { id }, body: edited, token })
  expect(await totals()).toEqual([2, 0, 0, 0])
})

test('a search that was made before finds who is there now, in the order and with the details of now', async () => {
  const { id: mary } = await add({ firstName: 'Mary', lastName: 'Lee' })
  await add({ firstName: 'Bo', lastName: 'Leeds' })
  const { id: ann } = await add({ firstName: 'Ann', lastName: 'Zoe Lee' })
  const change = (id: string, columns: object) => () =>
    house.db.updateTable('clients').set(columns).where('id', '=', id).execute()
  const steps: [string, () => Promise<unknown>, total: number, shown: string[]][] = [
    ['nothing', async () => {}, 3, ['Mary Lee', 'Bo Leeds']],
    ['a phone number', change(mary, { phone: '6515550100' }), 3, ['Mary Lee, moved', 'Bo Leeds']],
    [
      'a name divided otherwise',
      change(ann, { first_name: 'Ann Zoe', last_name: 'Lee' }),
      3,
      ['Ann Zoe Lee', 'Mary Lee, moved'],
    ],
    ['a deletion', change(mary, { deleted_at: house.context.now }), 2, ['Ann Zoe Lee', 'Bo Leeds']],
    ['a newcomer', () => add({ firstName: 'Al', lastName: 'Lee' }), 3, ['Al Lee', 'Ann Zoe Lee']],
    ['another name', change(ann, { last_name: 'Bui' }), 2, ['Al Lee', 'Bo Leeds']],
  ]
  for (const [name, step, total, shown] of steps) {
    await step()
    for (const search of ['lee', 'le', 'lee', 'le']) {
      const page = await list({ search, limit: 2 })
      const names = page.items.map(
        (client: { firstName: string; lastName: string; phone: string }) =>
          `${client.firstName} ${client.lastName}${client.phone === '6515550100' ? ', moved' : ''}`,
      )
      expect({ total: page.total, names }, `${name}: ${search}`).toEqual({ total, names: shown })
    }
  }
})

test('a cursor names no client, survives its client’s deletion, and is refused when it is none', async () => {
  for (const lastName of ['A', 'B', 'C']) await add({ lastName, firstName: '㌀'.repeat(100) })
  const { nextCursor } = await list({ limit: 1 })
  expect(nextCursor).toMatch(/^[\w-]{22}$/)
  await house.db
    .updateTable('clients')
    .set({ deleted_at: house.context.now })
    .where('last_name', '=', 'A')
    .execute()
  const { items }: Page = await list({ limit: 5, cursor: nextCursor })
  expect(items.map(({ lastName }) => lastName)).toEqual(['B', 'C'])
  const unknown = Buffer.from('00000000000040008000000000000000', 'hex').toString('base64url')
  for (const cursor of ['x', unknown, Buffer.from('["\u0000"]').toString('base64url')]) {
    const { status, body } = await ask({ limit: 5, cursor })
    expect({ status, fields: Object.keys(body.fields) }, cursor).toEqual({ status: 400, fields: ['cursor'] })
  }
})
