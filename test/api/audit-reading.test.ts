import { expect, test } from 'vitest'
import { auditEndpoints, type TrailRow } from '#contract/audit/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { amina, hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const at = (time: string) => {
  app.context.now = new Date(`2026-06-15T${time}Z`)
}

const app = await createTestApp()
const chief = await app.tokenOf('super-admin')
const manager = await app.tokenOf('manager')
await app.db
  .updateTable('employees')
  .set({ first_name: 'José', last_name: 'García' })
  .where('email', '=', 'manager@example.org')
  .execute()
at('15:01:00')
const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token: manager })
const clientId = client.id
at('15:02:00')
const params = { id: clientId }
const note = await app.send(noteEndpoints.add, { params, body: { text: 'Moved in.' }, token: manager })
const noteId = note.body.id
at('15:03:00')
const body = { ...hodan, phone: '6125550199', dateOfBirth: '1988-02-28' }
await app.send(clientEndpoints.edit, { params, body, token: chief })
at('15:04:00')

async function read(query: object = {}): Promise<{ items: TrailRow[]; nextCursor: string | null }> {
  const { status, body } = await app.send(auditEndpoints.list, { query, token: chief })
  expect(status).toBe(200)
  return body
}

async function search(query: object): Promise<{ items: TrailRow[]; nextCursor: string | null }> {
  const { status, body } = await app.send(auditEndpoints.search, { body: query, token: chief })
  expect(status).toBe(200)
  return body
}

const deeds = (items: readonly TrailRow[]) => items.map(({ action, kind }) => `${action} ${kind}`)

test('lists the newest row first, with actor, action, record, names and changed fields, but no other values', async () => {
  const [edited, written, added] = (await read({ record: clientId })).items
  expect(edited).toMatchObject({
    at: '2026-06-15T15:03:00.000Z',
    actor: { name: 'Super Admin', email: 'super-admin@example.org', role: 'super-admin' },
    action: 'edited',
    kind: 'client',
    recordId: clientId,
    names: { [clientId]: 'Hodan Warsame' },
    fields: ['dateOfBirth', 'phone'],
  })
  expect(written).toMatchObject({
    actor: { name: 'José García', role: 'manager' },
    action: 'added',
    kind: 'note',
    recordId: noteId,
    clientId,
    names: { [clientId]: 'Hodan Warsame' },
  })
  expect(added).toMatchObject({ action: 'added', kind: 'client', recordId: clientId, clientId: null })
  const trail = JSON.stringify(await read())
  expect(trail).not.toMatch(/6125550|Moved in/)
  expect(trail).not.toContain(hodan.email)
})

test('a row says in which session, from which network and by which call it was made, and what a page showed [T459]', async () => {
  const body = { search: 'hodan', limit: 5 }
  const { headers } = await app.send(clientEndpoints.search, { body, token: manager })
  const listed = async () =>
    (await search({ search: 'manager@' })).items.find(({ action }) => action === 'listed')
  const row = { kind: 'client list', records: [clientId], count: 1, requestId: headers['x-request-id'] }
  await expect.poll(listed).toMatchObject(row)
  const [edited, written, added] = (await read({ record: clientId })).items
  expect(edited?.network).toBe(added?.network)
  expect(written?.sessionId).toBe(added?.sessionId)
  expect(edited?.sessionId).not.toBe(added?.sessionId)
})

test('filters by part of the actor’s name or email, by record and by time', async () => {
  expect(deeds((await search({ search: 'jose gar', record: clientId })).items)).toEqual([
    'added note',
    'added client',
  ])
  expect(deeds((await search({ search: 'MANAGER@', record: noteId.toUpperCase() })).items)).toEqual([
    'added note',
  ])
  expect(deeds((await search({ search: 'garcia manager@example jos', record: noteId })).items)).toEqual([
    'added note',
  ])
  expect((await search({ search: 'jose super-admin@' })).items).toEqual([])
  expect((await search({ search: '%' })).items).toEqual([])
  expect((await read({ record: 'nothing' })).items).toEqual([])
  const minute = { from: '2026-06-15T15:02:00.000Z', before: '2026-06-15T15:03:00.000Z' }
  expect(deeds((await read({ record: clientId, ...minute })).items)).toEqual(['added note'])
})

test('still names a deleted employee, as actor and as record', async () => {
  const { body: employee } = await app.send(employeeEndpoints.add, { body: amina, token: chief })
  const params = { id: employee.id }
  const role = { body: { role: 'admin' as const }, params, token: chief }
  await app.send(employeeEndpoints.changeRole, role)
  await app.send(employeeEndpoints.remove, { params, token: chief })
  const { items } = await read({ record: employee.id })
  expect(deeds(items)).toEqual(['deleted employee', 'changed role employee', 'added employee'])
  for (const { names } of items) expect(names).toEqual({ [employee.id]: 'Amina Yusuf' })
  expect(items[1]?.role).toEqual({ from: 'manager', to: 'admin' })

  const id = await app.employ('manager', 'leaver@example.org')
  await app.signIn('leaver@example.org')
  await app.send(employeeEndpoints.remove, { params: { id }, token: chief })
  expect(deeds((await search({ search: 'leaver@' })).items)).toContain('signed in employee')
})

test('names a client until an operator purges the record, and those whom a filter was about [T1146]', async () => {
  const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token: chief })
  const params = { id: client.id }
  await app.send(clientEndpoints.remove, { params, token: chief })
  await search({ record: client.id })
  const filtered = async () =>
    (await search({})).items.find(({ filter }) => filter.includes(`record ${client.id}`))
  await expect.poll(filtered).toMatchObject({ names: { [client.id]: 'Hodan Warsame' } })
  const namesOf = async () => (await read({ record: client.id })).items.map(({ names }) => names)
  expect(await namesOf()).toEqual([{ [client.id]: 'Hodan Warsame' }, { [client.id]: 'Hodan Warsame' }])

  await app.ownerDb.deleteFrom('clients').where('id', '=', client.id).execute()
  expect(await namesOf()).toEqual([{}, {}])
})

test('a refused call names the client or employee it was about', async () => {
  const id = await app.employ('employee', 'coveted@example.org')
  const role = { body: { role: 'super-admin' as const }, params: { id }, token: manager }
  await app.send(employeeEndpoints.changeRole, role)
  await app.send(clientEndpoints.remove, { params: { id: clientId }, token: manager })
  const refusedOf = async (record: string) =>
    (await read({ record })).items.filter(({ action }) => action === 'refused')
  await expect.poll(() => refusedOf(clientId)).toMatchObject([{ names: { [clientId]: 'Hodan Warsame' } }])
  expect(await refusedOf(id)).toMatchObject([
    { names: { [id]: 'Super Admin' }, fields: ['employees:change-role'] },
  ])
})

test('pages continue where the last one ended, even among rows of the same instant', async () => {
  const moment = new Date('2026-06-01T12:00:00Z')
  const row = (id: number, seconds: number) => ({
    at: new Date(moment.getTime() + seconds * 1000),
    action: 'viewed',
    record_kind: 'client',
    record_id: 'many',
    digest: Buffer.alloc(0),
    details: JSON.stringify({ count: id }),
  })
  // A view is written later than it happened.
  const rows = [row(1, 5), row(2, 5), row(3, 1), row(4, 5), row(5, 9)]
  await app.db.insertInto('audit_events').values(rows).execute()
  const found: (number | null)[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await read({ record: 'many', limit: '2', ...(cursor && { cursor }) })
    expect(page.items.length).toBeLessThanOrEqual(2)
    found.push(...page.items.map(({ count }) => count))
    cursor = page.nextCursor
  }
  expect(found).toEqual([5, 4, 2, 1, 3])
  const filters = { search: 'jose', record: clientId, before: '2026-06-15T15:04:00.000Z', limit: 1 }
  const first = await search(filters)
  const second = await search({ ...filters, cursor: first.nextCursor })
  expect([deeds(first.items), deeds(second.items)]).toEqual([['added note'], ['added client']])
  expect(second.nextCursor).toBeNull()
})

test('returns 50 rows by default and rejects a wrong limit, time, cursor or filter', async () => {
  const rows = Array.from({ length: 60 }, () => ({
    at: app.context.now,
    action: 'viewed',
    record_kind: 'client',
    record_id: 'sixty',
    digest: Buffer.alloc(0),
  }))
  await app.db.insertInto('audit_events').values(rows).execute()
  expect((await read({ record: 'sixty' })).items).toHaveLength(50)
  // With an unknown cursor, an empty page would look like the end of the trail.
  for (const query of [{ limit: '201' }, { from: 'today' }, { cursor: 'x' }, { cursor: '999999999999999' }]) {
    const { status, body } = await app.send(auditEndpoints.list, { query, token: chief })
    expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(query)])
  }
  for (const [field, body] of [
    ['limit', { limit: 201 }],
    ['cursor', { cursor: '999999999999999' }],
    ['body', { who: 'jose' }],
  ] as const) {
    const refused = await app.send(auditEndpoints.search, { body: body as never, token: chief })
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
  }
})

test('reading the trail leaves an audit row with its filters, but not the text that was searched for [T309]', async () => {
  const { items } = await search({ search: 'jose', record: clientId, from: '2026-06-15T00:00:00Z' })
  const records = items.map(({ id }) => id)
  const details = {
    count: items.length,
    records,
    filter: ['search', `record ${clientId}`, 'from 2026-06-15T00:00:00.000Z'],
  }
  const rows = await app.audited({ record_kind: 'audit trail' }, 'action', 'actor_role', 'details')
  expect(rows.at(-1)).toEqual({ action: 'listed', actor_role: 'super-admin', details })
})
