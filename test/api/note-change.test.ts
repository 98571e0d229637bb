import { beforeEach, expect, test } from 'vitest'
import { type Role, roles } from '#contract/access/roles.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const tokens = {} as Record<Role, string>
let directorId: string
let clientId: string
const written = new Date('2026-06-15T15:00:00Z')
const minutesLater = (minutes: number) => new Date(written.getTime() + minutes * 60_000)

const app = await createTestApp()
for (const role of roles) {
  const { id, token } = await app.member(role)
  tokens[role] = token
  if (role === 'super-admin') directorId = id
}
beforeEach(async () => {
  app.context.now = written
  clientId = await newClient()
})

const newClient = async () =>
  (await app.send(clientEndpoints.add, { body: hodan, token: tokens.manager })).body.id as string
const add = async (text: string, id = clientId) =>
  (await app.send(noteEndpoints.add, { params: { id }, body: { text }, token: tokens.manager })).body
const edit = (noteId: string, body: object, token = tokens.manager, id = clientId) =>
  app.send(noteEndpoints.edit, { params: { id, noteId }, body: body as never, token })
const remove = (noteId: string, id = clientId) =>
  app.send(noteEndpoints.remove, { params: { id, noteId }, token: tokens['super-admin'] })
const versions = (noteId: string, id = clientId) =>
  app.send(noteEndpoints.versions, { params: { id, noteId }, token: tokens['super-admin'] })
const list = (id = clientId, query: object = {}) =>
  app.send(noteEndpoints.list, { params: { id }, query, token: tokens.manager })
const auditOf = (record_id: string, action: string) =>
  app.audited({ record_id, action }, 'actor_role', 'record_kind', 'details')

const proof = (version: unknown) => ({ version, stored: expect.any(String) })

test('an edited note says who edited it and when, and keeps its author and date [T154]', async () => {
  const note = await add('Toured one flat.')
  app.context.now = minutesLater(5)
  const sent = {
    text: ' Toured two\n\tflats. ',
    version: 1,
    author: 'another@example.org',
    date: '1999-01-01',
  }
  const { status, body } = await edit(note.id, sent, tokens['super-admin'])
  expect(status).toBe(200)
  expect(body).toEqual({
    ...note,
    text: 'Toured two\n\tflats.',
    editedAt: minutesLater(5).toISOString(),
    editedById: expect.any(String),
    editedBy: 'super-admin@example.org',
    editedByName: 'Super Admin',
    version: 2,
  })
  expect((await list()).body).toEqual([body])
})

test('keeps every earlier text with its own author and time, newest first [T185]', async () => {
  const { id } = await add('first')
  expect((await versions(id)).body).toEqual([])
  app.context.now = minutesLater(5)
  await edit(id, { text: 'second' }, tokens['super-admin'])
  app.context.now = minutesLater(10)
  await edit(id, { text: 'third' })
  expect((await versions(id)).body).toMatchObject([
    {
      version: 2,
      text: 'second',
      at: minutesLater(5).toISOString(),
      author: 'super-admin@example.org',
      authorName: 'Super Admin',
    },
    {
      version: 1,
      text: 'first',
      at: written.toISOString(),
      author: 'manager@example.org',
      authorName: 'Super Admin',
    },
  ])
})

test('an edit keeps its editor when another employee gets the address', async () => {
  const email = 'front-desk@example.org'
  const { id: editor, token } = await app.member('super-admin', email)
  const { id } = await add('first')
  await edit(id, { text: 'second' }, token)
  await edit(id, { text: 'third' }, token)
  await app.db.updateTable('employees').set({ email: 'moved@example.org' }).where('id', '=', editor).execute()
  await app.db.updateTable('employees').set({ deleted_at: written }).where('id', '=', editor).execute()
  await app.employ('manager', email)
  expect((await list()).body[0]).toMatchObject({ editedBy: email, editedByName: 'Super Admin' })
  const [second, first] = (await versions(id)).body
  expect(second).toMatchObject({ author: email, authorName: 'Super Admin' })
  expect(first.authorName).toBe((await list()).body[0].authorName)
})

test('an edit to the same text makes no version, and counts as a view', async () => {
  const note = await add('Called.')
  expect(await edit(note.id, { text: ' Called. ', version: 1 })).toMatchObject({ status: 200, body: note })
  expect(await auditOf(note.id, 'viewed')).toHaveLength(1)
  expect((await versions(note.id)).body).toEqual([])
  expect(await auditOf(note.id, 'edited')).toEqual([])
})

test('an edit of an older version is 409 with the newer note; without a version it is accepted [T195]', async () => {
  const { id } = await add('first')
  const { body: newer } = await edit(id, { text: 'second', version: 1 })
  const { status, body } = await edit(id, { text: 'late', version: 1 })
  expect({ status, code: body.code, current: body.current }).toEqual({
    status: 409,
    code: 'version-conflict',
    current: newer,
  })
  expect(await auditOf(id, 'viewed'), 'the refused edit showed the note').toEqual([
    { actor_role: 'manager', record_kind: 'note', details: { client: clientId } },
  ])
  expect((await list()).body[0].text).toBe('second')
  expect((await edit(id, { text: 'third' })).body).toMatchObject({ text: 'third', version: 3 })
})

test('accepts one of two simultaneous edits of the same version, and answers 409 to the other', async () => {
  const { id } = await add('before')
  const answers = await Promise.all(['one', 'other'].map((text) => edit(id, { text, version: 1 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await versions(id)).body).toHaveLength(1)
})

test('accepts one of several deletions during an edit, and loses no text', async () => {
  const { id } = await add('before')
  const [edited, ...removed] = await Promise.all([
    edit(id, { text: 'after' }),
    remove(id),
    remove(id),
    remove(id),
  ])
  expect(removed.map(({ status }) => status).sort()).toEqual([204, 404, 404])
  const row = await app.db.selectFrom('notes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    text: edited.status === 200 ? 'after' : 'before',
    deleted_at: written,
    deleted_by: directorId,
  })
  expect(await auditOf(id, 'deleted')).toEqual([
    {
      actor_role: 'super-admin',
      record_kind: 'note',
      details: { client: clientId, ...proof(expect.any(Number)) },
    },
  ])
})

test('a deleted note is in no list or call, and its row and versions are kept [T155]', async () => {
  const { id } = await add('first')
  await edit(id, { text: 'second' })
  expect(await remove(id)).toMatchObject({ status: 204, body: '' })
  expect((await list()).body).toEqual([])
  expect((await list(clientId, { limit: '5' })).body).toEqual({ items: [], total: 0, nextCursor: null })
  expect((await edit(id, { text: 'third' })).status).toBe(404)
  expect((await versions(id)).status).toBe(404)
  expect(await app.db.selectFrom('note_versions').select('text').where('note_id', '=', id).execute()).toEqual(
    [{ text: 'first' }],
  )
})

test('answers 404 for a note under another client’s path, of a deleted client, or unknown [T415]', async () => {
  const { id } = await add('Called.')
  const other = await newClient()
  const statusesAt = async (client: string, note: string) => {
    const answers = await Promise.all([
      edit(note, { text: 'x' }, tokens['super-admin'], client),
      remove(note, client),
      versions(note, client),
    ])
    return answers.map(({ status }) => status)
  }
  for (const [client, note] of [
    [other, id],
    [clientId, '00000000-0000-4000-8000-000000000000'],
    [clientId, 'x'],
    ['x', id],
  ] as const)
    expect(await statusesAt(client, note), `${client} ${note}`).toEqual([404, 404, 404])
  await app.send(clientEndpoints.remove, { params: { id: clientId }, token: tokens['super-admin'] })
  expect(await statusesAt(clientId, id)).toEqual([404, 404, 404])
  expect((await list(clientId, { limit: '5' })).status).toBe(404)
})

test('the audit row of an edit names note, client and field, but no text', async () => {
  const { id } = await add('Told me about the diagnosis.')
  await edit(id, { text: 'Told me about the lease.' })
  expect(await auditOf(id, 'edited')).toEqual([
    {
      actor_role: 'manager',
      record_kind: 'note',
      details: { client: clientId, fields: ['text'], ...proof(2) },
    },
  ])
  await versions(id)
  expect(await auditOf(id, 'viewed')).toMatchObject([{ actor_role: 'super-admin' }])
})

test('printing or exporting a report leaves an audit row with the count [T315]', async () => {
  const leave = async (body: { kind: 'pdf' | 'print'; count: number }, id = clientId) =>
    (await app.send(noteEndpoints.recordExport, { params: { id }, body, token: tokens['super-admin'] }))
      .status
  expect(await leave({ kind: 'pdf', count: 12 })).toBe(204)
  expect(await leave({ kind: 'print', count: 0 })).toBe(204)
  for (const [action, count] of Object.entries({ exported: 12, printed: 0 }))
    expect(await app.audited({ action }, 'record_kind', 'details')).toEqual([
      { record_kind: 'note', details: { client: clientId, count } },
    ])
  expect(await leave({ kind: 'pdf', count: -1 })).toBe(400)
  expect(await leave({ kind: 'pdf', count: 1 }, '00000000-0000-4000-8000-000000000000')).toBe(404)
})

/** Each side of each limit of the rule, whose every case is in src/contract/notes/rules.test.ts. */
test.each([
  ['super-admin', 'can', 4000],
  ['admin', 'can', 89.99],
  ['admin', 'cannot', 90],
  ['manager', 'can', 29.99],
  ['manager', 'cannot', 30],
  ['employee', 'cannot', 0],
] as const)('the role %s %s change a note that is %d days old [T172]', async (role, verb, days) => {
  const may = verb === 'can'
  const { id } = await add('Before.')
  await agedBy(id, days)
  const edited = await edit(id, { text: 'After.' }, tokens[role])
  const removed = await app.send(noteEndpoints.remove, {
    params: { id: clientId, noteId: id },
    token: tokens[role],
  })
  expect([edited.status, removed.status]).toEqual(may ? [200, 204] : [403, 403])
  expect((await list()).body.map(({ text }: { text: string }) => text)).toEqual(may ? [] : ['Before.'])
})

test('tells a manager that the note is too old, and an employee that the role does not allow it', async () => {
  const { id } = await add('Before.')
  await agedBy(id, 90)
  const refusal = async (role: Role) => (await edit(id, { text: 'x' }, tokens[role])).body.message
  expect(await refusal('manager')).toBe('This note is too old for your role to change.')
  expect(await refusal('employee')).toBe('Your role does not allow this.')
})

test('counts the age of a note from its creation, not from its last edit', async () => {
  const { id } = await add('Before.')
  await agedBy(id, 31)
  expect((await edit(id, { text: 'Later.' }, tokens.admin)).status).toBe(200)
  expect((await edit(id, { text: 'Again.' }, tokens.manager)).status).toBe(403)
})

const agedBy = (id: string, days: number) =>
  app.db
    .updateTable('notes')
    .set({ created_at: new Date(written.getTime() - days * 86_400_000) })
    .where('id', '=', id)
    .execute()
