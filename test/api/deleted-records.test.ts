import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { type DeletedRecord, deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { readPages } from '#test/support/pages.ts'
import { amina, hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const chief = await app.member('super-admin', 'chief@example.org')
const { token } = chief
await app.db
  .updateTable('employees')
  .set({ first_name: 'Ruth', last_name: 'Okafor' })
  .where('id', '=', chief.id)
  .execute()

const start = app.context.now
beforeEach(async () => {
  await app.db.deleteFrom('notes').execute()
  await app.ownerDb.deleteFrom('client_status_changes').execute()
  await app.db.deleteFrom('clients').execute()
  await app.db.deleteFrom('contact_messages').execute()
  await app.db
    .updateTable('employees')
    .set({ deleted_at: null, email: sql`id || '@example.org'` })
    .where('deleted_at', 'is not', null)
    .execute()
  app.context.now = start
})

/** Each deletion is a minute after the one before. */
const later = () => {
  app.context.now = new Date(app.context.now.getTime() + 60_000)
}

async function addClient(change: object = {}): Promise<string> {
  return (await app.send(clientEndpoints.add, { body: { ...hodan, ...change }, token })).body.id
}
async function addNote(id: string): Promise<string> {
  return (await app.send(noteEndpoints.add, { params: { id }, body: { text: 'Called.' }, token })).body.id
}
async function addEmployee(change: object = {}): Promise<string> {
  return (await app.send(employeeEndpoints.add, { body: { ...amina, ...change }, token })).body.id
}
async function addMessage(): Promise<string> {
  const body = { name: 'Bao Vang', email: 'bao@example.org', message: 'My lease ends.' }
  await app.send(contactEndpoints.send, { body })
  return (await app.send(contactEndpoints.list, { token })).body[0].id
}

const remove = {
  client: (id: string) => app.send(clientEndpoints.remove, { params: { id }, token }),
  note: (id: string, noteId: string) => app.send(noteEndpoints.remove, { params: { id, noteId }, token }),
  employee: (id: string) => app.send(employeeEndpoints.remove, { params: { id }, token }),
  message: (id: string) => app.send(contactEndpoints.remove, { params: { id }, token }),
}

const list = async (query: object = {}) =>
  (await app.send(deletedRecordEndpoints.list, { query: { limit: '50', ...query }, token })).body
const restore = (id: string) => app.send(deletedRecordEndpoints.restore, { params: { id }, token })
const itemIds = ({ items }: { items: DeletedRecord[] }) => items.map(({ id }) => id)

test('lists deleted records of every kind, the latest deletion first, with name, birth date and who deleted them [T198]', async () => {
  const clientId = await addClient()
  const noteId = await addNote(clientId)
  const employeeId = await addEmployee({ email: 'once@example.org' })
  const messageId = await addMessage()
  await addClient({ lastName: 'Existing' })
  const by = { deletedBy: 'chief@example.org', deletedByName: 'Ruth Okafor' }
  const nothing = {
    dateOfBirth: null,
    email: null,
    writtenAt: null,
    clientIsDeleted: false,
    mergedInto: null,
  }
  await remove.note(clientId, noteId)
  later()
  await remove.employee(employeeId)
  later()
  await remove.message(messageId)
  later()
  await remove.client(clientId)
  const born = { dateOfBirth: hodan.dateOfBirth }
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000).toISOString()
  expect(await list()).toEqual({
    items: [
      { kind: 'client', id: clientId, name: 'Hodan Warsame', ...born, deletedAt: at(3) },
      {
        kind: 'contact message',
        id: messageId,
        name: 'Bao Vang',
        email: 'bao@example.org',
        writtenAt: at(0),
        deletedAt: at(2),
      },
      {
        kind: 'employee',
        id: employeeId,
        name: 'Amina Yusuf',
        email: 'once@example.org',
        deletedAt: at(1),
      },
      {
        kind: 'note',
        id: noteId,
        name: 'Hodan Warsame',
        ...born,
        writtenAt: at(0),
        clientIsDeleted: true,
        deletedAt: at(0),
      },
    ].map((item) => ({ _id: item.id, ...nothing, ...by, ...item })),
    total: 4,
    nextCursor: null,
  })
  expect(itemIds(await list({ kind: 'employee' }))).toEqual([employeeId])
  expect(await list({ kind: 'note' })).toMatchObject({ items: [{ id: noteId }], total: 1 })
})

test('pages follow one another without gap or repetition, and other kinds, limits and cursors are 400', async () => {
  for (let n = 0; n < 5; n += 1) await remove.client(await addClient())
  later()
  await remove.message(await addMessage())
  const whole = itemIds(await list())
  const { items, totals } = await readPages<DeletedRecord>((cursor) => list({ limit: '2', ...cursor }))
  expect(items.map(({ id }) => id)).toEqual(whole)
  expect(totals).toEqual([6])
  for (const query of [
    { kind: 'backup' },
    { limit: '0' },
    { limit: '201' },
    { cursor: 'x' },
    { limit: '', cursor: '' },
  ])
    expect(await list(query), JSON.stringify(query)).toMatchObject({ code: 'invalid-input' })
})

test('restores a client with the notes, a note, an employee and a message [T199]', async () => {
  const clientId = await addClient()
  const noteId = await addNote(clientId)
  const employeeId = await addEmployee({ email: 'twice@example.org' })
  const messageId = await addMessage()
  await remove.client(clientId)
  await remove.employee(employeeId)
  await remove.message(messageId)
  for (const id of [clientId, employeeId, messageId])
    expect(await restore(id)).toMatchObject({ status: 204, body: '' })
  await remove.note(clientId, noteId)
  expect((await restore(noteId)).status).toBe(204)
  const notes = (await app.send(noteEndpoints.list, { params: { id: clientId }, token })).body
  expect(notes.map(({ id }: { id: string }) => id)).toEqual([noteId])
  const { body: client } = await app.send(clientEndpoints.get, { params: { id: clientId }, token })
  expect(client.lastNoteAt).toBe(start.toISOString())
  expect((await app.send(employeeEndpoints.get, { params: { id: employeeId }, token })).status).toBe(200)
  expect((await app.send(contactEndpoints.list, { token })).body).toMatchObject([{ id: messageId }])
  expect(await list()).toMatchObject({ items: [], total: 0 })
})

test('an employee whose email is taken is not restored: 409, and nothing is changed [T208]', async () => {
  const id = await addEmployee({ email: 'taken@example.org' })
  await remove.employee(id)
  const other = await addEmployee({ email: 'Taken@example.org', firstName: 'Other' })
  const { status, body } = await restore(id)
  expect({ status, ...body }).toEqual({
    status: 409,
    code: 'email-taken',
    message:
      'Another employee has this email address now. Change that employee’s address or delete that employee, then restore this one.',
  })
  expect(itemIds(await list({ kind: 'employee' }))).toEqual([id])
  await remove.employee(other)
  expect((await restore(id)).status).toBe(204)
})

test('a note of a deleted client is not restored before the client', async () => {
  const clientId = await addClient()
  const noteId = await addNote(clientId)
  await remove.note(clientId, noteId)
  await remove.client(clientId)
  expect(await restore(noteId)).toMatchObject({ status: 409, body: { code: 'client-deleted' } })
  await restore(clientId)
  expect((await restore(noteId)).status).toBe(204)
})

test('reading the list leaves an audit row with the ids shown, restoring one with the record [T201]', async () => {
  const id = await addClient()
  await remove.client(id)
  await list({ kind: 'client' })
  await restore(id.toUpperCase())
  const rows = await app.audited({ record_kind: 'deleted record', action: 'listed' }, 'actor_id', 'details')
  const details = { count: 1, records: [id], filter: ['kind client'] }
  expect(rows.at(-1)).toEqual({ actor_id: chief.id, details })
  expect(await app.audited({ record_id: id, action: 'restored' }, 'actor_id', 'record_kind')).toEqual([
    { actor_id: chief.id, record_kind: 'client' },
  ])
})
