import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

const app = await createTestApp()
const chief = await app.member('super-admin')
const manager = await app.member('manager')
const amina = await app.member('employee', 'amina@example.org')
const omar = await app.member('employee', 'omar@example.org')
const unknown = '00000000-0000-4000-8000-000000000000'

interface Caller {
  id: string
  token: string
}

const add = (values: object, { token }: Caller = manager) =>
  app.send(clientEndpoints.add, { body: { ...hodan, ...values }, token })
const newClient = async (values: object = {}) => (await add(values)).body
const edit = (id: string, values: object, { token }: Caller = manager) =>
  app.send(clientEndpoints.edit, { params: { id }, body: { ...hodan, ...values }, token })
const get = async (id: string) =>
  (await app.send(clientEndpoints.get, { params: { id }, token: manager.token })).body
const assignmentsOf = async (id: string) =>
  (await app.send(clientEndpoints.assignments, { params: { id }, token: amina.token })).body
const handOver = (from: Caller, to: string | null, { token }: Caller = chief) =>
  app.send(employeeEndpoints.handOver, { params: { id: from.id }, body: { to }, token })

describe('assigning a client', () => {
  test('keeps who was responsible and when, and the specified edit erases nothing [T540]', async () => {
    const start = app.context.now
    const { id, ...client } = await newClient({ assignedTo: amina.id })
    expect(client).toMatchObject({ assignedTo: amina.id, assignedToName: 'Super Admin', version: 1 })
    const later = new Date(start.getTime() + 60_000)
    app.context.now = later
    expect((await edit(id, { assignedTo: omar.id })).body).toMatchObject({ assignedTo: omar.id, version: 2 })
    expect((await edit(id, { phone: '6515550100' })).body).toMatchObject({ assignedTo: omar.id, version: 3 })
    expect((await edit(id, { assignedTo: null })).body).toMatchObject({
      assignedTo: null,
      assignedToName: null,
    })
    app.context.now = start
    const assignment = { name: 'Super Admin', by: 'manager@example.org', byName: 'Super Admin' }
    expect(await assignmentsOf(id)).toEqual([
      { employeeId: omar.id, ...assignment, from: later.toISOString(), to: later.toISOString() },
      { employeeId: amina.id, ...assignment, from: start.toISOString(), to: later.toISOString() },
    ])
  })

  test('an employee may take an unassigned client and give up their own, but nothing else [T541]', async () => {
    const refused = {
      status: 403,
      body: {
        code: 'not-allowed',
        message:
          'You can take an unassigned client or give up your own. Ask a manager to assign a client to someone else.',
      },
    }
    expect((await add({ assignedTo: amina.id }, amina)).status).toBe(201)
    expect(await add({ assignedTo: omar.id }, amina)).toMatchObject(refused)
    const { id } = await newClient()
    expect(await edit(id, { assignedTo: omar.id }, amina)).toMatchObject(refused)
    expect((await edit(id, { assignedTo: amina.id }, amina)).status).toBe(200)
    expect(await edit(id, { assignedTo: omar.id }, omar)).toMatchObject(refused)
    expect(await edit(id, { assignedTo: null }, omar)).toMatchObject(refused)
    // Sending the stored values is no change.
    expect((await edit(id, { assignedTo: amina.id, phone: '6515550100' }, omar)).status).toBe(200)
    expect((await edit(id, { assignedTo: null }, amina)).body.assignedTo).toBeNull()
    const rows = await app.audited({ action: 'refused', record_id: id }, 'actor_id', 'details')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toEqual({ actor_id: amina.id, details: { fields: ['clients:assign'] } })
  })

  test('refuses an employee who does not exist or is deleted', async () => {
    const { id: gone } = await app.member('employee', 'gone@example.org')
    await app.send(employeeEndpoints.remove, { params: { id: gone }, token: chief.token })
    for (const assignedTo of [gone, unknown, 'me'])
      expect(await add({ assignedTo })).toMatchObject({
        status: 400,
        body: { fields: { assignedTo: 'Unknown employee.' } },
      })
  })

  test('every role can read whom a client can be assigned to', async () => {
    const { body } = await app.send(employeeEndpoints.workers, { token: omar.token })
    expect(body).toContainEqual({
      id: amina.id,
      name: 'Super Admin',
      title: null,
      email: amina.email,
    })
  })
})

describe('a caseload', () => {
  const searched = async (filter: object, { token }: Caller) => {
    const { body } = await app.send(clientEndpoints.search, { body: { limit: 50, ...filter }, token })
    return body.items.map(({ lastName }: { lastName: string }) => lastName)
  }

  test('is found, counted and walked through by worker [T542]', async () => {
    const nadia = await app.member('employee', 'nadia@example.org')
    for (const lastName of ['First', 'Second', 'Third']) await newClient({ lastName, assignedTo: nadia.id })
    await newClient({ lastName: 'Nobody’s' })
    expect(await searched({ assignedTo: 'me' }, nadia)).toEqual(['First', 'Second', 'Third'])
    expect(await searched({ assignedTo: nadia.id, search: 'second' }, omar)).toEqual(['Second'])
    expect(await searched({ assignedTo: 'nobody', search: 'nobody’s' }, nadia)).toEqual(['Nobody’s'])
    expect(await searched({ assignedTo: 'someone' }, nadia)).toEqual([])
    const query = { assignedTo: 'me', range: 'last7' }
    const { body } = await app.send(clientEndpoints.summary, { query, token: nadia.token } as never)
    expect(body).toMatchObject({ range: 'last7', total: 3, counts: { active: 3, Unknown: 0 } })
    const walked: string[] = []
    let [{ id }] = (
      await app.send(clientEndpoints.search, {
        body: { limit: 5, assignedTo: 'me', withoutNoteThisWeek: true },
        token: nadia.token,
      })
    ).body.items
    for (let step = 0; step < 3; step += 1) {
      const { body: found } = await app.send(clientEndpoints.nextWithoutNote, {
        params: { id },
        query: { assignedTo: 'me' },
        token: nadia.token,
      })
      walked.push(found.next.lastName)
      id = found.next.id
    }
    expect(walked.toSorted()).toEqual(['First', 'Second', 'Third'])
  })

  test('is handed over as a whole, including deleted clients, with an audit row for each [T543]', async () => {
    const [leaver, successor] = [
      await app.member('employee', 'leaver@example.org'),
      await app.member('employee', 'successor@example.org'),
    ]
    const { id } = await newClient({ assignedTo: leaver.id })
    const { id: deleted } = await newClient({ assignedTo: leaver.id })
    await app.send(clientEndpoints.remove, { params: { id: deleted }, token: chief.token })
    expect(await handOver(leaver, leaver.id)).toMatchObject({
      status: 400,
      body: { message: 'Choose another employee.' },
    })
    expect(await handOver(leaver, unknown)).toMatchObject({ status: 400 })
    expect(await handOver(leaver, successor.id, manager)).toMatchObject({ status: 403 })
    expect(await handOver(leaver, successor.id)).toMatchObject({
      status: 200,
      body: { clients: 1, followUps: 0 },
    })
    expect(await get(id)).toMatchObject({ assignedTo: successor.id, version: 2 })
    expect(await app.audited({ action: 'edited', record_id: id }, 'actor_id', 'details')).toEqual([
      { actor_id: chief.id, details: { fields: ['assignedTo'], version: 2, stored: expect.any(String) } },
    ])
    await app.send(deletedRecordEndpoints.restore, { params: { id: deleted }, token: chief.token })
    expect(await get(deleted)).toMatchObject({ assignedTo: successor.id })
    expect((await assignmentsOf(id)).map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([
      successor.id,
      leaver.id,
    ])
  })

  test('becomes unassigned when its worker is deleted, and stays so when the worker is restored [T544]', async () => {
    const leaver = await app.member('employee', 'deleted@example.org')
    const { id } = await newClient({ assignedTo: leaver.id })
    await app.send(employeeEndpoints.remove, { params: { id: leaver.id }, token: chief.token })
    expect(await get(id)).toMatchObject({ assignedTo: null, assignedToName: null, version: 2 })
    await app.send(deletedRecordEndpoints.restore, { params: { id: leaver.id }, token: chief.token })
    expect(await get(id)).toMatchObject({ assignedTo: null })
    expect(await assignmentsOf(id)).toMatchObject([{ employeeId: leaver.id, to: expect.any(String) }])
  })

  test('no client is assigned to an employee who is deleted at the same moment', async () => {
    const leaver = await app.member('employee', 'racing@example.org')
    const { id } = await newClient()
    const deleting = await app.pool.connect()
    await deleting.query('BEGIN')
    await deleting.query('UPDATE employees SET deleted_at = now() WHERE id = $1', [leaver.id])
    const assigning = edit(id, { assignedTo: leaver.id })
    await untilWaiting(app.db)
    await deleting.query('COMMIT')
    deleting.release()
    expect(await assigning).toMatchObject({ status: 400 })
  })
})

describe('what is known of a person', () => {
  const facts = {
    pmi: '01234567',
    county: 'lac-qui-parle',
    preferredName: 'Hodi',
    preferredLanguage: 'Somali',
    interpreter: true,
    mayText: false,
    mayLeaveVoicemail: null,
    mayEmail: true,
    safeAtHome: true,
    alert: 'Call after 4 pm.',
  }

  test('is stored, stays if it is not sent, and is emptied by null [T545]', async () => {
    const { id, ...client } = await newClient(facts)
    expect(client).toMatchObject(facts)
    expect((await edit(id, { phone: '6515550100' })).body).toMatchObject(facts)
    const { body } = await edit(id, { alert: null, safeAtHome: false, mayText: null })
    expect(body).toMatchObject({ ...facts, alert: null, safeAtHome: false, mayText: null })
    const [, row] = await app.audited({ action: 'edited', record_id: id }, 'details')
    expect(row?.details).toMatchObject({ fields: ['phone', 'mayText', 'safeAtHome', 'alert'] })
  })

  test('refuses texts that are too long and answers that are none', async () => {
    const wrong = { preferredName: 'x'.repeat(101), alert: 'x'.repeat(301), interpreter: 'maybe' }
    const { status, body } = await add(wrong)
    expect(status).toBe(400)
    expect(Object.keys(body.fields).toSorted()).toEqual(['alert', 'interpreter', 'preferredName'])
  })

  test('a client is found by the preferred name, which does not hide a similar client', async () => {
    await newClient({ lastName: 'Renamed', preferredName: 'Jo’Anne' })
    const search = async (text: string) =>
      (await app.send(clientEndpoints.search, { body: { search: text, limit: 5 }, token: omar.token })).body
        .items
    expect(await search('joanne')).toMatchObject([{ lastName: 'Renamed', preferredName: 'Jo’Anne' }])
    const { firstName, dateOfBirth } = hodan
    const body = { firstName, lastName: 'Renamed', dateOfBirth }
    const { body: similar } = await app.send(clientEndpoints.similar, { body, token: omar.token })
    expect(similar[0]).toMatchObject({ lastName: 'Renamed' })
  })
})

describe('assigning several clients [T1061]', () => {
  const assign = (
    clients: { id: string; version: number }[],
    to: string | null,
    more: object = {},
    { token }: Caller = manager,
  ) =>
    app.send(clientEndpoints.assign, {
      body: { clients: clients.map(({ id, version }) => ({ id, version })), to, ...more } as never,
      token,
    })
  const addFollowUp = (id: string, assignedTo: string | null) =>
    app.send(followUpEndpoints.add, {
      params: { id },
      body: { on: '2026-06-20', what: 'Call.', assignedTo },
      token: manager.token,
    })

  test('gives each client the row and the assignment period of a single edit', async () => {
    const [own, theirs, free] = [
      await newClient({ assignedTo: omar.id }),
      await newClient({ assignedTo: amina.id }),
      await newClient(),
    ]
    expect(await assign([own, theirs, free], omar.id)).toMatchObject({
      status: 200,
      body: { clients: 2, unchanged: 1, followUps: 0 },
    })
    expect(await get(own.id)).toMatchObject({ version: 1 })
    for (const { id } of [theirs, free]) {
      expect(await get(id)).toMatchObject({ assignedTo: omar.id, version: 2 })
      expect((await assignmentsOf(id))[0]).toMatchObject({
        employeeId: omar.id,
        to: null,
        by: 'manager@example.org',
      })
      const rows = await app.audited({ record_id: id, action: 'edited' }, 'details')
      expect(rows).toMatchObject([{ details: { fields: ['assignedTo'], version: 2 } }])
    }
    expect((await assign([await get(own.id)], null)).body).toMatchObject({ clients: 1 })
    expect(await get(own.id)).toMatchObject({ assignedTo: null, version: 2 })
  })

  test('moves the former worker’s open follow-ups only if asked, and nobody else’s', async () => {
    const client = await newClient({ assignedTo: amina.id })
    const [open, others] = [await addFollowUp(client.id, amina.id), await addFollowUp(client.id, chief.id)]
    expect((await assign([client], omar.id)).body.followUps).toBe(0)
    const again = await edit(client.id, { assignedTo: amina.id })
    expect((await assign([again.body], omar.id, { followUps: true })).body.followUps).toBe(1)
    const { rows } = await sql`SELECT id, assigned_to FROM follow_ups WHERE client_id = ${client.id}`.execute(
      app.db,
    )
    expect(new Set(rows)).toEqual(
      new Set([
        { id: open.body.id, assigned_to: omar.id },
        { id: others.body.id, assigned_to: chief.id },
      ]),
    )
  })

  test.each([
    ['another worker', () => omar.id],
    ['nobody', () => null],
  ])('an undo returns the follow-ups that moved to %s, and no others [T1320]', async (_, to) => {
    const client = await newClient({ assignedTo: chief.id })
    const [moved, own] = [await addFollowUp(client.id, chief.id), await addFollowUp(client.id, to())]
    const { body } = await assign([client], to(), { followUps: true })
    expect(body).toMatchObject({ followUps: 1, followUpIds: [moved.body.id] })
    const undo = { followUpIds: body.followUpIds }
    expect((await assign([await get(client.id)], chief.id, undo)).body).toMatchObject({ followUps: 1 })
    const { rows } = await sql`
      SELECT id, assigned_to FROM follow_ups WHERE client_id = ${client.id} ORDER BY id = ${own.body.id}`.execute(
      app.db,
    )
    expect(rows).toEqual([
      { id: moved.body.id, assigned_to: chief.id },
      { id: own.body.id, assigned_to: to() },
    ])
  })

  test('assigns all or none, and names who was changed, deleted or never existed', async () => {
    const [seen, edited, deleted] = [await newClient(), await newClient(), await newClient()]
    await edit(edited.id, { phone: '6515550100' })
    await app.send(clientEndpoints.remove, { params: { id: deleted.id }, token: chief.token })
    const never = { id: unknown, version: 1 }
    expect(await assign([seen, edited, deleted, never, { id: 'x', version: 1 }], omar.id)).toMatchObject({
      status: 409,
      body: { code: 'version-conflict', clients: [edited.id, deleted.id, unknown, 'x'] },
    })
    expect(await get(seen.id)).toMatchObject({ assignedTo: null, version: 1 })
  })

  test('refuses an unknown worker, nobody, too many, one named twice, and an employee’s call', async () => {
    const client = await newClient()
    expect(await assign([client], unknown)).toMatchObject({
      status: 400,
      body: { fields: { to: 'Unknown employee.' } },
    })
    for (const clients of [
      [],
      [client, client],
      Array.from({ length: 201 }, (_, index) => ({ id: `${index}`, version: 1 })),
    ])
      expect(await assign(clients, omar.id)).toMatchObject({
        status: 400,
        body: { fields: { clients: expect.any(String) } },
      })
    expect(await assign([client], omar.id, {}, omar)).toMatchObject({ status: 403 })
  })

  test('two at the same moment never leave a client with half of each', async () => {
    const clients = []
    for (let count = 0; count < 5; count += 1) clients.push(await newClient())
    const results = await Promise.all([assign(clients, amina.id), assign(clients.toReversed(), omar.id)])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const workers = await Promise.all(clients.map(async ({ id }) => (await get(id)).assignedTo))
    expect(new Set(workers).size).toBe(1)
  })
})

test('a status change may have a date and a reason, which the history shows [T546]', async () => {
  const historyOf = async (id: string) =>
    (await app.send(clientEndpoints.statusHistory, { params: { id }, token: omar.token })).body
  const { id } = await newClient({ statusOn: '2026-06-01', statusReason: 'Referred by the county.' })
  await edit(id, { status: 'discharged', statusOn: '2026-06-14', statusReason: 'Moved to Duluth.' })
  // What the newest change has stays as it is.
  await edit(id, { status: 'discharged', statusOn: '2026-06-15', statusReason: 'Once more.' })
  expect(await historyOf(id)).toMatchObject([
    { from: 'active', to: 'discharged', on: '2026-06-14', reason: 'Moved to Duluth.' },
    { from: null, to: 'active', on: '2026-06-01', reason: 'Referred by the county.' },
  ])
  const { id: other } = await newClient()
  await edit(other, { status: 'inactive' })
  expect((await edit(other, { status: 'inactive', statusOn: '2026-06-12' })).body).toMatchObject({
    version: 3,
  })
  await edit(other, { status: 'inactive', statusOn: '2026-06-13', statusReason: 'In the hospital.' })
  expect(await historyOf(other)).toMatchObject([
    { from: 'active', to: 'inactive', on: '2026-06-12', reason: 'In the hospital.' },
    { from: null, to: 'active', on: null, reason: null },
  ])
  const rows = await app.audited({ action: 'edited', record_id: other }, 'details')
  expect(rows).toMatchObject([
    { details: { fields: ['status'] } },
    { details: { fields: ['statusOn'] } },
    { details: { fields: ['statusReason'] } },
  ])
  expect(await edit(id, { status: 'active', statusOn: '2026-06-16' })).toMatchObject({
    status: 400,
    body: { fields: { statusOn: "The date can't be in the future" } },
  })
})

test('handing over many follow-ups lets other calls have their turn', async () => {
  const { id } = await newClient()
  await sql`
    INSERT INTO follow_ups (client_id, "on", what, assigned_to, created_at)
    SELECT ${id}, '2026-06-20', 'Call.', ${amina.id}, now() FROM generate_series(1, 1000)`.execute(app.db)
  let made = 0
  const proofOf = vi.spyOn(testTrail, 'proofOf')
  onTestFinished(() => void vi.restoreAllMocks())
  const turns: number[] = []
  const takeTurn = () => {
    made = proofOf.mock.calls.length
    turns.push(made)
    if (made < 1000) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  expect((await handOver(amina, omar.id)).body.followUps).toBe(1000)
  const held = turns.map((turn, index) => turn - (turns[index - 1] ?? 0))
  expect(Math.max(...held)).toBe(200)
})
