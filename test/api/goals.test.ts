import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const chief = await app.member('super-admin')
const amina = await app.member('employee', 'amina@example.org')
const unknown = '00000000-0000-4000-8000-000000000000'

let clientId: string
beforeEach(async () => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  clientId = await newClient()
})

const newClient = async (): Promise<string> =>
  (await app.send(clientEndpoints.add, { body: hodan, token: chief.token })).body.id

const plan = { text: 'Find an apartment', agreedOn: '2026-03-05', targetOn: '2026-09-30' }
const add = (body: object = plan, id = clientId, { send } = app) =>
  send(goalEndpoints.add, { params: { id }, body: body as never, token: amina.token })
const edit = (id: string, body: object) =>
  app.send(goalEndpoints.edit, { params: { id }, body: body as never, token: amina.token })
const list = (id = clientId) => app.send(goalEndpoints.list, { params: { id }, token: amina.token })
const newGoal = async (body: object = {}, id = clientId): Promise<string> =>
  (await add({ ...plan, ...body }, id)).body.id

const write = (body: object, id = clientId, headers = {}) =>
  app.send(noteEndpoints.add, {
    params: { id },
    body: { text: 'Called.', ...body } as never,
    token: chief.token,
    headers,
  })
const change = (noteId: string, body: object) =>
  app.send(noteEndpoints.edit, {
    params: { id: clientId, noteId },
    body: { text: 'Called.', ...body } as never,
    token: chief.token,
  })
const remove = (noteId: string) =>
  app.send(noteEndpoints.remove, { params: { id: clientId, noteId }, token: chief.token })

const refused = (fields: object) => ({ status: 400, body: { code: 'invalid-input', fields } })

test('a goal says what was agreed, when, and until when it is to be reached [T1220]', async () => {
  const { status, body } = await add({ ...plan, state: 'open', stateOn: '2026-04-01' })
  expect(status).toBe(201)
  expect(body).toEqual({
    ...plan,
    ...{ state: 'open', stateOn: null, outcome: null, notes: 0, lastServedOn: null },
    ...{ _id: body.id, id: body.id, clientId },
    ...{ createdAt: app.context.now.toISOString(), createdBy: amina.email, editedAt: null, editedBy: null },
    version: 1,
  })
  const [row] = await app.audited({ record_kind: 'goal', record_id: body.id }, 'details')
  expect(row?.details).toMatchObject({ client: clientId, fields: ['text', 'agreedOn', 'targetOn', 'state'] })
  expect(await add(plan, unknown)).toMatchObject({ status: 404 })
  expect(await list(unknown)).toMatchObject({ status: 404 })
})

test.each([
  ['no text', { text: ' ' }, 'text'],
  ['more than 300 characters', { text: 'x'.repeat(301) }, 'text'],
  ['an outcome of more than 300 characters', { outcome: 'x'.repeat(301) }, 'outcome'],
  ['no day of agreement', { agreedOn: '' }, 'agreedOn'],
  ['a target date before the agreement', { targetOn: '2026-03-04' }, 'targetOn'],
  ['a new goal that was reached', { state: 'reached', stateOn: '2026-06-01' }, 'state'],
])('rejects %s [T1221]', async (_, part, field) => {
  expect(await add({ ...plan, ...part })).toMatchObject(refused({ [field]: expect.any(String) }))
})

test('a goal that has ended has a day, and reopening clears it [T1222]', async () => {
  const id = await newGoal()
  expect(await edit(id, { state: 'reached' })).toMatchObject(refused({ stateOn: 'Choose the date it ended' }))
  expect(await edit(id, { state: 'dropped', stateOn: '2026-06-16' })).toMatchObject(
    refused({ stateOn: "The date can't be in the future" }),
  )
  expect(await edit(id, { state: 'mistaken', stateOn: '2026-03-04' })).toMatchObject(
    refused({ stateOn: 'The goal can’t end before it was agreed on' }),
  )
  expect(await edit(id, { state: 'done', stateOn: '2026-06-15' })).toMatchObject({ status: 400 })
  const reached = { state: 'reached', stateOn: '2026-06-15', outcome: 'Moved in' }
  expect((await edit(id, reached)).body).toMatchObject({ ...plan, ...reached, version: 2 })
  expect(await edit(id, { agreedOn: '2026-06-20', targetOn: null })).toMatchObject(
    refused({ stateOn: 'The goal can’t end before it was agreed on' }),
  )
  const reopened = { state: 'open', stateOn: null, outcome: 'Moved in', version: 3 }
  // With the day as the form sends it, too.
  expect((await edit(id, { ...reached, state: 'open' })).body).toMatchObject(reopened)
  expect((await edit(id, { state: 'open' })).body, 'unchanged').toMatchObject(reopened)
})

test('open goals come first, and those entered by mistake last [T1223]', async () => {
  const end = { stateOn: '2026-06-01' }
  await edit(await newGoal({ text: 'mistaken', agreedOn: '2026-05-01' }), { ...end, state: 'mistaken' })
  await edit(await newGoal({ text: 'reached' }), { ...end, state: 'reached' })
  await edit(await newGoal({ text: 'dropped', agreedOn: '2026-04-05' }), { ...end, state: 'dropped' })
  await newGoal({ text: 'open' })
  await newGoal({ text: 'latest', agreedOn: '2026-03-06' })
  const texts = (await list()).body.map(({ text }: { text: string }) => text)
  expect(texts).toEqual(['latest', 'open', 'dropped', 'reached', 'mistaken'])
  const other = await createTestApp({ db: app.db, clock: () => app.context.now })
  await app.db
    .insertInto('goals')
    .values(
      Array(94).fill({ client_id: clientId, text: 'x', agreed_on: '2026-03-05', created_at: new Date() }),
    )
    .execute()
  const replies = await Promise.all([add(), add(plan, clientId, other)])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(replies.find(({ status }) => status === 409)).toMatchObject({
    body: { code: 'too-many', message: 'A client can have at most 100 of these.' },
  })
})

describe('a note', () => {
  test('names goals, which say how many notes serve them and when the last one did [T1224]', async () => {
    const [home, papers] = [await newGoal(), await newGoal({ text: 'Get a state ID' })]
    const counted = async () =>
      Object.fromEntries(
        (await list()).body.map(({ id, ...goal }: { id: string; notes: number; lastServedOn: string }) => [
          id,
          [goal.notes, goal.lastServedOn],
        ]),
      )
    expect((await write({})).body).toMatchObject({ goals: [] })
    expect((await write({ goals: null })).body).toMatchObject({ goals: [] })
    const { body: note } = await write({ goals: [home, papers.toUpperCase()], serviceDate: '2026-06-10' })
    expect(note).toMatchObject({ goals: [home, papers], version: 1 })
    const [row] = await app.audited({ record_id: note.id }, 'details')
    expect(row?.details).toMatchObject({ fields: ['text', 'serviceDate', 'goals'] })
    const first = (await write({ goals: [home], serviceDate: '2026-06-01' })).body.id
    expect(await counted()).toEqual({ [home]: [2, '2026-06-10'], [papers]: [1, '2026-06-10'] })
    const late = (await write({ goals: [home] })).body.id
    expect(await counted()).toMatchObject({ [home]: [3, '2026-06-15'] })
    // In the evening of the 12th, in Minnesota.
    const inUtc = { created_at: new Date('2026-06-13T04:00:00Z') }
    await app.db.updateTable('notes').set(inUtc).where('id', '=', late).execute()
    await write({ corrects: note.id, goals: [papers], serviceDate: '2026-06-11' })
    expect(await counted()).toEqual({ [home]: [2, '2026-06-12'], [papers]: [1, '2026-06-11'] })
    await remove(late)
    expect(await counted()).toMatchObject({ [home]: [1, '2026-06-01'] })
    await app.send(deletedRecordEndpoints.restore, { params: { id: late }, token: chief.token })
    expect(await counted()).toMatchObject({ [home]: [2, '2026-06-12'] })
    await change(late, { goals: [papers] })
    expect(await counted()).toEqual({ [home]: [1, '2026-06-01'], [papers]: [2, '2026-06-12'] })
    expect((await edit(home, { outcome: 'x' })).body).toMatchObject({ notes: 1, lastServedOn: '2026-06-01' })
    const versions = { params: { id: clientId, recordId: home }, token: chief.token }
    expect((await app.send(goalEndpoints.versions, versions)).body).toMatchObject([{ notes: 1, version: 1 }])
    await write({ corrects: first })
    expect(await counted()).toMatchObject({ [home]: [0, null] })
  })

  test('names only goals of its client, each once, at most ten, none entered by mistake [T1225]', async () => {
    const mistaken = await newGoal({ text: 'Buy a boat' })
    await edit(mistaken, { state: 'mistaken', stateOn: '2026-06-15' })
    const foreign = await newGoal({}, await newClient())
    const own = await newGoal()
    const eleven = await Promise.all(Array.from({ length: 11 }, () => newGoal()))
    const foreignError = 'This client has no such goal.'
    for (const [goals, error] of [
      [[foreign], foreignError],
      [[own, unknown], foreignError],
      [['x'], foreignError],
      [[mistaken], 'The goal “Buy a boat” was entered by mistake.'],
      [[own, own.toUpperCase()], 'Name each goal once'],
      [eleven, 'Choose at most 10 goals'],
      ['x', 'Choose at most 10 goals'],
    ] as const)
      expect(await write({ goals })).toMatchObject(refused({ goals: error }))
    expect(await write({ goals: eleven.slice(1) })).toMatchObject({ status: 201 })
    expect((await list()).body.find(({ id }: { id: string }) => id === own)).toMatchObject({ notes: 0 })
    expect(await write({ goals: [own] }, unknown)).toMatchObject({ status: 404 })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await write({ goals: [own] }, clientId, headers)
    await edit(own, { state: 'mistaken', stateOn: '2026-06-15' })
    expect((await write({ goals: [own] }, clientId, headers)).body, 'the same call again').toEqual(first.body)
  })

  test('keeps its goals in edits that do not send them, and what an edit changes in its versions [T1226]', async () => {
    const [home, papers] = [await newGoal(), await newGoal({ text: 'Get a state ID' })]
    const { body: note } = await write({ goals: [home, papers] })
    expect((await change(note.id, { text: 'Called again.' })).body).toMatchObject({ goals: [home, papers] })
    expect((await change(note.id, { text: 'Called again.', goals: [papers, home] })).body).toMatchObject({
      version: 2,
    })
    expect(await change(note.id, { goals: [unknown], version: 2 })).toMatchObject(
      refused({ goals: 'This client has no such goal.' }),
    )
    await edit(home, { state: 'mistaken', stateOn: '2026-06-15' })
    expect((await change(note.id, { goals: [home], version: 2 })).body).toMatchObject({ goals: [home] })
    expect(await change(note.id, { goals: [papers], version: 2 })).toMatchObject({
      status: 409,
      body: { code: 'version-conflict', current: { goals: [home] } },
    })
    expect((await change(note.id, { goals: null })).body).toMatchObject({ goals: [], version: 4 })
    expect(await change(note.id, { goals: [home] })).toMatchObject(
      refused({ goals: 'The goal “Find an apartment” was entered by mistake.' }),
    )
    const params = { id: clientId, noteId: note.id }
    const { body: versions } = await app.send(noteEndpoints.versions, { params, token: chief.token })
    expect(versions.map(({ goals }: { goals: string[] }) => goals)).toEqual([
      [home],
      [home, papers],
      [home, papers],
    ])
  })
})

test('goals disappear and come back with their client [T1227]', async () => {
  const id = await newGoal()
  await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
  expect(await list()).toMatchObject({ status: 404 })
  expect(await edit(id, { text: 'x' })).toMatchObject({ status: 404 })
  await app.send(deletedRecordEndpoints.restore, { params: { id: clientId }, token: chief.token })
  expect((await list()).body).toMatchObject([{ id }])
})
