import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { authorizationEndpoints } from '#contract/authorizations/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { peopleEndpoints } from '#contract/people/endpoints.ts'
import { purgeDeleted } from '#server/deleted-records/operations.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'

/* What all kinds of client records share; their own rules are tested with each. */

const app = await createTestApp()
const chief = await app.member('super-admin')
const admin = await app.member('admin', 'admin@example.org')
const manager = await app.member('manager', 'manager@example.org')
const amina = await app.member('employee', 'amina@example.org')

let clientId: string
beforeEach(async () => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  clientId = (await app.send(clientEndpoints.add, { body: hodan, token: amina.token })).body.id
})

/** A record of each kind, and three edits. */
const kinds = [
  {
    kind: 'paper',
    endpoints: paperEndpoints,
    added: { kind: 'release', to: 'Hennepin County', signedOn: '2026-03-05' },
    edits: [{ to: 'Ramsey County' }, { to: null, purpose: 'Housing Support' }, { where: 'Folder H' }],
  },
  {
    kind: 'person',
    endpoints: peopleEndpoints,
    added: { relation: 'emergency', name: 'Sahra Warsame' },
    edits: [{ phone: '6125550187' }, { mayContact: false }, { until: '2026-06-01' }],
  },
  {
    kind: 'home',
    endpoints: homeEndpoints,
    // Adding it again does not overlap.
    added: { kind: 'shelter', movedInOn: '2026-03-05', leftOn: '2026-03-05' },
    edits: [{ address: '1420 Cedar Avenue S' }, { rent: 0 }, { leftReason: 'Moved' }],
  },
  {
    kind: 'follow-up',
    endpoints: followUpEndpoints,
    added: { on: '2026-06-22', what: 'Ask about the lease.' },
    edits: [{ what: 'Call the landlord.' }, { on: '2026-06-30', assignedTo: null }, { done: true }],
  },
  {
    kind: 'goal',
    endpoints: goalEndpoints,
    added: { text: 'Find an apartment', agreedOn: '2026-03-05' },
    edits: [{ targetOn: '2026-09-30' }, { text: 'Find a home' }, { state: 'reached', stateOn: '2026-06-15' }],
  },
  {
    kind: 'authorization',
    endpoints: authorizationEndpoints,
    added: { payer: 'County', service: 'housingTransition', startsOn: '2026-01-01', endsOn: '2026-12-31' },
    edits: [{ minutes: 600 }, { number: '4711', comment: null }, { mistaken: true }],
  },
] as const

/** 250 to 51. */
const newest = Array.from({ length: 200 }, (_, index) => 250 - index)

describe.each(kinds)('a $kind', ({ kind, endpoints, added, edits }) => {
  const add = (headers = {}) =>
    app.send(endpoints.add, { params: { id: clientId }, body: added as never, token: manager.token, headers })
  const edit = (id: string, body: object, { token } = manager) =>
    app.send(endpoints.edit, { params: { id }, body, token })
  const versions = (recordId: string, { token } = admin, id = clientId) =>
    app.send(endpoints.versions, { params: { id, recordId }, token })

  test('keeps what it was before each change, for admins [T973]', async () => {
    const replies = [(await add()).body]
    const { id } = replies[0]
    for (const change of edits) {
      app.context.now = new Date(app.context.now.getTime() + 60_000)
      const { body } = await edit(id, change, manager)
      expect(body).toMatchObject({
        editedAt: app.context.now.toISOString(),
        editedBy: manager.email,
        version: replies.length + 1,
      })
      replies.push(body)
    }
    expect((await edit(id, edits[2])).body).toEqual(replies[3])
    expect((await versions(id)).body).toEqual(replies.slice(0, 3).reverse())
    expect((await versions(id, chief)).body).toHaveLength(3)
    for (const member of [manager, amina]) expect(await versions(id, member)).toMatchObject({ status: 403 })
    const rows = await app.audited({ record_kind: kind, record_id: id }, 'action', 'details')
    expect(rows.find(({ details }) => String(details.fields) === 'versions')).toEqual({
      action: 'viewed',
      details: { client: clientId, fields: ['versions'] },
    })
    expect(rows.filter(({ action }) => action === 'refused')).toHaveLength(2)
  })

  test('lists its 200 newest versions [T1056]', async () => {
    const { id } = (await add()).body
    await app.pool.query(
      `INSERT INTO client_record_versions (kind, record_id, version, client_id, record)
       SELECT $1, $2, n, $3, jsonb_build_object('created_at', now()) FROM generate_series(1, 250) AS n`,
      [kind, id, clientId],
    )
    const { body } = await versions(id)
    expect(body.map(({ version }: { version: number }) => version)).toEqual(newest)
  })

  test('has no versions under another client, or once its client is deleted [T974]', async () => {
    const { id } = (await add()).body
    const other = (await app.send(clientEndpoints.add, { body: hodan, token: amina.token })).body.id
    expect(await versions(id, admin, other)).toMatchObject({ status: 404 })
    expect(await versions(randomUUID())).toMatchObject({ status: 404 })
    expect(await versions(id)).toMatchObject({ status: 200, body: [] })
    await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
    expect(await versions(id)).toMatchObject({ status: 404 })
  })

  test('of two edits at once, one is saved and the other gets the newer record [T975]', async () => {
    const { id } = (await add()).body
    const replies = await Promise.all(edits.slice(0, 2).map((change) => edit(id, { ...change, version: 1 })))
    const [saved, refused] = replies.sort((a, b) => a.status - b.status)
    expect(saved).toMatchObject({ status: 200, body: { version: 2 } })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'version-conflict', current: saved?.body, changed: { by: manager.email } },
    })
    expect((await versions(id)).body).toMatchObject([{ version: 1 }])
  })

  test('is added once for each Idempotency-Key [T976]', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [await add(headers), await add(headers)]
    expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
    expect(again.body).toEqual(first.body)
    expect(await app.audited({ record_kind: kind, record_id: first.body.id }, 'action')).toMatchObject([
      { action: 'added' },
      { action: 'viewed' },
    ])
  })

  test('is not stored without its audit row [T977]', async () => {
    await app.withoutAudit(async () => expect(await add()).toMatchObject({ status: 500 }))
    const { id } = (await add()).body
    await app.withoutAudit(async () => expect(await edit(id, edits[0])).toMatchObject({ status: 500 }))
    expect((await edit(id, {})).body).toMatchObject({ version: 1 })
    expect((await versions(id)).body).toEqual([])
  })

  test('is purged with its client and its versions, which the app’s role can’t change or delete [T978]', async () => {
    const { id } = (await add()).body
    await edit(id, edits[0])
    for (const statement of [
      'UPDATE client_record_versions SET version = 9',
      'DELETE FROM client_record_versions',
    ])
      await expect(app.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
    const clock = () => new Date('2026-06-17T12:00:00Z')
    const settings = { trail: testTrail, timeZone: 'America/Chicago', retentionYears: 0 }
    await purgeDeleted({ db: app.db, clock, ...settings }, '2026-06-17')
    const { rows } = await app.pool.query(
      'SELECT record_id FROM client_record_versions WHERE record_id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })
})

test('a client has at most 300 of a kind whose list has no pages [T1071]', async () => {
  await app.pool.query(
    `INSERT INTO papers (client_id, kind, signed_on, created_at, created_by)
     SELECT $1, 'lease', '2026-03-05', now(), $2 FROM generate_series(1, 299)`,
    [clientId, amina.id],
  )
  const headers = { 'idempotency-key': randomUUID() }
  const add = (headers = {}) =>
    app.send(paperEndpoints.add, {
      params: { id: clientId },
      body: kinds[0].added,
      token: amina.token,
      headers,
    })
  expect(await add(headers)).toMatchObject({ status: 201 })
  expect(await add()).toMatchObject({
    status: 409,
    body: { code: 'too-many', message: 'A client can have at most 300 of these.' },
  })
  expect(await add(headers), 'the same call again').toMatchObject({ status: 201 })
})

test('lists the 200 newest versions of a note, changes of a status and assignments [T1058]', async () => {
  const params = { id: clientId }
  const note = (await app.send(noteEndpoints.add, { params, body: { text: 'Called.' }, token: amina.token }))
    .body
  const values = [clientId, amina.id]
  await app.pool.query('UPDATE notes SET version = 251 WHERE id = $1', [note.id])
  await app.pool.query(
    `INSERT INTO note_versions (note_id, version, text, author_email, written_at)
     SELECT $1, n, n, 'a@example.org', now() FROM generate_series(1, 250) AS n`,
    [note.id],
  )
  await app.pool.query(
    `INSERT INTO client_status_changes (client_id, changed_at, changed_by, reason)
     SELECT $1, now(), $2, n FROM generate_series(1, 250) AS n`,
    values,
  )
  await app.pool.query(
    `INSERT INTO client_assignments (client_id, employee_id, started_at, ended_at)
     SELECT $1, $2, timestamptz '2020-01-01Z' + n * interval '1 day', now() FROM generate_series(1, 250) AS n`,
    values,
  )
  const { token } = admin
  const { body: versions } = await app.send(noteEndpoints.versions, {
    params: { ...params, noteId: note.id },
    token,
  })
  expect(versions.map(({ text }: { text: string }) => Number(text))).toEqual(newest)
  const { body: statuses } = await app.send(clientEndpoints.statusHistory, { params, token })
  expect(statuses.map(({ reason }: { reason: string }) => Number(reason))).toEqual(newest)
  const { body: assignments } = await app.send(clientEndpoints.assignments, { params, token })
  const days = (from: string) => (Date.parse(from) - Date.parse('2020-01-01')) / (24 * 60 * 60 * 1000)
  expect(assignments.map(({ from }: { from: string }) => days(from))).toEqual(newest)
})
