import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const chief = await app.member('super-admin')
const amina = await app.member('employee', 'amina@example.org')
const omar = await app.member('admin', 'omar@example.org')
const unknown = '00000000-0000-4000-8000-000000000000'

let clientId: string
beforeEach(async () => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  await app.ownerDb.deleteFrom('papers').execute()
  const body = { ...hodan, assignedTo: amina.id }
  clientId = (await app.send(clientEndpoints.add, { body, token: amina.token })).body.id
})

const release = { kind: 'release', to: 'Hennepin County', signedOn: '2026-03-05', expiresOn: '2027-03-05' }
const add = (body: object, id = clientId) =>
  app.send(paperEndpoints.add, { params: { id }, body: body as never, token: amina.token })
const edit = (id: string, body: object, { token } = amina) =>
  app.send(paperEndpoints.edit, { params: { id }, body, token })
const list = async (id = clientId) =>
  await app.send(paperEndpoints.list, { params: { id }, token: amina.token })

test('a paper says what was signed, to whom, and until when it is valid [T667]', async () => {
  const { status, body } = await add(release)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...release,
    purpose: null,
    where: null,
    revokedOn: null,
    _id: body.id,
    id: body.id,
    clientId,
    createdAt: app.context.now.toISOString(),
    createdBy: 'amina@example.org',
    editedAt: null,
    editedBy: null,
    version: 1,
  })
  await add({ kind: 'lease', signedOn: '2026-06-01', where: '', revokedOn: '2026-06-02' })
  const { body: papers } = await list()
  expect(papers).toMatchObject([{ kind: 'lease', where: null, revokedOn: null }, release])
  const [row] = await app.audited({ record_kind: 'paper', record_id: body.id }, 'details')
  expect(row?.details).toMatchObject({ client: clientId, fields: ['kind', 'to', 'signedOn', 'expiresOn'] })
  expect(await add(release, unknown)).toMatchObject({ status: 404 })
  expect(await list(unknown)).toMatchObject({ status: 404 })
})

test.each([
  ['a kind that does not exist', { kind: 'passport' }, 'kind'],
  ['no signature date', { signedOn: '' }, 'signedOn'],
  ['a signature tomorrow', { signedOn: '2026-06-16' }, 'signedOn'],
  ['an end before the signature', { expiresOn: '2026-03-04' }, 'expiresOn'],
  ['more than 200 characters', { to: 'x'.repeat(201) }, 'to'],
])('rejects %s [T668]', async (_, change, field) => {
  expect(await add({ ...release, ...change })).toMatchObject({
    status: 400,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('an edit changes what is sent, and two who edit at once lose nothing [T669]', async () => {
  const { body: added } = await add(release)
  expect((await edit(added.id, { purpose: 'Housing Support', version: 1 })).body).toMatchObject({
    ...release,
    purpose: 'Housing Support',
    version: 2,
  })
  expect(await edit(added.id, { to: 'Ramsey County', version: 1 })).toMatchObject({
    status: 409,
    body: { current: { purpose: 'Housing Support' } },
  })
  expect((await edit(added.id, { expiresOn: null })).body).toMatchObject({ expiresOn: null, version: 3 })
  expect(await edit(added.id, { expiresOn: '2026-01-01' })).toMatchObject({
    status: 400,
    body: { fields: { expiresOn: 'It can’t expire before it was signed' } },
  })
  // As the form sends it: every field, also the one that only admins may change.
  const asInForm = { ...release, purpose: null, where: 'Folder H', revokedOn: null }
  expect(await edit(added.id, asInForm)).toMatchObject({ status: 200, body: { where: 'Folder H' } })
  expect(await edit(unknown, { to: 'x' })).toMatchObject({ status: 404 })
})

test('admins revoke a paper, which can’t be changed until one takes that back [T670]', async () => {
  const { body: added } = await add(release)
  const revokedOn = '2026-06-10'
  expect(await edit(added.id, { revokedOn })).toMatchObject({
    status: 403,
    body: { message: 'Only a super admin or an admin can revoke a signed document, or take that back.' },
  })
  expect(await edit(added.id, { revokedOn: '2026-03-04' }, omar)).toMatchObject({ status: 400 })
  expect(await edit(added.id, { revokedOn: '2026-06-16' }, omar)).toMatchObject({ status: 400 })
  expect((await edit(added.id, { revokedOn }, omar)).body).toMatchObject({ ...release, revokedOn })
  for (const change of [{ to: 'Ramsey County' }, { to: 'Ramsey County', revokedOn: '2026-06-09' }])
    expect(await edit(added.id, change, omar)).toMatchObject({ status: 409, body: { code: 'paper-revoked' } })
  expect(await edit(added.id, { revokedOn: null })).toMatchObject({ status: 403 })
  expect((await edit(added.id, { revokedOn: '2026-06-09' }, omar)).body).toMatchObject({ version: 3 })
  expect((await edit(added.id, { revokedOn: null }, omar)).body).toMatchObject({
    ...release,
    revokedOn: null,
  })
  expect(await edit(added.id, { to: 'Ramsey County' })).toMatchObject({ status: 200 })
  const params = { id: clientId, recordId: added.id }
  const versions = await app.send(paperEndpoints.versions, { params, token: omar.token })
  expect(versions.body).toMatchObject([
    { revokedOn: null, editedBy: omar.email },
    { revokedOn: '2026-06-09' },
    { revokedOn },
    { revokedOn: null },
  ])
  const rows = await app.audited({ record_kind: 'paper', record_id: added.id }, 'action', 'details')
  // Refusals and views are written later.
  expect(
    rows.map(({ action }) => action).filter((action) => !['refused', 'viewed'].includes(action)),
  ).toEqual([...['added', 'revoked', 'revoked', 'edited', 'edited']])
  expect(rows.find(({ action }) => action === 'edited')?.details).toMatchObject({ fields: ['revokedOn'] })
})

test('papers disappear and come back with their client [T672]', async () => {
  const { body: added } = await add(release)
  await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
  expect(await list()).toMatchObject({ status: 404 })
  expect(await edit(added.id, { to: 'x' })).toMatchObject({ status: 404 })
  await app.send(deletedRecordEndpoints.restore, { params: { id: clientId }, token: chief.token })
  expect((await list()).body).toHaveLength(1)
})
