import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { importEndpoints } from '#contract/clients/import-endpoints.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { tryLock } from '#server/database/locks.ts'
import { ana, bao, header, rest } from '#test/support/client-import.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* What the file itself can be is shown beside src/server/clients/import. */

const app = await createTestApp()
const chief = await app.member('super-admin', 'chief@example.org')
const amina = await app.employ('manager', 'amina@example.org')
await app.db
  .updateTable('employees')
  .set({ first_name: 'Amina', last_name: 'Yusuf' })
  .where('id', '=', amina)
  .execute()

beforeEach(async () => {
  app.context.now = new Date('2026-06-15T15:00:00Z')
  await sql`TRUNCATE clients, client_imports CASCADE`.execute(app.ownerDb)
})

type Choices = Omit<Partial<BodyOf<typeof importEndpoints.run>>, 'file'>

const send = (content: string | Buffer, choices: Choices = {}, token = chief.token) =>
  app.send(importEndpoints.run, {
    body: { file: Buffer.from(content).toString('base64'), dryRun: true, ...choices },
    token,
  })
const table = (...rows: string[]) => [header, ...rows].join('\n')
const importAll = async (...rows: string[]): Promise<string> =>
  (await send(table(...rows), { dryRun: false })).body.import.id
const undo = (id: string) => app.send(importEndpoints.undo, { params: { id }, token: chief.token })
const count = async () =>
  (await app.db.selectFrom('clients').select('id').where('deleted_at', 'is', null).execute()).length

test('a dry run returns columns, wrong rows and unknown values, and keeps nothing [T1421]', async () => {
  const rows = [
    `${header},Case worker,Shoe size`,
    `${ana},amina@example.org,38`,
    'Bao,Yang,4/12/84,,bao@example.org,1 Elm St,Closed,Moving,"Yusuf, Amina",40',
    `,Vue,13/13/1990,${rest},Nobody,38`,
  ]
  const { status, body } = await send(rows.join('\r\n'))
  expect(status).toBe(200)
  expect(body.columns.map(({ field }: { field: string }) => field)).toEqual([
    ...['firstName', 'lastName', 'dateOfBirth', 'phone', 'email', 'address', 'status', 'service'],
    ...['assignedTo', null],
  ])
  expect(body.columns[9]).toEqual({ heading: 'Shoe size', field: null, likely: null, examples: ['38', '40'] })
  expect(body).toMatchObject({
    ...{ missing: [], headingsRow: 1, rows: 3, toImport: 1, skipped: 0, duplicates: 0, wrongRows: 2 },
    office: { phone: 1, email: 0 },
    wrong: [
      { row: 3, field: 'phone', value: '', reason: 'Enter a valid phone number' },
      { row: 4, field: 'firstName', value: '', reason: 'First name is required' },
      { row: 4, field: 'dateOfBirth', value: '13/13/1990', reason: 'Enter a valid date, 1900 or later' },
    ],
    unknownValues: [
      { field: 'dateOfBirth', text: '84', rows: 1 },
      { field: 'status', text: 'Closed', rows: 1 },
      { field: 'service', text: 'Moving', rows: 1 },
      { field: 'assignedTo', text: 'Nobody', rows: 1 },
    ],
  })
  expect(await count()).toBe(0)
  expect((await app.audited({ record_kind: 'client import' }, 'action')).length).toBe(0)
})

test('answers, the organization’s own phone and other columns make the rows right, and they are imported [T1422]', async () => {
  const rows = [
    'Client,Born,Mail,Status,Worker,Street,Zip',
    '"Yang, Bao",4/12/84,b@example.org,Closed,Nobody,1 Elm,55404',
  ]
  const choices: Choices = {
    columns: { Born: 'dateOfBirth', Worker: null, 'No such heading': 'alert' },
    values: {
      dateOfBirth: { '84': '1984' },
      status: { Closed: 'discharged' },
      service: { '': 'Consultant' },
    },
    office: ['phone'],
  }
  expect((await send(rows.join('\n'), choices)).body).toMatchObject({
    ...{
      missing: [],
      toImport: 1,
      wrongRows: 0,
      wrong: [],
      unknownValues: [],
      office: { phone: 1, email: 0 },
    },
  })
  const { status, body } = await send(rows.join('\n'), { ...choices, dryRun: false })
  expect([status, body]).toEqual([
    201,
    {
      import: {
        ...{
          id: expect.any(String),
          at: '2026-06-15T15:00:00.000Z',
          by: chief.email,
          byName: expect.any(String),
        },
        ...{ clients: 1, untouched: 1, undoneAt: null },
      },
    },
  ])
  const stored = await app.db.selectFrom('clients').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    ...{ first_name: 'Bao', date_of_birth: '1984-04-12', status: 'discharged', service: 'Consultant' },
    ...{ phone: '6125550142', address: '1 Elm, 55404', assigned_to: null, import_id: body.import.id },
  })
  expect(await app.audited({ record_id: stored.id }, 'action', 'actor_id', 'details')).toMatchObject([
    { action: 'added', actor_id: chief.id, details: { source: 'import' } },
  ])
  expect(await app.audited({ record_id: body.import.id }, 'action', 'actor_id', 'details')).toEqual([
    { action: 'imported', actor_id: chief.id, details: { count: 1 } },
  ])
})

test('columns that look alike or are missing are named, and no row is read before they are chosen', async () => {
  const rows = ['Name,Phone,Mobile,Mail', 'Bao Yang,6125550142,,b@example.org']
  const { status, body } = await send(rows.join('\n'))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    missing: ['dateOfBirth', 'address'],
    rows: 1,
    toImport: 0,
    wrong: [],
    unknownValues: [],
  })
  expect(body.columns.map(({ field, likely }: { field: string; likely: string }) => [field, likely])).toEqual(
    [
      ['name', null],
      [null, 'phone'],
      [null, 'phone'],
      ['email', null],
    ],
  )
  const refused = await send(rows.join('\n'), { dryRun: false })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { columns: 'Two columns look like "phone": "Phone" and "Mobile". Say which one it is.' },
  ])
})

describe('a sentence, and nothing stored, for [T1423]', () => {
  const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
  const rowsOf = (number: number) => `${header}\n${`${ana}\n`.repeat(number)}`
  test.each<[string, object, Record<string, string>]>([
    [
      '10,001 rows',
      { file: base64(rowsOf(10_001)) },
      { file: 'The file has 10,001 rows, and can have 10,000.' },
    ],
    ['6 MiB', { file: 'a'.repeat(7_000_000) }, { file: 'The file is larger than 5 MB.' }],
    ['a workbook', { file: base64('PK\u0003\u0004more') }, { file: 'This is a workbook, not a CSV file.' }],
    [
      'a picture',
      { file: base64(Buffer.from('89504e470d0a1a0a0000000d', 'hex')) },
      { file: 'This is not a text file.' },
    ],
    ['a PDF', { file: base64('%PDF-1.7\n') }, { file: 'This is not a text file.' }],
    ['no base64', { file: '<xml>' }, { file: 'The file must be in base64' }],
    ['an empty file', { file: '' }, { file: 'The file is empty.' }],
    ['headings alone', { file: base64(header) }, { file: 'The file has a header, but no row below it.' }],
    [
      'unclosed quotes',
      { file: base64(`${header}\n"Ana,${ana}`) },
      { file: "The quotation marks in row 2 don't match" },
    ],
    [
      '200,000 columns',
      { file: base64(`${'x,'.repeat(200_000)}x\n1`) },
      { file: 'The file has 200,001 columns, and can have 500.' },
    ],
    [
      'another encoding',
      { file: base64(Buffer.from('Jos\xe9,b\n1,2', 'latin1')) },
      { encoding: 'The file is not written in UTF-8.' },
    ],
    [
      'UTF-8 as another encoding',
      { file: base64('José\n1'), encoding: 'macintosh' },
      { encoding: 'The file is written in UTF-8.' },
    ],
    [
      'two columns for one field',
      { file: base64(table(ana)), columns: { Phone: 'phone', Status: 'phone' } },
      { columns: 'Two columns are chosen for "phone": "Phone" and "Status". Keep one of them.' },
    ],
    [
      'an unknown field',
      { file: base64(table(ana)), columns: { Phone: 'telegram' } },
      { 'columns.Phone': 'There is no such field' },
    ],
    [
      'an answer to an unknown field',
      { file: base64(table(ana)), values: { nickname: { Ana: 'Bob' } } },
      { values: 'There is no such field' },
    ],
  ])('%s', async (_, body, fields) => {
    const answer = await app.send(importEndpoints.run, {
      body: { ...body, dryRun: false } as never,
      token: chief.token,
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input'])
    for (const [field, sentence] of Object.entries(fields))
      expect(answer.body.fields[field]).toContain(sentence)
    expect(await count()).toBe(0)
  })
})

test('a body of many small values is refused before they are read', async () => {
  const columns = Array.from({ length: 400_000 }, (_, number) => `"${number}":null`).join()
  const { status, body } = await app.sendRaw({
    method: 'POST',
    url: '/api/clients/import',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${chief.token}` },
    payload: `{"file":"YQ==","dryRun":true,"columns":{${columns}}}`,
  })
  expect([status, body.message]).toEqual([400, 'The request has too many values.'])
})

test('a body above 7 MiB is refused', async () => {
  const { status } = await app.send(importEndpoints.run, {
    body: { file: 'a'.repeat(7 * 2 ** 20), dryRun: true },
    token: chief.token,
  })
  expect(status).toBe(413)
})

test('wrong rows, unanswered values and duplicates keep all rows from being imported [T1424]', async () => {
  await importAll(ana)
  const wrong = async (...rows: string[]) => {
    const { status, body } = await send(table(...rows), { dryRun: false })
    return { status, code: body.code, rows: body.wrong.map(({ row }: { row: number }) => row) }
  }
  expect(await wrong(bao, `,Vue,1990-01-01,${rest}`)).toEqual({
    status: 422,
    code: 'rows-refused',
    rows: [3],
  })
  expect(await wrong(bao, `Cy,Vue,1/1/90,${rest}`)).toEqual({ status: 422, code: 'rows-refused', rows: [3] })
  expect(await wrong(bao, ana, bao)).toEqual({ status: 422, code: 'rows-refused', rows: [3, 4] })
  expect(await count()).toBe(1)
  const skipped = await send(table(bao, ana), { duplicates: 'skip' })
  expect(skipped.body).toMatchObject({ toImport: 1, skipped: 1, duplicates: 1, wrongRows: 0 })
  const [existing] = await app.db.selectFrom('clients').select('id').execute()
  expect(skipped.body.warnings).toEqual([
    { row: 3, reason: 'Same name and date of birth as client', client: existing?.id },
  ])
  expect((await send(table(bao, ana), { duplicates: 'add', dryRun: false })).body.import.clients).toBe(2)
})

test('an answer that does not fit is reported at the rows that it is about [T1672]', async () => {
  const rows = [
    `${header},Worker`,
    `Ana,Cruz,3/5/84,${rest},`,
    `Bao,Yang,1990-04-12,${rest.replace('Active', 'Closed')},`,
    `Cy,Vue,1990-04-12,${rest},Ada`,
    `Di,Vue,1991-04-12,${rest},Omar`,
  ]
  const { status, body } = await send(rows.join('\n'), {
    values: {
      dateOfBirth: { '84': '84' },
      status: { Closed: 'gone' },
      assignedTo: { Ada: 'nobody', Omar: chief.id.replace(/./g, '0') },
    },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ toImport: 0, wrongRows: 4, unknownValues: [] })
  expect(body.wrong.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual([
    [2, 'dateOfBirth'],
    [3, 'status'],
    [4, 'assignedTo'],
    [5, 'assignedTo'],
  ])
})

test('a large file is read in a thread, with the same result', async () => {
  const rows = Array.from({ length: 600 }, (_, number) => `Ana${number},Cruz,1984-03-05,${rest}`)
  const { body } = await send(table(...rows, `,Cruz,1984-03-05,${rest}`))
  expect(body).toMatchObject({ rows: 601, toImport: 600, wrongRows: 1, wrong: [{ row: 602 }] })
})

test('shows who the existing clients were in a row of the audit trail', async () => {
  await importAll(ana)
  const [existing] = await app.db.selectFrom('clients').select('id').execute()
  await send(table(ana))
  expect((await app.audited({ record_kind: 'client list' }, 'action', 'details')).at(-1)).toEqual({
    action: 'listed',
    details: { count: 1, filter: ['import'], records: [existing?.id] },
  })
})

test('one import runs at a time, here and on other instances [T1425]', async () => {
  const answers = await Promise.all([send(table(ana)), send(table(ana)), send(table(bao), { dryRun: false })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await app.db.transaction().execute(async (trx) => {
    expect(await tryLock(trx, 'imports')).toBe(true)
    const { status, body } = await send(table(ana), { dryRun: false })
    expect([status, body.code]).toEqual([409, 'import-running'])
  })
  expect((await send(table(ana), { dryRun: false })).status).toBe(201)
})

test('a worker signs in while clients are imported for them [T1644]', async () => {
  const signedIn = await app.ownerDb.transaction().execute(async (trx) => {
    await sql`LOCK TABLE client_imports IN SHARE MODE`.execute(trx)
    const importing = send(`${header},Worker\n${ana},amina@example.org`, { dryRun: false })
    await untilWaiting(app.db)
    return { importing, token: await app.signIn('amina@example.org') }
  })
  expect(signedIn.token).toBeTypeOf('string')
  expect((await signedIn.importing).status).toBe(201)
})

test('an import is undone: its clients are deleted and can be restored [T1426]', async () => {
  const id = await importAll(ana, bao)
  const [first] = await app.db.selectFrom('clients').select('id').execute()
  await app.send(clientEndpoints.remove, { params: { id: first?.id ?? '' }, token: chief.token })
  expect((await undo(id)).status).toBe(204)
  expect(await count()).toBe(0)
  const { body } = await app.send(importEndpoints.imports, { token: chief.token })
  expect(body).toMatchObject([{ id, clients: 2, untouched: 0, undoneAt: '2026-06-15T15:00:00.000Z' }])
  expect(await app.audited({ record_id: id }, 'action', 'details')).toEqual([
    { action: 'imported', details: { count: 2 } },
    { action: 'undone', details: { count: 1 } },
  ])
  const deleted = await app.audited({ action: 'deleted', record_kind: 'client' }, 'details')
  expect(deleted.slice(-2)).toEqual(Array(2).fill({ details: { version: 2, stored: expect.any(String) } }))
  expect((await undo(id)).status).toBe(404)
  expect((await undo('unknown')).status).toBe(404)
})

test('an import with a client who was edited or got a record since is not undone [T1427]', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `A${String(index).padStart(2, '0')}`)
  const id = await importAll(...names.map((name) => `${name},Cruz,1984-03-05,${rest}`))
  const clients = await app.db
    .selectFrom('clients')
    .select(['id', 'first_name'])
    .orderBy('first_name')
    .execute()
  const [edited, noted] = clients.map((client) => client.id)
  const inUse = async () => {
    const { status, body } = await undo(id)
    expect([status, body.code]).toEqual([409, 'import-in-use'])
    expect(await count()).toBe(25)
    return body.inUse
  }
  const { body: client } = await app.send(clientEndpoints.get, {
    params: { id: edited ?? '' },
    token: chief.token,
  })
  await app.send(clientEndpoints.edit, {
    params: { id: edited ?? '' },
    body: { ...client, county: 'hennepin' },
    token: chief.token,
  })
  expect(await inUse()).toEqual({ count: 1, clients: [{ id: edited, firstName: 'A00', lastName: 'Cruz' }] })
  const { body: note } = await app.send(noteEndpoints.add, {
    params: { id: noted ?? '' },
    body: { text: 'Called.' },
    token: chief.token,
  })
  await app.send(noteEndpoints.remove, { params: { id: noted ?? '', noteId: note.id }, token: chief.token })
  expect((await inUse()).count).toBe(2)
  await app.db.updateTable('clients').set({ version: 2 }).execute()
  const all = await inUse()
  expect([all.count, all.clients.length, all.clients[19].firstName]).toEqual([25, 20, 'A19'])
  const { body } = await app.send(importEndpoints.imports, { token: chief.token })
  expect(body).toMatchObject([{ untouched: 0, undoneAt: null }])
})

test('undoing waits for a note that is being written, and then refuses', async () => {
  const id = await importAll(ana)
  const client = await app.db.selectFrom('clients').select('id').executeTakeFirstOrThrow()
  const undone = await app.db.transaction().execute(async (trx) => {
    const note = { text: 'Called.', author_email: chief.email, created_at: app.context.now }
    await trx
      .insertInto('notes')
      .values({ client_id: client.id, ...note })
      .execute()
    const waiting = undo(id)
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { waiting }
  })
  expect((await undone.waiting).body.code).toBe('import-in-use')
})

test('undoing asks for a fresh confirmation', async () => {
  const id = await importAll(ana)
  app.context.now = new Date('2026-06-15T15:16:00Z')
  expect((await undo(id)).body.code).toBe('confirm-password')
})

test('headings and cells that are names of an object’s own parts are texts like others [T1428]', async () => {
  const rows = [
    `${header},__proto__,constructor`,
    `${ana},toString,hasOwnProperty`,
    `__proto__,constructor,3/5/1984,${rest.replace('Active', '__proto__')},x,y`,
  ]
  const raw = JSON.stringify({ file: Buffer.from(rows.join('\n')).toString('base64'), dryRun: true })
  const { status, body } = await app.sendRaw({
    method: 'POST',
    url: '/api/clients/import',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${chief.token}` },
    payload: raw.replace(
      '{',
      '{"columns":{"__proto__":"alert"},"values":{"__proto__":{"a":"b"},"status":{"__proto__":"active"}},',
    ),
  })
  expect(status).toBe(200)
  expect(body.columns.slice(8).map(({ heading }: { heading: string }) => heading)).toEqual([
    '__proto__ (column I)',
    'constructor',
  ])
  expect(body.unknownValues).toEqual([{ field: 'status', text: '__proto__', rows: 1 }])
  expect(Object.prototype).not.toHaveProperty('alert')
})

test('no cell, heading or answer gets into the log or the audit trail [T1429]', async () => {
  const secret = 'Xyzzywarsame'
  await send(table(`${secret},Cruz,1984-03-05,${rest}`, `${secret},,x,${rest}`), { dryRun: false })
  await send(`${secret},b\n1,2`, { columns: { [secret]: 'phone', b: 'phone' } })
  await send(table(ana), { values: { status: { [secret]: secret } } })
  await send(table(`${secret},Cruz,1984-03-05,${rest}`), { dryRun: false })
  await sql`ALTER TABLE clients ADD CONSTRAINT refused CHECK (first_name <> ${sql.lit(`${secret}2`)})`.execute(
    app.ownerDb,
  )
  expect((await send(table(`${secret}2,Cruz,1984-03-05,${rest}`), { dryRun: false })).status).toBe(500)
  await sql`ALTER TABLE clients DROP CONSTRAINT refused`.execute(app.ownerDb)
  expect(app.logged.join('').toLowerCase()).not.toContain(secret.toLowerCase())
  const trail = await app.audited({}, 'details', 'record_id')
  expect(JSON.stringify(trail).toLowerCase()).not.toContain(secret.toLowerCase())
})
