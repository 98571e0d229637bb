import { beforeEach, expect, test } from 'vitest'
import { draftDays, draftEndpoints, type ListedDraft, mostDrafts } from '#contract/drafts/endpoints.ts'
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
const list = async (as = token): Promise<ListedDraft[]> =>
  (await app.send(draftEndpoints.list, { token: as })).body

test('a draft is stored, replaced and deleted by its key, and keeps its id until then', async () => {
  const { status, body: first } = await save('note:c1')
  expect({ status, first }).toMatchObject({ status: 200, first: { key: 'note:c1', values, version: null } })
  const { body: second } = await save('note:c1', { values: { text: 'Called the landlord.' }, version: 3 })
  expect(second).toMatchObject({ id: first.id, values: { text: 'Called the landlord.' }, version: 3 })
  expect(await list()).toEqual([{ ...second, about: null }])
  const remove = () => app.send(draftEndpoints.remove, { params: { key: 'note:c1' }, token })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
  expect(await list()).toEqual([])
  expect((await save('note:c1')).body.id).not.toBe(first.id)
  expect((await save('note:c1', { id: 'chosen-by-the-browser', values })).body.id).toBe(
    'chosen-by-the-browser',
  )
})

test('a draft is the employee’s own, and is not in the audit trail [T412]', async () => {
  const rows = () => app.audited({}, 'action')
  const before = await rows()
  await save('new-client')
  await save('new-client', { values: { lastName: 'Vang' } }, other)
  await app.send(draftEndpoints.remove, { params: { key: 'new-client' }, token: other })
  expect(await list()).toMatchObject([{ values }])
  expect(await list(other)).toEqual([])
  expect(await rows()).toEqual(before)
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

test('drafts are hidden with their deleted client, and go with a client or employee that is purged', async () => {
  const { id } = await addClient(app.db, hodan, mia, app.context.now)
  await save(`edit-note:${id}:n1`)
  await save('new-client')
  expect((await list()).map(({ about }) => about).toSorted()).toEqual(['Hodan Warsame', null])
  const setDeleted = (deleted_at: Date | null) =>
    app.db.updateTable('clients').set({ deleted_at }).where('id', '=', id).execute()
  await setDeleted(app.context.now)
  expect((await list()).map(({ key }) => key)).toEqual(['new-client'])
  await setDeleted(null)
  expect(await list()).toHaveLength(2)
  await app.db.deleteFrom('client_status_changes').execute()
  await app.db.deleteFrom('clients').where('id', '=', id).execute()
  expect((await list()).map(({ key }) => key)).toEqual(['new-client'])
})

test('refuses a key that names no form, values that are no texts, and more than 64 KiB', async () => {
  for (const key of ['', 'Note', 'note:a:b:c', 'note:a b', `note:${'x'.repeat(41)}`])
    expect((await save(key || ' ')).status, key).toBe(400)
  for (const body of [{}, { values: { text: 1 } }, { values: 'text' }, { values, version: 'x' }])
    expect((await save('note:c1', body)).status, JSON.stringify(body)).toBe(400)
  expect((await save('note:c1', { values: { text: 'a\u0000b' } })).status).toBe(400)
  expect((await save('note:c1', { values: { text: 'x'.repeat(65 * 1024) } })).status).toBe(413)
  expect(await list()).toEqual([])
})
