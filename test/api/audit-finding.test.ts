import { expect, test } from 'vitest'
import { auditEndpoints, type TrailPerson, type TrailRow } from '#contract/audit/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { countAttempt, forgetAttempts, limitPerCaller } from '#server/throttling/store.ts'
import { readCsv } from '#test/support/csv-reader.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

/* The trail of a person who is known by name, changes only, and as a file (docs/product.md 99). */

const app = await createTestApp()
const chief = await app.member('super-admin')
const omar = await app.member('manager', 'omar@example.org')
const { token } = chief

const addClient = async (firstName: string) =>
  (await app.send(clientEndpoints.add, { body: { ...hodan, firstName }, token })).body.id as string

const find = (body: object, { token } = chief) =>
  app.send(auditEndpoints.people, { body: body as never, token })
const found = async (body: object): Promise<TrailPerson[]> => (await find(body)).body.items
const search = async (body: object): Promise<TrailRow[]> =>
  (await app.send(auditEndpoints.search, { body, token })).body.items
const download = (body: object = {}, { token } = chief) =>
  app.send(auditEndpoints.exportCsv, { body: body as never, token })
const deeds = (items: readonly TrailRow[]) => items.map(({ action, kind }) => `${action} ${kind}`)

test('a name finds clients and employees, former ones last; a full id finds its owner [T725]', async () => {
  const deqa = await addClient('Deqa')
  const former = await addClient('Déqa')
  await app.send(clientEndpoints.remove, { params: { id: former }, token })
  const leaver = await app.employ('employee', 'deqa@example.org')
  await app.send(employeeEndpoints.remove, { params: { id: leaver }, token })
  const client = { kind: 'client', dateOfBirth: hodan.dateOfBirth, email: null }
  const employee = { kind: 'employee', dateOfBirth: null, email: 'deqa@example.org' }
  const deleted = [
    { ...client, id: former, name: 'Déqa Warsame', isDeleted: true },
    { ...employee, id: leaver, name: 'Super Admin', isDeleted: true },
  ]
  expect(await found({ search: 'DEQA' })).toEqual([
    { ...client, id: deqa, name: 'Deqa Warsame', isDeleted: false },
    ...deleted,
  ])
  expect((await found({ search: 'warsame deq', kind: 'client' })).map(({ id }) => id)).toEqual([deqa, former])
  expect(await found({ search: 'deqa', kind: 'employee' })).toEqual([deleted[1]])
  expect(await found({ search: former })).toEqual([deleted[0]])
  expect(await found({ search: 'nobody of that name' })).toEqual([])
  for (const body of [{}, { search: ' ' }, { search: 'x', kind: 'note' }, { search: 'x'.repeat(201) }])
    expect(await find(body)).toMatchObject({ status: 400 })
  expect(await find({ search: 'deqa' }, omar)).toMatchObject({ status: 403 })
})

test('of more than twenty, the first are shown', async () => {
  for (let count = 0; count < 21; count += 1) await addClient('Twin')
  const { body } = await find({ search: 'twin' })
  expect([body.items.length, body.hasMore]).toEqual([20, true])
  expect((await find({ search: 'deqa' })).body.hasMore).toBe(false)
})

test('looking somebody up leaves one row, which names all who were shown meanwhile [T726]', async () => {
  const rows = () => app.audited({ action: 'searched' }, 'record_kind', 'details')
  await search({})
  const before = (await rows()).length
  const id = await addClient('Hodo')
  const shown = new Set<string>()
  for (const typed of ['h', 'ho', 'hodo', 'hodo-nobody'])
    for (const { id } of await found({ search: typed })) shown.add(id)
  expect(shown).toContain(id)
  await search({ record: id })
  await expect.poll(async () => (await rows()).length).toBe(before + 1)
  expect((await rows()).at(-1)).toEqual({
    record_kind: 'audit trail',
    details: { count: shown.size, records: [...shown], filter: ['search'] },
  })
})

test('filters by the employee who did it, and by changes only, together with the record [T727]', async () => {
  const id = await addClient('Filtered')
  const params = { id }
  await app.send(noteEndpoints.add, { params, body: { text: 'Called.' }, token: omar.token })
  await app.send(clientEndpoints.get, { params, token: omar.token })
  await app.send(noteEndpoints.list, { params, token })
  await app.send(clientEndpoints.remove, { params, token: omar.token })
  const all = async () => deeds(await search({ record: id }))
  await expect.poll(all).toHaveLength(5)
  expect(deeds(await search({ record: id, changesOnly: true }))).toEqual(['added note', 'added client'])
  expect(deeds(await search({ record: id, changesOnly: true, actor: omar.id }))).toEqual(['added note'])
  expect(deeds(await search({ record: id, actor: omar.id.toUpperCase() })).toSorted()).toEqual([
    'added note',
    'refused client',
    'viewed client',
  ])
  expect(await search({ record: id, actor: omar.id, search: 'omar@' })).toHaveLength(3)
  expect(await search({ record: id, actor: omar.id, search: 'somebody' })).toEqual([])
  expect(await search({ actor: 'nobody' })).toEqual([])
  const signIns = await search({ actor: omar.id, changesOnly: true })
  expect(deeds(signIns)).not.toContain('signed in employee')
})

test('is downloaded as CSV by a super-admin, as a search finds it, recorded first [T728]', async () => {
  const id = await addClient('Downloaded')
  await app.db.updateTable('employees').set({ first_name: '=1+1' }).where('id', '=', chief.id).execute()
  await app.send(clientEndpoints.edit, { params: { id }, body: { ...hodan, phone: '6125550199' }, token })
  const { status, body, headers } = await download({ record: id, changesOnly: true })
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' })
  expect(body.startsWith('\uFEFF"Row","When (UTC)","Who",')).toBe(true)
  const [head = [], ...rows] = readCsv(body)
  const cell = (row: string[], heading: string) => row[head.indexOf(heading)]
  expect(rows.map((row) => [cell(row, 'What happened'), cell(row, 'Fields')])).toEqual([
    ['Edited a client', 'firstName, phone'],
    ['Added a client', expect.any(String)],
  ])
  const [edited = []] = rows
  expect(cell(edited, 'Who')).toBe("'=1+1 Admin")
  expect(cell(edited, 'Who: email')).toBe(chief.email)
  expect(cell(edited, 'Client ID')).toBe(id)
  expect(cell(edited, 'When (UTC)')).toBe(app.context.now.toISOString())
  // Unlike the list, the file holds no client's name, and like it no value.
  expect(body).not.toMatch(/Downloaded|Warsame|6125550199/)
  const exported = { action: 'exported', record_kind: 'audit trail' }
  expect((await app.audited(exported, 'actor_id', 'details')).at(-1)).toEqual({
    actor_id: chief.id,
    details: { count: 2, filter: [`record ${id}`, 'changesOnly'] },
  })
  expect(await download({}, omar)).toMatchObject({ status: 403 })
  expect(await app.withoutAudit(() => download())).toMatchObject({ status: 500 })
})

test('above 2,000 rows the file is sent in pages, once at a time, with the row before the first byte [T729]', async () => {
  const rows = Array.from({ length: 2300 }, (_, number) => ({
    at: new Date(Date.parse('2026-01-01') + number * 1000),
    action: 'viewed',
    record_kind: 'client',
    record_id: 'downloaded',
    digest: Buffer.alloc(0),
  }))
  await app.db.insertInto('audit_events').values(rows).execute()
  const secret = 'only-for-tests-only-for-tests-only-for-tests'
  const running = limitPerCaller(secret, { name: 'client-list', attempts: 1, seconds: 600 })
  await countAttempt(app.db, app.context.now, running(chief.id))
  expect((await download({ record: 'downloaded' })).status).toBe(429)
  await forgetAttempts(app.db, running(chief.id))
  const [, ...lines] = readCsv((await download({ record: 'downloaded' })).body)
  const times = lines.map(([, at]) => at)
  expect(new Set(times).size).toBe(2300)
  expect(times).toEqual(times.toSorted().toReversed())
  const exported = { action: 'exported', record_kind: 'audit trail' }
  expect((await app.audited(exported, 'details')).at(-1)).toEqual({ details: { filter: ['record'] } })
  expect(await app.withoutAudit(() => download({ record: 'downloaded' }))).toMatchObject({ status: 500 })
})
