import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const chief = await app.member('super-admin')
const amina = await app.member('employee', 'amina@example.org')
const omar = await app.member('employee', 'omar@example.org')
const unknown = '00000000-0000-4000-8000-000000000000'

let clientId: string
const newClient = async () =>
  (await app.send(clientEndpoints.add, { body: hodan, token: amina.token })).body.id as string
beforeEach(async () => {
  await app.ownerDb.deleteFrom('follow_ups').execute()
  clientId = await newClient()
})

const due = { on: '2026-06-22', what: 'Ask about the lease.' }
const add = (body: object, id = clientId, { token } = amina) =>
  app.send(followUpEndpoints.add, { params: { id }, body: body as never, token })
const edit = (id: string, body: object, { token } = amina) =>
  app.send(followUpEndpoints.edit, { params: { id }, body, token })
const search = async (filter: object, { token } = amina) =>
  (await app.send(followUpEndpoints.search, { body: { limit: 50, ...filter } as never, token })).body
const texts = ({ items }: { items: { what: string }[] }) => items.map(({ what }) => what)
const actionsOf = async (id: string) =>
  (await app.audited({ record_kind: 'follow-up', record_id: id }, 'action')).map(({ action }) => action)

test('a note describes the outcome of a follow-up of its client [T1186]', async () => {
  const { body: followUp } = await add(due)
  const addNote = (body: object) =>
    app.send(noteEndpoints.add, {
      params: { id: clientId },
      body: { text: 'She signed it.', ...body },
      token: amina.token,
    })
  const next = { followUp: { on: '2026-07-01', what: 'Send a copy.' } }
  const { status, body: note } = await addNote({ outcomeOf: followUp.id.toUpperCase(), ...next })
  expect(status).toBe(201)
  expect(note).toMatchObject({ outcomeOf: followUp.id, outcomeOfWhat: due.what })
  const [row] = await app.audited({ action: 'added', record_id: note.id }, 'details')
  expect(row?.details).toMatchObject({ fields: ['text', 'outcomeOf'] })

  const ofOther = (await add(due, await newClient())).body
  for (const outcomeOf of [ofOther.id, unknown, 'no-such-follow-up'])
    expect(await addNote({ outcomeOf })).toMatchObject({
      status: 400,
      body: { fields: { outcomeOf: 'This client has no such follow-up.' } },
    })
})

test('a follow-up is assigned to its creator unless someone else is named or it is left unassigned [T554]', async () => {
  const { status, body } = await add(due)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...due,
    _id: body.id,
    id: body.id,
    clientId,
    noteId: null,
    assignedTo: amina.id,
    assignedToName: 'Super Admin',
    createdAt: app.context.now.toISOString(),
    createdBy: 'amina@example.org',
    editedAt: null,
    editedBy: null,
    doneAt: null,
    doneBy: null,
    doneByName: null,
    version: 1,
  })
  expect((await add({ ...due, assignedTo: omar.id })).body.assignedTo).toBe(omar.id)
  expect((await add({ ...due, assignedTo: null })).body).toMatchObject({
    assignedTo: null,
    assignedToName: null,
  })
  expect(await add({ ...due, assignedTo: unknown })).toMatchObject({
    status: 400,
    body: { fields: { assignedTo: 'Unknown employee.' } },
  })
  expect(await add({ ...due, noteId: unknown })).toMatchObject({ status: 400 })
  expect(await add(due, unknown)).toMatchObject({ status: 404 })
  expect(await add({ on: '2026-02-30', what: ' ' })).toMatchObject({ status: 400 })
  const [row] = await app.audited({ record_kind: 'follow-up', record_id: body.id }, 'details')
  expect(row?.details).toMatchObject({ client: clientId, fields: ['on', 'what', 'assignedTo'] })
})

test('a follow-up is completed and reopened, and two people who change it at once lose nothing [T555]', async () => {
  const { body: added } = await add(due)
  app.context.now = new Date(app.context.now.getTime() + 1000)
  const done = await edit(added.id, { done: true, version: 1 }, omar)
  expect(done.body).toMatchObject({
    doneAt: app.context.now.toISOString(),
    doneBy: 'omar@example.org',
    doneByName: 'Super Admin',
    version: 2,
  })
  expect((await edit(added.id, { done: true })).body).toMatchObject({
    doneBy: 'omar@example.org',
    version: 2,
  })
  expect(await edit(added.id, { what: 'Call.', version: 1 })).toMatchObject({
    status: 409,
    body: { current: { version: 2 } },
  })
  expect((await edit(added.id, { what: 'Call the landlord.' })).body).toMatchObject({
    what: 'Call the landlord.',
    on: due.on,
    doneBy: 'omar@example.org',
  })
  expect((await edit(added.id, { done: false, on: '2026-06-30' })).body).toMatchObject({
    on: '2026-06-30',
    doneAt: null,
    doneBy: null,
    version: 4,
  })
  expect(await edit(unknown, { done: true })).toMatchObject({ status: 404 })
  expect(await actionsOf(added.id)).toEqual([
    'added',
    'done',
    'edited',
    'edited',
    'reopened',
    // Views are written later.
    'viewed',
    'viewed',
  ])
})

test('lists follow-ups by date, page by page, with the client’s name [T556]', async () => {
  await add({ on: '2026-06-20', what: 'Second.' })
  await add({ on: '2026-06-18', what: 'First.' })
  await add({ on: '2026-07-01', what: 'Last.', assignedTo: omar.id })
  const { body: finished } = await add({ on: '2026-06-01', what: 'Done.' })
  await edit(finished.id, { done: true })
  const all = await search({})
  expect(texts(all)).toEqual(['First.', 'Second.', 'Last.'])
  expect(all).toMatchObject({ total: 3, nextCursor: null })
  const { firstName, lastName, dateOfBirth } = hodan
  expect(all.items[0].client).toEqual({ id: clientId, firstName, lastName, dateOfBirth })
  expect(texts(await search({ open: false }))).toEqual(['Done.'])
  const { body: later } = await add({ on: '2026-05-01', what: 'Done later.' })
  app.context.now = new Date(app.context.now.getTime() + 1000)
  await edit(later.id, { done: true })
  const done = await search({ open: false, limit: 1 })
  // A cursor of the other order is no failure of the server.
  expect(texts(await search({ open: true, limit: 50, cursor: done.nextCursor }))).toHaveLength(3)
  expect(texts(done)).toEqual(['Done later.'])
  expect(texts(await search({ open: false, limit: 1, cursor: done.nextCursor }))).toEqual(['Done.'])
  expect(texts(await search({ assignedTo: 'me' }, omar))).toEqual(['Last.'])
  await add({ on: '2026-07-02', what: 'Nobody’s.', assignedTo: null })
  expect(texts(await search({ assignedTo: 'nobody' }))).toEqual(['Nobody’s.'])
  expect(texts(await search({ assignedTo: 'nobody at all' }))).toEqual([])
  expect(texts(await search({ until: '2026-06-20', clientId }))).toEqual(['First.', 'Second.'])
  const [viewed] = await app.audited({ action: 'listed', record_kind: 'follow-up' }, 'details')
  expect(viewed?.details).toMatchObject({ filter: ['open'] })
  await search({ clientId, open: false })
  const rows = await app.audited({ action: 'listed', record_kind: 'follow-up' }, 'details')
  expect(rows.at(-1)?.details).toMatchObject({ client: clientId, filter: [`clientId ${clientId}`, 'done'] })
  await search({ clientId: 'Hodan Warsame' })
  const [typed] = (await app.audited({ action: 'listed', record_kind: 'follow-up' }, 'details')).slice(-1)
  expect(JSON.stringify(typed)).not.toMatch(/hodan/i)
  const page = await search({ limit: 2 })
  expect(texts(page)).toEqual(['First.', 'Second.'])
  expect(texts(await search({ limit: 2, cursor: page.nextCursor }))).toEqual(['Last.', 'Nobody’s.'])
})

test('a note and its follow-up are stored together or not at all [T557]', async () => {
  const addNote = (body: object) =>
    app.send(noteEndpoints.add, { params: { id: clientId }, body: body as never, token: amina.token })
  const { body: note } = await addNote({ text: 'Toured two apartments.', followUp: due })
  expect((await search({ clientId })).items).toMatchObject([
    { ...due, noteId: note.id, assignedTo: amina.id },
  ])
  expect(note).not.toHaveProperty('followUp')
  expect(await addNote({ text: 'Called.', followUp: { on: 'soon', what: 'x' } })).toMatchObject({
    status: 400,
  })
  const { body: notes } = await app.send(noteEndpoints.list, { params: { id: clientId }, token: amina.token })
  expect(notes).toHaveLength(1)
})

test('a note and its follow-up leave their audit rows in this order, also with a correction, and none without a client', async () => {
  const addNote = (body: object, id = clientId) =>
    app.send(noteEndpoints.add, { params: { id }, body: body as never, token: amina.token })
  const rows = async () =>
    (await app.audited({ action: 'added' }, 'record_kind', 'record_id', 'details')).slice(-2)
  const { body: first } = await addNote({ text: 'Toured two apartments.', followUp: due })
  const [followUp] = (await search({ clientId })).items
  expect(await rows()).toMatchObject([
    { record_kind: 'note', record_id: first.id, details: { client: clientId, fields: ['text'] } },
    {
      record_kind: 'follow-up',
      record_id: followUp?.id,
      details: { client: clientId, fields: ['on', 'what', 'assignedTo'] },
    },
  ])
  const { status, body: correction } = await addNote({ text: 'One.', followUp: due, corrects: first.id })
  expect(status).toBe(201)
  expect(await rows()).toMatchObject([{ record_id: correction.id }, { record_kind: 'follow-up' }])
  const before = await rows()
  expect(await addNote({ text: 'Called.', followUp: due }, unknown)).toMatchObject({ status: 404 })
  expect(await rows()).toEqual(before)
  expect((await search({})).total).toBe(2)
})

test('follow-ups disappear and come back with their client, and become unassigned when their employee is deleted [T558]', async () => {
  const leaver = await app.member('employee', 'leaver@example.org')
  const { body: added } = await add({ ...due, assignedTo: leaver.id })
  await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
  expect((await search({})).total).toBe(0)
  expect(await edit(added.id, { done: true })).toMatchObject({ status: 404 })
  await app.send(deletedRecordEndpoints.restore, { params: { id: clientId }, token: chief.token })
  expect((await search({})).total).toBe(1)
  // With one client, too.
  const assign = (assignedTo: string | null) =>
    app.send(clientEndpoints.edit, {
      params: { id: clientId },
      body: { ...hodan, assignedTo },
      token: chief.token,
    })
  await assign(leaver.id)
  await assign(amina.id)
  expect((await search({})).items).toMatchObject([{ assignedTo: amina.id, version: 2 }])
  await edit(added.id, { assignedTo: leaver.id })
  const handOver = await app.send(employeeEndpoints.handOver, {
    params: { id: leaver.id },
    body: { to: omar.id },
    token: chief.token,
  })
  expect(handOver.body).toEqual({ clients: 0, followUps: 1 })
  expect((await search({ assignedTo: omar.id })).total).toBe(1)
  const { body: finished } = await add({ ...due, what: 'Done.', assignedTo: omar.id.toUpperCase() })
  expect(finished.assignedTo).toBe(omar.id)
  await edit(finished.id, { done: true })
  await app.send(employeeEndpoints.remove, { params: { id: omar.id }, token: chief.token })
  // What is open again is nobody's.
  expect((await edit(finished.id, { what: 'Done, with care.' })).body).toMatchObject({ assignedTo: omar.id })
  expect((await edit(finished.id, { done: false })).body).toMatchObject({ doneAt: null, assignedTo: null })
  expect(await edit(finished.id, { assignedTo: omar.id })).toMatchObject({ status: 400 })
  await edit(finished.id, { done: true })
  expect((await search({})).items).toMatchObject([{ assignedTo: null, assignedToName: null }])
})
