import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { authorizationEndpoints } from '#contract/authorizations/endpoints.ts'
import { clientMergeEndpoints } from '#contract/client-merges/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import type { Client } from '#contract/clients/schema.ts'
import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { draftEndpoints } from '#contract/drafts/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { fileEndpoints } from '#contract/files/endpoints.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { peopleEndpoints } from '#contract/people/endpoints.ts'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { serviceLogEndpoints } from '#contract/service-log/endpoints.ts'
import { lockRecords, moveRecords } from '#server/client-merges/store.ts'
import { clientReferences } from '#server/clients/references.ts'
import { purgeDeleted, restoreRecord } from '#server/deleted-records/operations.ts'
import { mergeBesideWriter } from '#test/support/merge-race.ts'
import { hodan } from '#test/support/people.ts'
import { pdf } from '#test/support/pictures.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

const app = await createTestApp()
const second = await createTestApp({ db: app.db })
const chief = await app.member('super-admin')
const amina = await app.member('employee', 'amina@example.org')
const { token } = chief

beforeEach(() => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  second.context.now = app.context.now
})

/** A minute later, so that times tell what happened first. */
const wait = () => {
  app.context.now = new Date(app.context.now.getTime() + 60_000)
}

const addClient = async (change: object = {}): Promise<Client> =>
  (await app.send(clientEndpoints.add, { token, body: { ...hodan, ...change } })).body
const read = (id: string) => app.send(clientEndpoints.get, { token, params: { id } })
const add = async (endpoint: EndpointDefinition, id: string, body: object, as = token) => {
  const answer = await app.send(endpoint, { token: as, params: { id }, body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const change = async (endpoint: EndpointDefinition, id: string, body: object) => {
  const answer = await app.send(endpoint, { token, params: { id }, body })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const addNote = (id: string, body: object = {}) => add(noteEndpoints.add, id, { text: 'Called.', ...body })

/** Merges the second record into the first one. */
const merge = (one: Client, other: Client, body: object = {}, { send } = app, headers = {}) =>
  send(clientMergeEndpoints.merge, {
    ...{ token, headers, params: { id: one.id } },
    body: {
      ...{ other: other.id, version: one.version, otherVersion: other.version, values: {} },
      ...body,
    } as never,
  })
const merged = async (one: Client, other: Client, values: object = {}): Promise<Client> => {
  const answer = await merge(one, other, { values })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const merges = async (id: string) =>
  (await app.send(clientMergeEndpoints.list, { token, params: { id } })).body
const undo = async (id: string, mergeId?: string) =>
  app.send(clientMergeEndpoints.undo, {
    token,
    params: { id, mergeId: mergeId ?? (await merges(id))[0].id },
  })
const refused = (code: string, message?: RegExp) => ({
  status: 409,
  body: { code, ...(message && { message: expect.stringMatching(message) }) },
})
const gone = (mergedInto: string) => ({ status: 404, body: { code: 'merged', mergedInto } })

/** One of everything about a client. */
async function addEverything(id: string) {
  const goal = await add(goalEndpoints.add, id, { text: 'Find an apartment', agreedOn: '2026-03-05' })
  const note = await addNote(id, { goals: [goal.id], serviceDate: '2026-06-10' })
  const params = { id, noteId: note.id }
  await app.send(noteEndpoints.edit, { token, params, body: { text: 'Called twice.', goals: [goal.id] } })
  await app.send(noteEndpoints.sign, { token, params, body: { version: 2 } })
  const correction = await addNote(id, { text: 'Three times.', corrects: note.id })
  const paper = await add(paperEndpoints.add, id, { kind: 'release', to: 'County', signedOn: '2026-03-05' })
  await change(paperEndpoints.edit, paper.id, { purpose: 'Rent help' })
  const file = await addFile(id, paper.id)
  const followUp = await add(followUpEndpoints.add, id, { on: '2026-06-22', what: 'Call.', noteId: note.id })
  const person = await add(peopleEndpoints.add, id, { relation: 'emergency', name: 'Sahra Warsame' })
  const home = await add(homeEndpoints.add, id, { kind: 'lease', movedInOn: '2026-03-05' })
  const authorization = await add(authorizationEndpoints.add, id, {
    ...{ payer: 'County', service: 'housingTransition', minutes: 600 },
    ...{ startsOn: '2026-01-01', endsOn: '2026-12-31' },
  })
  await app.send(recordPacketEndpoints.make, {
    ...{ token, params: { id } },
    body: { recipient: 'County', purpose: 'Review', include: {} } as never,
  })
  return { goal, note, correction, paper, file, followUp, person, home, authorization }
}

async function addFile(id: string, paper?: string) {
  const { status, body } = await app.sendRaw({
    ...{ method: 'POST', url: `/api/clients/${id}/files${paper ? `?paper=${paper}` : ''}` },
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''Release.pdf",
    },
    payload: pdf(),
  })
  expect(status).toBe(201)
  return body
}

/** Everything that calls return about a client. */
async function everythingOf(id: string) {
  const lists: EndpointDefinition[] = [
    goalEndpoints.list,
    noteEndpoints.list,
    paperEndpoints.list,
    fileEndpoints.list,
    peopleEndpoints.list,
    homeEndpoints.list,
    authorizationEndpoints.list,
    recordPacketEndpoints.disclosures,
    clientEndpoints.statusHistory,
  ]
  const answers = await Promise.all(
    lists.map(async (endpoint) => (await app.send(endpoint, { token, params: { id } })).body),
  )
  const filter = { clientId: id, limit: 50 }
  const { body: followUps } = await app.send(followUpEndpoints.search, { token, body: filter as never })
  return JSON.parse(JSON.stringify([...answers, followUps.items]).replaceAll(id, 'client'))
}

test('one of everything moves with its ids, versions, authors, times and signatures, and nothing stays [T1470]', async () => {
  const [one, other] = [await addClient(), await addClient({ status: 'pending' })]
  const { note, paper } = await addEverything(other.id)
  const before = await everythingOf(other.id)
  const { body: counts } = await app.send(clientMergeEndpoints.counts, { token, params: { id: other.id } })
  wait()
  const kept = await merged(one, other, { status: 'this' })
  expect(kept).toMatchObject({ id: one.id, version: 2, status: 'active', lastNoteOn: '2026-06-10' })
  const statusHistory = before.at(-2)
  const after = await everythingOf(one.id)
  expect(after.with(-2, statusHistory)).toEqual(before)
  expect(counts).toEqual({
    ...{ notes: 2, followUps: 1, goals: 1, papers: 1, files: 1, people: 1, homes: 1, authorizations: 1 },
    ...{ disclosures: 1, statusChanges: 1 },
  })
  expect(await merges(one.id)).toEqual([
    {
      id: expect.any(String),
      other: other.id,
      otherName: 'Hodan Warsame',
      otherDateOfBirth: hodan.dateOfBirth,
      at: app.context.now.toISOString(),
      by: chief.email,
      byName: 'Super Admin',
      moved: counts,
      undoneAt: null,
    },
  ])
  // Earlier versions are found at the client, too.
  for (const [name, recordId] of [['papers', paper.id]] as const) {
    const url = `/api/clients/${one.id}/versions/${name}/${recordId}`
    const { body } = await app.sendRaw({ url, headers: { authorization: `Bearer ${token}` } })
    expect(body).toMatchObject([{ id: recordId, version: 1 }])
  }
  expect(
    await app.send(noteEndpoints.versions, { token, params: { id: one.id, noteId: note.id } }),
  ).toMatchObject({ body: [{ version: 1, text: 'Called.' }] })
  for (const table of Object.keys(clientReferences)) {
    const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE client_id = ${other.id}`.execute(app.db)
    expect(rows, table).toEqual([])
  }
})

test('lists, counts, search and the service log are right afterwards [T1472]', async () => {
  const name = { lastName: `Truth${randomUUID().slice(0, 8)}` }
  const [one, other] = [await addClient(name), await addClient(name)]
  await addNote(other.id, { serviceDate: '2026-06-12' })
  const { body: before } = await app.send(clientEndpoints.summary, { token })
  await merged(one, other)
  const { body: found } = await app.send(clientEndpoints.search, {
    ...{ token, body: { search: name.lastName, limit: 10 } },
  })
  expect(found).toMatchObject({ total: 1, items: [{ id: one.id, lastNoteOn: '2026-06-12' }] })
  const { body: after } = await app.send(clientEndpoints.summary, { token })
  expect(after.total).toBe(before.total - 1)
  const { body: log } = await app.send(serviceLogEndpoints.search, {
    ...{ token, body: { from: '2026-06-12', to: '2026-06-12', limit: 10 } as never },
  })
  expect(log.items.map(({ client }: { client: { id: string } }) => client.id)).toEqual([one.id])
})

describe('of two values', () => {
  test('each that differs has to be chosen, also if one record has none [T1473]', async () => {
    const one = await addClient({ alert: 'Call after 4 pm.' })
    const other = await addClient({ phone: '6125550199', pmi: '01234567', firstName: 'Hodi' })
    expect(await merge(one, other, { values: { phone: 'this' } })).toMatchObject({
      status: 400,
      body: {
        code: 'invalid-input',
        fields: {
          'values.firstName': 'Choose which value to keep: First Name',
          'values.pmi': expect.any(String),
          'values.alert': expect.any(String),
        },
      },
    })
    const values = { phone: 'other', pmi: 'other', alert: 'other', firstName: 'this', lastName: 'other' }
    expect(await merged(one, other, values)).toMatchObject({
      ...{ firstName: 'Hodan', lastName: 'Warsame', phone: '6125550199', pmi: '01234567', alert: null },
      version: 2,
    })
    const [row] = await app.audited({ action: 'merged', record_id: one.id }, 'details')
    expect(row?.details).toMatchObject({ fields: ['phone', 'pmi', 'alert'], records: [other.id], version: 2 })
  })

  test('an outdated version of either record is refused with the newer record [T1474]', async () => {
    for (const edited of ['this', 'other']) {
      const [one, other] = [await addClient(), await addClient()]
      const newer = edited === 'this' ? one : other
      await change(clientEndpoints.edit, newer.id, { ...hodan, phone: '6125550177' })
      expect(await merge(one, other, { values: { phone: 'this' } })).toMatchObject({
        ...refused('version-conflict'),
        body: { current: { id: newer.id, phone: '6125550177' }, changed: { by: chief.email } },
      })
    }
  })

  test('of workers and statuses, the histories have both, and the newest entry is what stays [T1475]', async () => {
    const [mine, theirs] = [chief.id, amina.id]
    const one = await addClient({ assignedTo: mine })
    const other = await addClient({ assignedTo: theirs, status: 'pending' })
    wait()
    await merged(one, other, { assignedTo: 'this', status: 'this' })
    const { body: periods } = await app.send(clientEndpoints.assignments, { token, params: { id: one.id } })
    expect(periods.map(({ employeeId, to }: { employeeId: string; to: string }) => [employeeId, to])).toEqual(
      [
        [theirs, app.context.now.toISOString()],
        [mine, null],
      ],
    )
    const { body: statuses } = await app.send(clientEndpoints.statusHistory, {
      ...{ token, params: { id: one.id } },
    })
    expect(statuses).toMatchObject([
      { from: 'pending', to: 'active', by: chief.email, reason: 'Two records of this client were merged.' },
      { from: null, to: 'pending' },
      { from: null, to: 'active' },
    ])
    wait()
    await undo(one.id)
    const { body: separated } = await app.send(clientEndpoints.statusHistory, {
      ...{ token, params: { id: one.id } },
    })
    expect(separated).toMatchObject([
      { reason: 'Two records of this client were merged. The merge was undone later.' },
      { from: null, to: 'active', reason: null },
    ])
    const { body: back } = await app.send(clientEndpoints.assignments, { token, params: { id: other.id } })
    expect(back).toMatchObject([
      { employeeId: theirs, from: app.context.now.toISOString(), to: null },
      { employeeId: theirs },
    ])
  })

  test('the other worker and the other status can be chosen, and an undo takes them back [T1476]', async () => {
    const one = await addClient({ assignedTo: chief.id })
    const other = await addClient({ assignedTo: amina.id, status: 'discharged' })
    const kept = await merged(one, other, { assignedTo: 'other', status: 'other' })
    expect(kept).toMatchObject({ assignedTo: amina.id, status: 'discharged' })
    expect((await undo(one.id)).body).toMatchObject({
      fieldsReturned: true,
      client: { assignedTo: chief.id, status: 'active', version: 3 },
      other: { assignedTo: amina.id, status: 'discharged' },
    })
    const { body } = await app.send(clientEndpoints.statusHistory, { token, params: { id: one.id } })
    expect(body.map(({ to }: { to: string }) => to)).toEqual(['active', 'discharged', 'active'])
  })
})

describe('nothing is merged', () => {
  test('with itself, with an unknown record or with a deleted one [T1477]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    const onOther = { status: 400, body: { code: 'invalid-input', fields: { other: expect.any(String) } } }
    expect(await merge(one, one)).toMatchObject(onOther)
    expect(await merge(one, { ...other, id: randomUUID() })).toMatchObject(onOther)
    expect(await merge(one, { ...other, id: 'nobody' })).toMatchObject(onOther)
    await app.send(clientEndpoints.remove, { token, params: { id: other.id } })
    expect(await merge(one, other)).toMatchObject(onOther)
    expect(await merge(other, one)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  test('while someone has unsaved text about the other record, and the refusal says who [T1478]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    await sql`UPDATE employees SET first_name = 'Amina', last_name = 'Yusuf' WHERE id = ${amina.id}`.execute(
      app.db,
    )
    const save = (key: string) =>
      app.send(draftEndpoints.save, {
        ...{ params: { key }, token: amina.token },
        body: { values: { text: 'He said' } } as never,
      })
    await save(`note:${one.id}`)
    await save(`note:${other.id}`)
    const draft = await merge(one, other)
    expect(draft).toMatchObject(refused('has-drafts', /^Amina Yusuf has unsaved text/))
    const discard = { params: { key: `note:${other.id}` }, token: amina.token }
    await app.send(draftEndpoints.remove, discard)
    expect((await merge(one, other)).status).toBe(200)
  })

  test('while homes or authorizations overlap, and the refusal names both [T1479]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    const lease = { kind: 'lease', movedInOn: '2026-03-05' }
    await add(homeEndpoints.add, one.id, { ...lease, address: '1420 Cedar Avenue S' })
    const home = await add(homeEndpoints.add, other.id, { ...lease, leftOn: '2026-04-01' })
    expect(await merge(one, other)).toMatchObject(
      refused(
        'homes-overlap',
        /: Lease, 1420 Cedar Avenue S \(since Mar 5, 2026\) and Lease \(Mar 5, 2026 to Apr 1, 2026\)\./,
      ),
    )
    await change(homeEndpoints.edit, home.id, { leftOn: '2026-03-05' })
    const days = { startsOn: '2026-01-01', endsOn: '2026-12-31' }
    const service = { service: 'housingTransition', payer: 'County', ...days }
    await add(authorizationEndpoints.add, one.id, { ...service, number: '4711' })
    const twice = await add(authorizationEndpoints.add, other.id, service)
    expect(await merge(one, other)).toMatchObject(
      refused('authorization-overlaps', /: Authorization 4711 \(.+\) and Authorization from County \(.+\)\./),
    )
    await change(authorizationEndpoints.edit, twice.id, { mistaken: true })
    expect((await merge(one, other)).status).toBe(200)
  })

  test('without a confirmation of the last 15 minutes [T1480]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    await merged(one, other)
    app.context.now = new Date(app.context.now.getTime() + 16 * 60_000)
    const confirm = { status: 403, body: { code: 'confirm-password' } }
    expect(await merge(one, other)).toMatchObject(confirm)
    expect(await undo(one.id)).toMatchObject(confirm)
  })

  test('twice by a double click [T1481]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [
      await merge(one, other, {}, app, headers),
      await merge(one, other, {}, app, headers),
    ]
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await merge(one, other)).toMatchObject({ status: 400 })
    expect(await merges(one.id)).toHaveLength(1)
  })
})

describe('the id of a record that was merged', () => {
  test('leads to the client in every call about it, also over several merges [T1482]', async () => {
    const [a, b, c] = [await addClient(), await addClient(), await addClient()]
    const note = await addNote(a.id)
    const newer = await merged(b, a)
    await merged(c, newer)
    const calls = allEndpoints.filter(
      ({ path, method }) => path.startsWith('/clients/:id') && method === 'GET',
    )
    expect(calls.length).toBeGreaterThan(15)
    for (const { id } of [a, b])
      for (const endpoint of calls) {
        const params = { id, noteId: note.id, recordId: note.id }
        expect(await app.send(endpoint, { token, params }), endpoint.path).toMatchObject(gone(c.id))
      }
    const params = { id: a.id, noteId: note.id }
    const body = { text: 'Later.' }
    for (const answer of [
      await app.send(noteEndpoints.add, { token, params, body }),
      await app.send(noteEndpoints.edit, { token, params, body }),
      await app.send(noteEndpoints.remove, { token, params }),
      await app.send(clientEndpoints.edit, { token, params, body: hodan }),
      await app.send(clientEndpoints.remove, { token, params }),
      await app.send(goalEndpoints.add, { token, params, body: { text: 'a', agreedOn: '2026-03-05' } }),
      await merge(a, c),
      await app.send(draftEndpoints.save, {
        ...{ token, params: { key: `note:${a.id}` }, body: { values: { text: 'Later.' } } as never },
      }),
    ])
      expect(answer).toMatchObject(gone(c.id))
    // Where the client was deleted, too, there is nothing to be led to.
    await app.send(clientEndpoints.remove, { token, params: { id: c.id } })
    expect(await read(a.id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  test('has its rows in the client’s audit trail, which never change, and no row twice [T1483]', async () => {
    const [a, b, c] = [await addClient(), await addClient(), await addClient()]
    await addNote(a.id)
    await read(a.id)
    await merged(c, await merged(b, a))
    const trailOf = async (record: string) => {
      await app.audited({})
      const query = { record, limit: '200' }
      const { body } = await app.send(auditEndpoints.list, { token, query })
      return body.items as { id: string; action: string; kind: string; recordId: string }[]
    }
    const rows = await trailOf(c.id)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const said = rows.map(({ action, kind, recordId }) => [action, kind, recordId])
    for (const { id } of [a, b, c]) expect(said).toContainEqual(['added', 'client', id])
    expect(said).toContainEqual(['viewed', 'client', a.id])
    expect(said).toContainEqual(['deleted', 'client', a.id])
    expect(said.filter(([action, kind]) => kind === 'note' && action === 'moved')).toHaveLength(2)
    await undo(c.id)
    expect((await trailOf(c.id)).map(({ recordId }) => recordId)).not.toContain(b.id)
  })

  test('can’t be restored, and the list of deleted records says into which client it was merged [T1484]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    await merged(one, other)
    const restore = { token, params: { id: other.id } }
    const answer = await app.send(deletedRecordEndpoints.restore, restore)
    expect(answer).toMatchObject(refused('client-merged', /undo the merge/))
    const { body } = await app.send(deletedRecordEndpoints.list, { token, query: { kind: 'client' } })
    expect(body.items).toContainEqual(expect.objectContaining({ id: other.id, mergedInto: one.id }))
    const command = restoreRecord(
      { db: app.db, trail: testTrail, clock: () => app.context.now, timeZone: 'UTC' },
      other.id,
    )
    await expect(command).rejects.toThrow(`was merged into the client ${one.id}`)
  })

  test('still leads to the client once the record was purged, and the merge can’t be undone [T1485]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    await addNote(other.id)
    await merged(one, other)
    const clock = () => new Date(app.context.now.getTime() + 48 * 60 * 60 * 1000)
    const context = { db: app.db, trail: testTrail, clock, timeZone: 'UTC', retentionYears: 0 }
    await purgeDeleted(context, '2026-06-17')
    expect(await read(other.id)).toMatchObject(gone(one.id))
    expect(await merges(one.id)).toMatchObject([{ other: other.id, otherName: null, moved: { notes: 1 } }])
    expect(await undo(one.id)).toMatchObject(refused('merge-final', /permanently deleted/))
    const { body } = await app.send(noteEndpoints.list, { token, params: { id: one.id } })
    expect(body).toHaveLength(1)
  })
})

describe('undoing a merge', () => {
  test('brings back what moved and exists, and leaves what was added since [T1486]', async () => {
    const [one, other] = [await addClient(), await addClient({ pmi: '01234567' })]
    await addEverything(other.id)
    const late = await addNote(other.id, { serviceDate: '2026-06-14' })
    const before = await everythingOf(other.id)
    await merged(one, other, { pmi: 'other' })
    const since = await addNote(one.id, { text: 'Since.' })
    await app.send(noteEndpoints.remove, { token, params: { id: one.id, noteId: late.id } })
    const { body, status } = await undo(one.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ fieldsReturned: true, moved: 12 },
      client: { id: one.id, pmi: null, version: 3, lastNoteOn: '2026-06-15' },
      other: { id: other.id, pmi: '01234567', version: 3, lastNoteOn: '2026-06-10' },
    })
    const withoutLate = (lists: { id: string }[][]) =>
      lists.map((list) => list.filter(({ id }) => id !== late.id))
    expect(await everythingOf(other.id)).toEqual(withoutLate(before))
    const { body: notes } = await app.send(noteEndpoints.list, { token, params: { id: one.id } })
    expect(notes.map(({ id }: { id: string }) => id)).toEqual([since.id])
    expect(await merges(one.id)).toMatchObject([{ undoneAt: app.context.now.toISOString() }])
    expect(await undo(one.id)).toMatchObject(refused('merge-final', /already been undone/))
    // The note that was deleted in between is restored where it belongs now.
    await app.send(deletedRecordEndpoints.restore, { token, params: { id: late.id } })
    expect((await read(other.id)).body.lastNoteOn).toBe('2026-06-14')
  })

  test('leaves the fields of a client who was edited since, and says so [T1487]', async () => {
    const [one, other] = [await addClient(), await addClient({ phone: '6125550199' })]
    const { version } = await merged(one, other, { phone: 'other' })
    const edit = { ...hodan, phone: '6125550188', version }
    await change(clientEndpoints.edit, one.id, edit)
    expect((await undo(one.id)).body).toMatchObject({
      ...{ fieldsReturned: false, client: { phone: '6125550188' }, other: { phone: '6125550199' } },
    })
  })

  test('goes from the latest to the first [T1488]', async () => {
    const [a, b, c] = [await addClient(), await addClient(), await addClient()]
    const note = await addNote(a.id)
    await merged(c, await merged(b, a))
    const [latest, first] = await merges(c.id)
    expect([latest.other, first.other]).toEqual([b.id, a.id])
    expect(await undo(c.id, first.id)).toMatchObject(refused('merged-later'))
    expect((await undo(c.id, latest.id)).status).toBe(200)
    expect(await read(a.id)).toMatchObject(gone(b.id))
    expect(await undo(c.id, first.id)).toMatchObject({ status: 404 })
    expect((await undo(b.id, first.id)).status).toBe(200)
    const { body } = await app.send(noteEndpoints.list, { token, params: { id: a.id } })
    expect(body).toMatchObject([{ id: note.id, clientId: a.id, version: 1 }])
    // Two records can be merged again, also the other way round.
    const [again, into] = [(await read(b.id)).body, (await read(a.id)).body]
    expect((await merge(into, again)).status).toBe(200)
  })

  test('takes along what was added since and belongs to what goes back [T1489]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    const { note, goal, paper, file, followUp } = await addEverything(other.id)
    await merged(one, other)
    const outcome = await addNote(one.id, { text: 'Reached him.', outcomeOf: followUp.id })
    const own = await add(paperEndpoints.add, one.id, { kind: 'lease', signedOn: '2026-03-05' })
    const correction = await addNote(one.id, { text: 'Four times.', corrects: note.id })
    const about = await addNote(one.id, { text: 'Toured.', goals: [goal.id] })
    const copy = await addFile(one.id, paper.id)
    await change(fileEndpoints.edit, file.id, { paperId: own.id })
    await undo(one.id)
    const notes = await app.send(noteEndpoints.list, { token, params: { id: other.id } })
    const ids = notes.body.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining([correction.id, about.id, outcome.id]))
    const goals = await app.send(goalEndpoints.list, { token, params: { id: other.id } })
    expect(goals.body).toMatchObject([{ id: goal.id, notes: 1, lastServedOn: '2026-06-15' }])
    const filesOf = async (id: string) =>
      (await app.send(fileEndpoints.list, { token, params: { id } })).body.map(
        (one: { id: string }) => one.id,
      )
    expect(await filesOf(other.id)).toEqual([copy.id])
    expect(await filesOf(one.id)).toEqual([file.id])
  })

  test('lists at both records who got them while they were one [T1622]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    const share = async (id: string, recipient: string) => {
      wait()
      const made = await app.send(recordPacketEndpoints.make, {
        ...{ token, params: { id } },
        body: { recipient, purpose: 'Review', basis: 'Order', include: {} } as never,
      })
      expect(made.status).toBe(200)
    }
    const recipients = async (id: string) => {
      const { body } = await app.send(recordPacketEndpoints.disclosures, { token, params: { id } })
      return body.map(({ recipient }: { recipient: string }) => recipient)
    }
    await share(one.id, 'Before')
    wait()
    await merged(one, other)
    await share(one.id, 'Meanwhile')
    wait()
    await undo(one.id)
    await share(one.id, 'After')
    expect(await recipients(one.id)).toEqual(['After', 'Meanwhile', 'Before'])
    expect(await recipients(other.id)).toEqual(['Meanwhile'])
  })

  test('shows at both records who has seen them while they were one [T1623]', async () => {
    const [one, other] = [await addClient(), await addClient()]
    const see = () => app.send(clientEndpoints.get, { token: amina.token, params: { id: one.id } })
    await see()
    wait()
    await merged(one, other)
    wait()
    await see()
    const meanwhile = app.context.now.toISOString()
    wait()
    await undo(one.id)
    wait()
    await see()
    await app.audited({})
    const seenBy = async (record: string) => {
      const query = { record, actor: amina.id, limit: '200' }
      const { body } = await app.send(auditEndpoints.list, { token, query })
      return body.items.map(({ at }: { at: string }) => at)
    }
    expect(await seenBy(one.id)).toHaveLength(3)
    expect(await seenBy(other.id)).toEqual([meanwhile])
  })

  test('does not bring back a worker who has been deleted since [T1490]', async () => {
    const worker = await app.member('employee', 'gone@example.org')
    const one = await addClient({ assignedTo: worker.id })
    const other = await addClient({ assignedTo: worker.id, phone: '6125550199' })
    const kept = await merged(one, other, { phone: 'this' })
    expect(kept.assignedTo).toBe(worker.id)
    const third = await merged(kept, await addClient(), { assignedTo: 'other' })
    expect(third.assignedTo).toBe(null)
    await app.send(employeeEndpoints.remove, { token, params: { id: worker.id } })
    expect((await undo(one.id)).body).toMatchObject({ fieldsReturned: true, client: { assignedTo: null } })
    const [, first] = await merges(one.id)
    expect((await undo(one.id, first.id)).body.other).toMatchObject({ id: other.id, assignedTo: null })
  })
})

test('a merge beside people who write loses no note [T1491]', async () => {
  for (let round = 0; round < 5; round++) await mergeBesideWriter([app, second], token)
})

test('of two merges of the same records in opposite directions at once, one is made [T1492]', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await addClient(), await addClient()]
    const answers = await Promise.all([merge(one, other), merge(other, one, {}, second)])
    expect(answers.map(({ status }) => status).sort(), JSON.stringify(answers)).toEqual([
      200,
      expect.toBeOneOf([400, 404]),
    ])
  }
})

test('two edits that wait while their record moves to another client do not overwrite each other [T1493]', async () => {
  const [one, other] = [await addClient(), await addClient()]
  const goal = await add(goalEndpoints.add, other.id, { text: 'Find work', agreedOn: '2026-03-05' })
  const edit = (text: string, { send } = app) =>
    send(goalEndpoints.edit, { token, params: { id: goal.id }, body: { text, version: 1 } })
  // As a merge does it.
  const edits = await app.db.transaction().execute(async (trx) => {
    await lockRecords(trx, [one.id, other.id])
    const waiting = [edit('A'), edit('B', second)]
    await untilWaiting(app.db, 2)
    await moveRecords(trx, { from: other.id, to: one.id })
    return waiting
  })
  const answers = await Promise.all(edits)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body } = await app.send(goalEndpoints.list, { token, params: { id: one.id } })
  expect(body).toMatchObject([{ id: goal.id, version: 2 }])
})

/** Merges a record while `call` about it is under way: the merge has locked it and waits for one of its notes. */
async function duringMerge(call: (id: string) => Promise<unknown>) {
  const [one, other] = [await addClient(), await addClient()]
  const note = await addNote(other.id)
  const holding = await app.db.startTransaction().execute()
  await sql`SELECT FROM notes WHERE id = ${note.id} FOR UPDATE`.execute(holding)
  const merging = merge(one, other, {}, second)
  await untilWaiting(app.db)
  const calling = call(other.id)
  await untilWaiting(app.db, 2)
  await holding.commit().execute()
  expect((await merging).status).toBe(200)
  return { one, other, answer: await calling }
}

test('a record is not restored that is being merged [T1641]', async () => {
  const { one, other, answer } = await duringMerge((id) =>
    app.send(deletedRecordEndpoints.restore, { token, params: { id } }),
  )
  expect(answer).toMatchObject(refused('client-merged'))
  expect(await read(other.id)).toMatchObject(gone(one.id))
})

test('no draft is stored about a record that is being merged, where nobody would see it [T1642]', async () => {
  const { one, answer } = await duringMerge((id) =>
    app.send(draftEndpoints.save, {
      ...{ token: amina.token, params: { key: `note:${id}` } },
      body: { values: { text: 'He said' } } as never,
    }),
  )
  expect(answer).toMatchObject(gone(one.id))
})
