import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { clientStatuses } from '#contract/clients/statuses.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let house: TestApp
let worker: { id: string; token: string }
const added = new Date('2026-06-15T15:00:00Z')
const later = new Date('2026-06-15T15:10:00Z')

beforeAll(async () => {
  house = await createTestApp()
  const id = await house.employ('employee', 'worker@example.org')
  worker = { id, token: await house.signIn('worker@example.org') }
})
afterAll(() => house.close())
beforeEach(() => {
  house.context.now = added
})

const newClient = async () =>
  (await house.send(clientEndpoints.add, { body: hodan, token: worker.token })).body
const edit = (id: string, body: object) =>
  house.send(clientEndpoints.edit, { params: { id }, body: body as never, token: worker.token })
const read = async (id: string) =>
  (await house.send(clientEndpoints.get, { params: { id }, token: worker.token })).body
const historyOf = (id: string) =>
  house.send(clientEndpoints.statusHistory, { params: { id }, token: worker.token })
const auditOf = (id: string, action: string) =>
  house.db
    .selectFrom('audit_events')
    .select(['actor_id', 'record_kind', 'details'])
    .where('record_id', '=', id)
    .where('action', '=', action)
    .execute()

test('PUT replaces what a person fills in, answers the record, and leaves its origin as it was', async () => {
  const { id } = await newClient()
  house.context.now = later
  const entered = {
    firstName: "D'Ângelo",
    lastName: 'Warsame-Ruiz',
    status: 'pending',
    service: 'Consultant',
    email: 'ruiz@example.org',
    phone: '651555014299',
    address: 'No fixed address',
    dateOfBirth: '1990-03-01',
  }
  const sent = { ...entered, version: 1, createdAt: '1999-01-01T00:00:00Z', deletedAt: null, id: 'other' }
  const { status, body } = await edit(id, sent)
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: id,
    id,
    ...entered,
    lastNoteAt: null,
    createdAt: added.toISOString(),
    updatedAt: later.toISOString(),
    version: 2,
  })
  expect(await read(id)).toEqual(body)
})

test('an edit from an older version is 409 with the newer record, and changes nothing', async () => {
  const { id } = await newClient()
  const { body: newer } = await edit(id, { ...hodan, phone: '6515550100', version: 1 })
  const { status, body } = await edit(id, { ...hodan, lastName: 'Late', version: 1 })
  expect({ status, code: body.code, current: body.current }).toEqual({
    status: 409,
    code: 'version-conflict',
    current: newer,
  })
  expect(await read(id)).toEqual(newer)
  expect((await edit(id, { ...hodan, lastName: 'Late', version: 3 })).status).toBe(409)
})

test('without a version the edit is taken, as the specification’s client sends none', async () => {
  const { id } = await newClient()
  await edit(id, { ...hodan, phone: '6515550100' })
  expect(await edit(id, { ...hodan, phone: '6515550101' })).toMatchObject({
    status: 200,
    body: { phone: '6515550101', version: 3 },
  })
})

test('of two edits at once that were made from the same version one is 200 and the other 409', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await newClient()
    const answers = await Promise.all(
      ['6515550100', '6515550101'].map((phone) => edit(id, { ...hodan, phone, version: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
    expect(lost?.body.current).toEqual(won?.body)
    expect(await read(id)).toEqual(won?.body)
    expect(await auditOf(id, 'edited')).toHaveLength(1)
  }
})

test('an edit that changes nothing writes nothing, however it is spelled', async () => {
  const before = await newClient()
  house.context.now = later
  expect(await edit(before.id, { ...hodan, firstName: ` ${hodan.firstName} `, version: 1 })).toMatchObject({
    status: 200,
    body: before,
  })
  expect(await auditOf(before.id, 'edited')).toEqual([])
  expect((await historyOf(before.id)).body).toHaveLength(1)
})

test('the audit row of an edit names who, and the changed fields only, without their values', async () => {
  const { id } = await newClient()
  await edit(id, { ...hodan, phone: '6515550199', dateOfBirth: '1988-03-01', version: 1 })
  const rows = await auditOf(id, 'edited')
  expect(rows).toEqual([
    { actor_id: worker.id, record_kind: 'client', details: { fields: ['phone', 'dateOfBirth'] } },
  ])
})

test('whoever is answered the newer record by a refused edit has seen it, which is an audit row', async () => {
  const { id } = await newClient()
  expect((await edit(id, { ...hodan, version: 2 })).body.current).toMatchObject({ id })
  await expect
    .poll(() => auditOf(id, 'viewed'))
    .toEqual([{ actor_id: worker.id, record_kind: 'client', details: {} }])
})

test('each changed status is a row of the history, the newest first, and nothing else is', async () => {
  const { id } = await newClient()
  await edit(id, { ...hodan, phone: '6515550100' })
  house.context.now = later
  await edit(id, { ...hodan, status: 'discharged' })
  await edit(id, { ...hodan, status: null })
  const by = 'worker@example.org'
  expect((await historyOf(id)).body).toEqual([
    { from: 'discharged', to: null, at: later.toISOString(), by },
    { from: 'active', to: 'discharged', at: later.toISOString(), by },
    { from: null, to: 'active', at: added.toISOString(), by },
  ])
})

test('any status may be set to any other', async () => {
  for (const from of clientStatuses) {
    for (const to of clientStatuses) {
      const { id } = await newClient()
      await edit(id, { ...hodan, status: from })
      expect(await edit(id, { ...hodan, status: to }), `${from} to ${to}`).toMatchObject({
        status: 200,
        body: { status: to },
      })
    }
  }
  expect((await edit((await newClient()).id, { ...hodan, status: 'retired' })).status).toBe(400)
})

test('the history of an imported client has nobody’s name, and whoever reads it leaves an audit row', async () => {
  const { id } = await newClient()
  await house.db
    .updateTable('client_status_changes')
    .set({ changed_by: null })
    .where('client_id', '=', id)
    .execute()
  expect((await historyOf(id)).body).toMatchObject([{ by: null }])
  await expect
    .poll(() => auditOf(id, 'viewed'))
    .toEqual([{ actor_id: worker.id, record_kind: 'client', details: { fields: ['statusHistory'] } }])
})

test('a mistake in a field is 400 with the form’s sentence, and an edit that can’t be audited is not made', async () => {
  const { id } = await newClient()
  expect(await edit(id, { ...hodan, lastName: ' ', version: 1 })).toMatchObject({
    status: 400,
    body: { fields: { lastName: 'Last name is required' } },
  })
  expect((await edit(id, { ...hodan, dateOfBirth: '2026-06-16' })).status).toBe(400)
  await house.ownerDb.schema.alterTable('audit_events').renameTo('audit_events_elsewhere').execute()
  try {
    expect((await edit(id, { ...hodan, status: 'inactive' })).status).toBe(500)
  } finally {
    await house.ownerDb.schema.alterTable('audit_events_elsewhere').renameTo('audit_events').execute()
  }
  expect(await read(id)).toMatchObject({ status: 'active', version: 1 })
  expect((await historyOf(id)).body).toHaveLength(1)
})

test('a client that never was or is deleted can’t be edited and has no history', async () => {
  const { id } = await newClient()
  await house.db.updateTable('clients').set({ deleted_at: later }).where('id', '=', id).execute()
  for (const unknown of [id, '00000000-0000-4000-8000-000000000000', 'x']) {
    expect((await edit(unknown, { ...hodan, version: 1 })).status, unknown).toBe(404)
    expect((await historyOf(unknown)).status, unknown).toBe(404)
  }
})
