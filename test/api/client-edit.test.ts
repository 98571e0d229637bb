import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { clientStatuses } from '#contract/clients/statuses.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const added = new Date('2026-06-15T15:00:00Z')
const later = new Date('2026-06-15T15:10:00Z')

const app = await createTestApp()
const worker = await app.member('employee')
beforeEach(() => {
  app.context.now = added
})

const newClient = async () => (await app.send(clientEndpoints.add, { body: hodan, token: worker.token })).body
const edit = (id: string, body: object) =>
  app.send(clientEndpoints.edit, { params: { id }, body: body as never, token: worker.token })
const read = async (id: string) =>
  (await app.send(clientEndpoints.get, { params: { id }, token: worker.token })).body
const historyOf = (id: string) =>
  app.send(clientEndpoints.statusHistory, { params: { id }, token: worker.token })
const auditOf = (record_id: string, action: string) =>
  app.audited({ record_id, action }, 'actor_id', 'record_kind', 'details')

test('an edit replaces the editable fields and keeps id and creation time [T151]', async () => {
  const { id } = await newClient()
  app.context.now = later
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
  expect(body).toMatchObject({
    _id: id,
    id,
    ...entered,
    lastNoteAt: null,
    version: 2,
    createdAt: added.toISOString(),
    updatedAt: later.toISOString(),
  })
  expect(await read(id)).toEqual(body)
})

test('an edit of another version is 409 with the stored record, and changes nothing [T192]', async () => {
  const { id } = await newClient()
  const { body: newer } = await edit(id, { ...hodan, phone: '6515550100', version: 1 })
  for (const version of [1, 3]) {
    const { status, body } = await edit(id, { ...hodan, lastName: 'Late', version })
    const { code, current, changed } = body
    expect({ status, code, current, changed }).toEqual({
      status: 409,
      code: 'version-conflict',
      current: newer,
      changed: { at: newer.updatedAt, by: worker.email, byName: expect.any(String) },
    })
  }
  expect(await read(id)).toEqual(newer)
  expect(await auditOf(id, 'viewed'), 'the refused edits showed the record').toEqual(
    Array(3).fill({ actor_id: worker.id, record_kind: 'client', details: {} }),
  )
})

test('accepts one of two simultaneous edits of the same version, and answers 409 to the other', async () => {
  const { id } = await newClient()
  const answers = await Promise.all(
    ['6515550100', '6515550101'].map((phone) => edit(id, { ...hodan, phone, version: 1 })),
  )
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  expect([won?.status, lost?.status]).toEqual([200, 409])
  expect(lost?.body.current).toEqual(won?.body)
  expect(await read(id)).toEqual(won?.body)
  expect(await auditOf(id, 'edited')).toHaveLength(1)
})

test('accepts edits without a version, also at the same moment, one after the other [T193]', async () => {
  const { id } = await newClient()
  const phones = ['6515550100', '6515550101', '6515550102']
  const edits = await Promise.all(phones.map((phone) => edit(id, { ...hodan, phone })))
  expect(edits.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(edits.map(({ body }) => body.version).sort()).toEqual([2, 3, 4])
})

test('an edit that changes nothing counts as a view', async () => {
  const before = await newClient()
  app.context.now = later
  const same = await edit(before.id, { ...hodan, firstName: ` ${hodan.firstName} `, version: 1 })
  expect(same).toMatchObject({ status: 200, body: before })
  expect(await auditOf(before.id, 'edited')).toEqual([])
  expect(await auditOf(before.id, 'viewed')).toHaveLength(1)
  expect((await historyOf(before.id)).body).toHaveLength(1)
})

test('the audit row of an edit names caller and changed fields, but no values', async () => {
  const { id } = await newClient()
  await edit(id, { ...hodan, phone: '6515550199', dateOfBirth: '1988-03-01', version: 1 })
  expect(await auditOf(id, 'edited')).toEqual([
    {
      actor_id: worker.id,
      record_kind: 'client',
      details: { fields: ['dateOfBirth', 'phone'], version: 2, stored: expect.any(String) },
    },
  ])
})

test('the status history lists each status change, newest first, and no other edit', async () => {
  const { id } = await newClient()
  await edit(id, { ...hodan, phone: '6515550100' })
  app.context.now = later
  await edit(id, { ...hodan, status: 'discharged' })
  await edit(id, { ...hodan, status: null })
  const changed = { by: worker.email, byName: 'Super Admin', on: null, reason: null }
  expect((await historyOf(id)).body).toEqual([
    { from: 'discharged', to: null, at: later.toISOString(), ...changed },
    { from: 'active', to: 'discharged', at: later.toISOString(), ...changed },
    { from: null, to: 'active', at: added.toISOString(), ...changed },
  ])
})

test('any status may change to any other [T92]', async () => {
  const { id } = await newClient()
  for (const from of clientStatuses)
    for (const to of clientStatuses) {
      await edit(id, { ...hodan, status: from })
      expect(await edit(id, { ...hodan, status: to }), `${from} to ${to}`).toMatchObject({
        status: 200,
        body: { status: to },
      })
    }
})

test('the history of an imported client names nobody, and reading it leaves an audit row', async () => {
  const { id } = await newClient()
  await app.ownerDb
    .updateTable('client_status_changes')
    .set({ changed_by: null })
    .where('client_id', '=', id)
    .execute()
  expect((await historyOf(id)).body).toMatchObject([{ by: null }])
  expect(await auditOf(id, 'viewed')).toEqual([
    { actor_id: worker.id, record_kind: 'client', details: { fields: ['statusHistory'] } },
  ])
})

test.each([
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
])('a change that PostgreSQL ends with %s is tried once more [T1055]', async (_, code) => {
  const { id } = await newClient()
  // Sequences are not rolled back.
  for (const statement of [
    'CREATE SEQUENCE IF NOT EXISTS edits',
    `CREATE OR REPLACE FUNCTION fail_edit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF nextval('edits') <= 3 THEN RAISE EXCEPTION USING ERRCODE = '${code}'; END IF;
      RETURN NEW; END $$`,
    'CREATE OR REPLACE TRIGGER fail_edit BEFORE UPDATE ON clients FOR EACH ROW EXECUTE FUNCTION fail_edit()',
    "SELECT setval('edits', 1, false)",
  ])
    await sql.raw(statement).execute(app.ownerDb)
  const edited = { ...hodan, phone: '6125550199' }
  const { status, body, headers } = await edit(id, edited)
  expect({ status, code: body.code, wait: headers['retry-after'] }).toEqual({
    ...{ status: 503, code: 'locked', wait: '2' },
  })
  expect(await edit(id, edited)).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await auditOf(id, 'edited')).toHaveLength(1)
  await sql`DROP TRIGGER fail_edit ON clients`.execute(app.ownerDb)
})
