import { Kysely, PostgresDialect } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { createPool } from '#server/database/connection.ts'
import type { Database } from '#server/database/tables.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { atEnd, createTestDatabase } from '#test/support/test-database.ts'

const database = await createTestDatabase()
const app = await createTestApp({ db: database.db })
/** A second instance, with connections of its own. */
const ownPool = createPool(database.connection, { poolSize: 5, queryTimeout: 100_000 })
atEnd(() => ownPool.end())
const other = await createTestApp({
  db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: ownPool }) }),
})
const chief = await app.member('super-admin')
const amina = await app.member('employee', 'amina@example.org')
const omar = await app.member('manager', 'omar@example.org')

let clientId: string
beforeEach(async () => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  await database.ownerDb.deleteFrom('homes').execute()
  clientId = await addClient()
})

async function addClient(change: object = {}): Promise<string> {
  const body = { ...hodan, ...change }
  return (await app.send(clientEndpoints.add, { body, token: chief.token })).body.id
}

const lease = {
  ...{ kind: 'lease', address: '1420 Cedar Avenue S', movedInOn: '2026-03-05', rent: 1150, share: 340 },
  ...{ subsidy: 'Housing Choice Voucher', leaseEndsOn: '2027-02-28' },
}
const left = { leftOn: '2026-06-01', leftReason: 'Evicted', leftNote: 'Owes two months.' }
const add = (body: object, id = clientId, instance = app) =>
  instance.send(homeEndpoints.add, { params: { id }, body: body as never, token: amina.token })
const edit = (id: string, body: object, instance = app) =>
  instance.send(homeEndpoints.edit, { params: { id }, body, token: amina.token })
const list = async () =>
  (await app.send(homeEndpoints.list, { params: { id: clientId }, token: amina.token })).body

test('a home needs a kind and a day; the latest is listed first [T1284]', async () => {
  const { status, body } = await add({ ...lease, ...left })
  expect(status).toBe(201)
  expect(body).toEqual({
    ...lease,
    ...left,
    ...{ _id: body.id, id: body.id, clientId, createdAt: app.context.now.toISOString() },
    ...{ createdBy: amina.email, editedAt: null, editedBy: null, version: 1 },
  })
  const shelter = { kind: 'shelter', movedInOn: '2026-06-01' }
  const nothing = { address: null, rent: null, share: null, subsidy: null, leaseEndsOn: null, leftOn: null }
  expect((await add(shelter)).body).toMatchObject({
    ...shelter,
    ...nothing,
    leftReason: null,
    leftNote: null,
  })
  expect((await list()).map(({ kind }: { kind: string }) => kind)).toEqual(['shelter', 'lease'])
})

test.each([
  ['no kind', { kind: undefined }, 'kind'],
  ['a kind that does not exist', { kind: 'hotel' }, 'kind'],
  ['no day of moving in', { movedInOn: undefined }, 'movedInOn'],
  ['a negative rent', { rent: -1 }, 'rent'],
  ['cents', { share: 340.5 }, 'share'],
  ['more than 20,000 dollars', { rent: 20_001 }, 'rent'],
  ['a lease that ends before the client moved in', { leaseEndsOn: '2026-03-04' }, 'leaseEndsOn'],
  ['leaving before moving in', { leftOn: '2026-03-04' }, 'leftOn'],
  ['a reason for leaving without the day', { leftReason: 'Evicted' }, 'leftOn'],
  ['an address of 301 characters', { address: 'x'.repeat(301) }, 'address'],
  ['a subsidy of 101 characters', { subsidy: 'x'.repeat(101) }, 'subsidy'],
  ['a reason of 101 characters', { ...left, leftReason: 'x'.repeat(101) }, 'leftReason'],
  ['a note of 301 characters', { ...left, leftNote: 'x'.repeat(301) }, 'leftNote'],
])('rejects %s [T1285]', async (_, change, field) => {
  expect(await add({ ...lease, ...change })).toMatchObject({
    status: 400,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('the day of leaving is not taken back while there is a reason', async () => {
  const { body } = await add({ ...lease, ...left })
  expect(await edit(body.id, { leftOn: null })).toMatchObject({ status: 400 })
  expect((await edit(body.id, { leftOn: null, leftReason: null })).body).toMatchObject({ leftOn: null })
})

describe('homes of a client', () => {
  const overlaps = (message: string) => ({ status: 409, body: { code: 'homes-overlap', message } })

  test('can’t overlap, and the refusal names the other one [T1286]', async () => {
    const { body: first } = await add({ ...lease, leftOn: '2026-06-01' })
    const closed = overlaps(
      'The client has another home on these days: Lease, 1420 Cedar Avenue S, from Mar 5, 2026 to Jun 1, 2026.',
    )
    for (const days of [
      { movedInOn: '2026-05-31' },
      { movedInOn: '2026-01-01' },
      { movedInOn: '2026-01-01', leftOn: '2026-03-06' },
      { movedInOn: '2026-04-01', leftOn: '2026-04-01' },
      { movedInOn: '2026-03-05', leftOn: '2026-06-01' },
    ])
      expect(await add({ kind: 'shelter', ...days }), JSON.stringify(days)).toMatchObject(closed)
    const { body: open } = await add({ kind: 'shelter', movedInOn: '2026-06-10' })
    expect(await add({ kind: 'outside', movedInOn: '2026-06-11', leftOn: '2026-06-12' })).toMatchObject(
      overlaps(
        'The client has another home on these days: Shelter, since Jun 10, 2026. First enter the day the client moved out.',
      ),
    )
    expect(await edit(open.id, { movedInOn: '2026-05-31' })).toMatchObject(closed)
    expect(await edit(first.id, { leftOn: null })).toMatchObject({ status: 409 })
    expect((await edit(first.id, { leftNote: 'Deposit returned.' })).status).toBe(200)
    expect(await list()).toMatchObject([{ movedInOn: '2026-06-10', version: 1 }, { leftOn: '2026-06-01' }])
  })

  test('may be left and moved into on one day, and those of others don’t matter [T1287]', async () => {
    expect((await add({ ...lease, leftOn: '2026-06-01' })).status).toBe(201)
    expect((await add({ kind: 'shelter', movedInOn: '2026-06-01', leftOn: '2026-06-01' })).status).toBe(201)
    expect((await add({ kind: 'outside', movedInOn: '2026-06-01' })).status).toBe(201)
    expect((await add({ kind: 'institution', movedInOn: '2026-01-01', leftOn: '2026-03-05' })).status).toBe(
      201,
    )
    expect((await add({ kind: 'outside', movedInOn: '2026-06-01' }, await addClient())).status).toBe(201)
  })

  test('of two that overlap and are sent to two instances at once, one is stored [T1288]', async () => {
    for (let round = 0; round < 10; round++) {
      const client = await addClient()
      const days = [{ movedInOn: '2026-03-05' }, { movedInOn: '2026-01-01', leftOn: '2026-03-06' }]
      const added = await Promise.all(
        days.map((change, index) => add({ kind: 'shelter', ...change }, client, index ? other : app)),
      )
      expect(added.map(({ status }) => status).sort()).toEqual([201, 409])
    }
    const { body: first } = await add({ kind: 'shelter', movedInOn: '2026-01-01', leftOn: '2026-02-01' })
    const { body: second } = await add({ kind: 'outside', movedInOn: '2026-04-01', leftOn: '2026-05-01' })
    const edited = await Promise.all([
      edit(first.id, { leftOn: '2026-03-15' }),
      edit(second.id, { movedInOn: '2026-03-01' }, other),
    ])
    expect(edited.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('the summary of a period', () => {
  const q2 = { from: '2026-04-01', to: '2026-06-30' }
  const summary = (body: object = q2, { token } = omar) =>
    app.send(homeEndpoints.summary, { body: body as never, token })
  /** A client with these homes. */
  async function clientWith(...homes: object[]): Promise<string> {
    const id = await addClient({ assignedTo: amina.id })
    for (const home of homes) expect(await add(home, id)).toMatchObject({ status: 201 })
    return id
  }
  const movedIn = async (period: object) => {
    const body = { limit: 50, ...period }
    const found = await app.send(clientEndpoints.search, { body, token: omar.token })
    return found.body.items.map(({ id }: { id: string }) => id)
  }
  const moved = { movedInFrom: q2.from, movedInTo: q2.to }

  test('counts who moved in from elsewhere, each person once, and the list finds them [T1289]', async () => {
    const inPeriod = (movedInOn: string, rest: object = {}) => ({ kind: 'lease', movedInOn, ...rest })
    const expected = [
      // The first home that is known.
      await clientWith(inPeriod('2026-04-01')),
      await clientWith({ kind: 'housing-support', movedInOn: '2026-06-30' }),
      // From elsewhere, on one day.
      await clientWith(
        { kind: 'shelter', movedInOn: '2026-01-01', leftOn: '2026-05-01' },
        inPeriod('2026-05-01'),
      ),
      // After a day without a home.
      await clientWith(inPeriod('2025-01-01', { leftOn: '2026-04-30' }), inPeriod('2026-05-02')),
      // Twice.
      await clientWith(inPeriod('2026-04-02', { leftOn: '2026-04-10' }), inPeriod('2026-05-01')),
    ]
    // From one into another, on one day and on the next.
    await clientWith(
      inPeriod('2025-01-01', { leftOn: '2026-05-01' }),
      inPeriod('2026-05-01', { leftOn: '2026-05-31' }),
      { kind: 'housing-support', movedInOn: '2026-06-01' },
    )
    await clientWith(inPeriod('2026-03-31'))
    await clientWith(inPeriod('2026-07-01'))
    await clientWith({ kind: 'family-or-friends', movedInOn: '2026-05-01' })
    const gone = await clientWith(inPeriod('2026-05-01'))
    await app.send(clientEndpoints.remove, { params: { id: gone }, token: chief.token })
    expect((await summary()).body.movedIn).toBe(expected.length)
    expect((await movedIn(moved)).sort()).toEqual(expected.sort())
    expect(await movedIn({ movedInFrom: '2026-07-01' })).toHaveLength(1)
    expect(await movedIn({ movedInTo: '2026-03-31', movedInFrom: '2026-03-31' })).toHaveLength(1)
    expect((await summary({ ...q2, assignedTo: 'nobody' })).body.movedIn).toBe(0)
    expect((await summary({ ...q2, assignedTo: amina.id })).body.movedIn).toBe(expected.length)
    expect((await summary({ ...q2, assignedTo: 'me' })).body.movedIn).toBe(0)
    expect((await summary({ ...q2, assignedTo: 'someone' })).body.movedIn).toBe(0)
  })

  test('counts who is housed on the last day, the day of leaving included [T1290]', async () => {
    await clientWith({ kind: 'lease', movedInOn: '2020-01-01' })
    await clientWith({ kind: 'housing-support', movedInOn: '2026-06-30' })
    await clientWith(
      { kind: 'lease', movedInOn: '2026-01-01', leftOn: '2026-06-30' },
      { kind: 'lease', movedInOn: '2026-06-30' },
    )
    await clientWith({ kind: 'lease', movedInOn: '2026-01-01', leftOn: '2026-06-30' })
    await clientWith({ kind: 'lease', movedInOn: '2026-01-01', leftOn: '2026-06-29' })
    await clientWith({ kind: 'lease', movedInOn: '2026-07-01' })
    await clientWith({ kind: 'shelter', movedInOn: '2026-01-01' })
    expect((await summary()).body.housed).toBe(4)
  })

  test('counts who left by the last reason, in any case of letters, and unknown without one [T1291]', async () => {
    const leftBecause = (leftReason: string | null, leftOn = '2026-05-01', movedInOn = '2026-01-01') => ({
      ...{ kind: 'lease', movedInOn, leftOn, leftReason },
    })
    await clientWith(leftBecause('Evicted'))
    await clientWith(leftBecause('evicted', q2.from))
    await clientWith(leftBecause(' Moved away ', q2.to))
    await clientWith(leftBecause(null))
    await clientWith(leftBecause('Unknown'))
    await clientWith(leftBecause('Moved away', '2026-04-15'), leftBecause('Died', '2026-06-15', '2026-04-15'))
    await clientWith(leftBecause('Too early', '2026-03-31'))
    await clientWith({ ...leftBecause('From a shelter'), kind: 'shelter' })
    expect((await summary()).body).toEqual({
      ...{ movedIn: 0, housed: 1 },
      left: { evicted: 2, 'Moved away': 1, unknown: 2, Died: 1 },
    })
  })

  test('is for super-admins, admins and managers, and covers at most 366 days [T1292]', async () => {
    expect((await summary({ from: '2024-01-01', to: '2024-12-31' })).body).toEqual({
      ...{ movedIn: 0, housed: 0, left: {} },
    })
    expect(await summary({ from: '2025-01-01', to: '2026-01-02' })).toMatchObject({
      status: 400,
      body: { fields: { to: 'The end date is too late: a period has at most 366 days' } },
    })
    expect(await summary({ from: '2026-02-01', to: '2026-01-31' })).toMatchObject({ status: 400 })
    expect(await summary({ from: '2026-02-30', to: '2026-03-31' })).toMatchObject({ status: 400 })
    expect(await summary(q2, amina)).toMatchObject({ status: 403 })
    const audited = (record_kind: string) => app.audited({ record_kind }, 'action', 'details', 'actor_id')
    expect(await audited('home summary')).toContainEqual({
      ...{ action: 'listed', actor_id: omar.id },
      details: { filter: ['from 2024-01-01', 'to 2024-12-31'] },
    })
    expect(await audited('home')).toContainEqual({
      ...{ action: 'refused', actor_id: amina.id, details: { fields: ['homes:count'] } },
    })
  })
})
