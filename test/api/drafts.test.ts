import { beforeEach, expect, test } from 'vitest'
import {
  draftDays,
  draftEndpoints,
  type ListedDraft,
  mostDraftBytes,
  mostDrafts,
} from '#contract/drafts/endpoints.ts'
import { addClient } from '#server/clients/store.ts'
import { removeOldDrafts } from '#server/drafts/store.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const { id: mia, token } = await app.member('manager', 'mia@example.org')
const other = await app.tokenOf('employee')
beforeEach(() => app.db.deleteFrom('drafts').execute())

const values = { text: 'Called the land' }
const save = (key: string, body: object = { values }, as = token) =>
  app.send(draftEndpoints.save, { params: { key }, body: body as never, token: as })
const read = (key: string, as = token) => app.send(draftEndpoints.read, { params: { key }, token: as })
const remove = (key: string, revision?: number | 'x', as = token) =>
  app.send(draftEndpoints.remove, {
    params: { key },
    query: revision === undefined ? {} : { revision: String(revision) },
    token: as,
  })
const list = async (as = token): Promise<ListedDraft[]> =>
  (await app.send(draftEndpoints.list, { token: as })).body

test('a draft is stored, replaced and deleted by its key, and keeps its id until then', async () => {
  const { status, body: first } = await save('note:c1')
  expect({ status, first }).toMatchObject({ status: 200, first: { key: 'note:c1', values, version: null } })
  const next = { values: { text: 'Called the landlord.' }, version: 3 }
  const { body: second } = await save('note:c1', { ...next, revision: first.revision })
  expect(second).toMatchObject({ id: first.id, ...next })
  expect(second.revision).toBeGreaterThan(first.revision)
  expect((await read('note:c1')).body).toEqual(second)
  const { values: _, ...listed } = second
  expect(await list()).toEqual([{ ...listed, about: null }])
  expect([(await remove('note:c1')).status, (await remove('note:c1')).status]).toEqual([204, 204])
  expect(await list()).toEqual([])
  expect((await read('note:c1')).status).toBe(404)
  expect((await save('note:c1')).body.id).not.toBe(first.id)
  const chosen = { id: 'chosen-by-the-browser', values }
  expect((await save('note:c1~2', chosen)).body).toMatchObject(chosen)
})

test('a save that names another revision than the stored one changes nothing', async () => {
  const { body: first } = await save('note:c1')
  const { body: stored } = await save('note:c1', { values: { text: 'Newer' }, revision: first.revision })
  for (const revision of [undefined, null, first.revision, stored.revision + 1]) {
    const { status, body } = await save('note:c1', { values: { text: 'Older' }, revision })
    expect({ status, ...body }, String(revision)).toMatchObject({
      status: 409,
      code: 'draft-changed',
      current: stored,
    })
  }
  expect((await read('note:c1')).body).toEqual(stored)
})

test('a draft that was deleted, or deleted and begun again, has no earlier revision', async () => {
  const { body: first } = await save('note:c1')
  await remove('note:c1')
  const again = () => save('note:c1', { values, revision: first.revision })
  expect((await again()).body).toMatchObject({ code: 'draft-changed', current: null })
  const { body: second } = await save('note:c1')
  expect((await again()).body).toMatchObject({ code: 'draft-changed', current: second })
})

test('a deletion that names another revision than the stored one deletes nothing', async () => {
  const { body: first } = await save('note:c1')
  const { body: stored } = await save('note:c1', { values, revision: first.revision })
  const { status, body } = await remove('note:c1', first.revision)
  expect({ status, ...body }).toMatchObject({ status: 409, code: 'draft-changed', current: stored })
  expect((await remove('note:c1', stored.revision)).status).toBe(204)
  expect((await remove('note:c1', stored.revision)).status, 'a draft that is gone').toBe(204)
})

test('of simultaneous saves of one revision exactly one is stored', async () => {
  for (const revision of [null, (await save('note:c1')).body.revision]) {
    const key = revision === null ? 'note:c2' : 'note:c1'
    const texts = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(texts.map((text) => save(key, { values: { text }, revision })))
    const [won, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect([won, ...others].map((answer) => answer?.status)).toEqual([200, 409, 409, 409])
    for (const { body } of others) expect(body.current).toEqual(won?.body)
    expect((await read(key)).body).toEqual(won?.body)
  }
})

test('thirty new ones at once are stored: none waits for the connection of another', async () => {
  const client = await addClient(app.db, hodan as never, mia, app.context.now)
  const all = Array.from({ length: 30 }, (_, number) => save(`note:${client.id}~${number}`))
  expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('a draft is the employee’s own; only listing and reading those about clients is in the audit trail [T412]', async () => {
  const rows = () => app.audited({}, 'action', 'record_kind', 'actor_id', 'details')
  const { id } = await addClient(app.db, hodan, mia, app.context.now)
  const before = await rows()
  await save('new-client')
  await save('new-client', { values: { lastName: 'Vang' } }, other)
  await save(`note:${id}~2`)
  expect((await read(`note:${id}~2`, other)).status).toBe(404)
  await remove('new-client', undefined, other)
  expect(await list(other)).toEqual([])
  await read('new-client')
  expect(await rows()).toEqual(before)
  expect((await list()).map(({ key }) => key).toSorted()).toEqual(['new-client', `note:${id}~2`])
  const draft = { record_kind: 'draft', actor_id: mia }
  const listed = { ...draft, action: 'listed', details: { count: 1, records: [id] } }
  expect(await rows()).toEqual([...before, listed])
  await read(`note:${id}~2`)
  const view = { ...draft, action: 'viewed', details: { client: id } }
  expect(await rows()).toEqual([...before, listed, view])
  await save(`note:${id}~2`)
  expect((await rows()).slice(before.length + 2), 'the refused save showed the draft').toEqual([view])
})

test('the oldest goes when there are more than 200, and all go after 30 days', async () => {
  const start = app.context.now
  for (let index = 0; index <= mostDrafts; index++) {
    app.context.now = new Date(start.getTime() + index * 1000)
    await save(`note:c${index}`)
  }
  const keys = (await list()).map(({ key }) => key)
  expect(keys).toHaveLength(mostDrafts)
  expect(keys).not.toContain('note:c0')
  expect(keys[0]).toBe(`note:c${mostDrafts}`)
  await removeOldDrafts(app.db, new Date(start.getTime() + draftDays * 24 * 60 * 60_000 + 100_000))
  expect((await list()).map(({ key }) => key)).toHaveLength(mostDrafts - 100)
  app.context.now = start
})

test('nothing is stored or deleted when an account’s drafts have 4 MiB of text', async () => {
  const values = { text: 'x'.repeat(60 * 1024) }
  const fitting = Math.floor(mostDraftBytes / (values.text.length + '{"text": ""}'.length))
  for (let index = 0; index < fitting; index++)
    expect((await save(`note:c${index}`, { values })).status).toBe(200)
  const { status, body } = await save('new-client', { values })
  expect({ status, code: body.code }).toEqual({ status: 413, code: 'drafts-full' })
  expect(await list()).toHaveLength(fitting)
  expect((await save('new-client', { values }, other)).status, 'another account').toBe(200)
  await remove('note:c0')
  expect((await save('new-client', { values })).status).toBe(200)
})

test('drafts are hidden with their deleted client, and go with a client or employee that is purged', async () => {
  const { id } = await addClient(app.db, hodan, mia, app.context.now)
  await save(`edit-note:${id}:n1`)
  await save('new-client')
  expect((await list()).map(({ about }) => about).toSorted()).toEqual(['Hodan Warsame', null])
  const setDeleted = (deleted_at: Date | null) =>
    app.db.updateTable('clients').set({ deleted_at }).where('id', '=', id).execute()
  await setDeleted(app.context.now)
  expect((await list()).map(({ key }) => key)).toEqual(['new-client'])
  expect((await read(`edit-note:${id}:n1`)).status).toBe(404)
  await setDeleted(null)
  expect(await list()).toHaveLength(2)
  await app.ownerDb.deleteFrom('client_status_changes').execute()
  await app.db.deleteFrom('clients').where('id', '=', id).execute()
  expect((await list()).map(({ key }) => key)).toEqual(['new-client'])
})

test('refuses a key that names no form, values that are no texts, and more than 64 KiB', async () => {
  for (const key of ['', 'Note', 'note:a:b:c', 'note:a b', 'note:a~', 'note:a~b', `note:${'x'.repeat(41)}`])
    expect((await save(key || ' ')).status, key).toBe(400)
  for (const body of [
    {},
    { values: { text: 1 } },
    { values: 'text' },
    { values, version: 'x' },
    { values, revision: 'x' },
  ])
    expect((await save('note:c1', body)).status, JSON.stringify(body)).toBe(400)
  expect((await save('note:c1', { values: { text: 'a\u0000b' } })).status).toBe(400)
  expect((await save('note:c1', { values: { text: 'x'.repeat(65 * 1024) } })).body.code).toBe('too-large')
  expect((await remove('note:c1', 'x')).status).toBe(400)
  expect(await list()).toEqual([])
})
