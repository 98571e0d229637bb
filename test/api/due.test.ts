import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { dueEndpoints } from '#contract/due/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const chief = await app.member('super-admin')
const amina = await app.member('employee', 'amina@example.org')
const omar = await app.member('manager', 'omar@example.org')

let clientId: string
beforeEach(async () => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  for (const table of ['papers', 'goals'] as const) await app.ownerDb.deleteFrom(table).execute()
  clientId = await newClient(amina.id)
})

async function newClient(assignedTo: string | null): Promise<string> {
  const body = { ...hodan, assignedTo }
  return (await app.send(clientEndpoints.add, { body, token: chief.token })).body.id
}

const release = { kind: 'release', to: 'Hennepin County', signedOn: '2025-05-01' } as const

async function addPaper(change: object, id = clientId, { token } = amina): Promise<string> {
  const body = { ...release, ...change }
  return (await app.send(paperEndpoints.add, { params: { id }, body, token })).body.id
}

const due = ({ token } = amina, query = {}) => app.send(dueEndpoints.list, { token, query })
const days = async (member = amina, query = {}) =>
  (await due(member, query)).body.map(({ on }: { on: string }) => on)

test('lists what has expired or expires within 30 days with its client, the earliest first [T671]', async () => {
  await addPaper({ to: 'Clinic', expiresOn: '2026-07-16' })
  await addPaper({ to: 'Landlord', expiresOn: '2026-07-15' })
  const id = await addPaper({ expiresOn: '2026-05-01' })
  const { body } = await due()
  const { firstName, lastName, dateOfBirth } = hodan
  expect(body).toEqual([
    {
      kind: 'papers',
      id,
      on: '2026-05-01',
      what: 'Release of information, to Hennepin County',
      client: { id: clientId, firstName, lastName, dateOfBirth },
    },
    expect.objectContaining({ on: '2026-07-15', what: 'Release of information, to Landlord' }),
  ])
  const [row] = (await app.audited({ record_kind: 'due', action: 'listed' }, 'details')).slice(-1)
  expect(row?.details).toEqual({
    count: 2,
    filter: [],
    records: body.map(({ id }: { id: string }) => id),
  })
})

test('counts 30 calendar days over a change of the clocks', async () => {
  app.context.now = new Date('2026-10-28T00:30:00-05:00')
  const again = { ...amina, token: await app.signIn(amina.email) }
  for (const expiresOn of ['2026-11-27', '2026-11-28'])
    await addPaper({ to: expiresOn, expiresOn }, clientId, again)
  expect(await days(again)).toEqual(['2026-11-27'])
})

test('leaves out what was renewed or revoked, and discharged and deleted clients [T970]', async () => {
  await addPaper({ expiresOn: '2026-05-01' })
  await addPaper({ kind: 'lease', to: null, expiresOn: '2026-06-01' })
  // For the same recipient.
  const renewed = await addPaper({ to: 'HENNEPIN COUNTY', signedOn: '2026-05-01', expiresOn: '2027-05-01' })
  expect(await days()).toEqual(['2026-06-01'])
  await app.send(paperEndpoints.edit, {
    params: { id: renewed },
    body: { revokedOn: '2026-06-01' },
    token: chief.token,
  })
  expect(await days()).toEqual(['2026-05-01', '2026-06-01'])
  const params = { id: clientId }
  const edit = (status: 'active' | 'discharged') =>
    app.send(clientEndpoints.edit, {
      params,
      body: { ...hodan, status, assignedTo: amina.id },
      token: chief.token,
    })
  await edit('discharged')
  expect(await days()).toEqual([])
  await edit('active')
  await app.send(clientEndpoints.remove, { params, token: chief.token })
  expect(await days()).toEqual([])
})

test('lists the lease of a home that the client has not left [T1283]', async () => {
  const body = { kind: 'lease', movedInOn: '2025-07-01', leaseEndsOn: '2026-06-30' } as const
  const params = { id: clientId }
  const { body: home } = await app.send(homeEndpoints.add, { params, body, token: amina.token })
  expect((await due()).body).toMatchObject([
    { kind: 'homes', id: home.id, on: '2026-06-30', what: 'Lease on the home', client: { id: clientId } },
  ])
  const edit = { params: { id: home.id }, body: { leftOn: '2026-06-15' }, token: amina.token }
  await app.send(homeEndpoints.edit, edit)
  expect(await days()).toEqual([])
})

test('lists open goals by their target date, among what expires [T1228]', async () => {
  await addPaper({ expiresOn: '2026-06-20' })
  const { token } = amina
  const add = async (text: string, targetOn: string | null) => {
    const body = { text, agreedOn: '2026-01-01', targetOn }
    return (await app.send(goalEndpoints.add, { params: { id: clientId }, body, token })).body.id
  }
  await add('Some day', null)
  await add('Later', '2026-07-16')
  const late = await add('Find an apartment', '2026-06-01')
  const reached = { state: 'reached', stateOn: '2026-06-14' } as const
  const done = { params: { id: await add('Get a state ID', '2026-06-10') }, body: reached, token }
  await app.send(goalEndpoints.edit, done)
  expect((await due()).body).toMatchObject([
    { kind: 'goals', id: late, on: '2026-06-01', what: 'Find an apartment', client: { id: clientId } },
    { kind: 'papers', on: '2026-06-20' },
  ])
})

test('managers and admins see what is due for everyone, employees for their own clients [T971]', async () => {
  await addPaper({ expiresOn: '2026-06-01' })
  await addPaper({ expiresOn: '2026-05-01' }, await newClient(null))
  expect(await days()).toEqual(['2026-06-01'])
  expect(await days(omar)).toEqual([])
  expect(await days(omar, { everyone: 'true' })).toEqual(['2026-05-01', '2026-06-01'])
  const [row] = (await app.audited({ record_kind: 'due', action: 'listed' }, 'details')).slice(-1)
  expect(row?.details).toMatchObject({ filter: ['everyone'] })
  expect(await due(amina, { everyone: 'true' })).toMatchObject({ status: 403 })
  const [refused] = await app.audited({ record_kind: 'due', action: 'refused' }, 'actor_id', 'details')
  expect(refused).toEqual({ actor_id: amina.id, details: { fields: ['due:read-all'] } })
  expect(await due(omar, { everyone: 'yes' })).toMatchObject({ status: 400 })
})

test('returns the 200 that are due first [T972]', async () => {
  await app.db
    .insertInto('papers')
    .values(
      Array.from({ length: 201 }, (_, index) => ({
        ...{ client_id: clientId, kind: 'other', to: `Agency ${index}`, signed_on: '2020-01-01' },
        expires_on: index === 0 ? '2026-06-15' : '2026-06-14',
        created_at: app.context.now,
      })),
    )
    .execute()
  const found = await days()
  expect(found).toHaveLength(200)
  expect(new Set(found)).toEqual(new Set(['2026-06-14']))
})
