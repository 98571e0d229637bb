import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { clientSorts } from '#contract/clients/schema.ts'
import { addClient } from '#server/clients/store.ts'
import { readPages } from '#test/support/pages.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const employeeId = await app.employ('employee', 'employee@example.org')
const token = await app.signIn('employee@example.org')
beforeEach(async () => {
  await app.db.deleteFrom('last_notes').execute()
  await app.ownerDb.deleteFrom('client_status_changes').execute()
  await app.db.deleteFrom('clients').execute()
})

async function addNamed(...names: string[]) {
  for (const name of names) {
    const [firstName = '', lastName = ''] = name.split('|')
    await addClient(app.db, { ...hodan, firstName, lastName }, employeeId, app.context.now)
  }
}

const ask = (body: object) => app.send(clientEndpoints.search, { body: body as never, token })

async function found(search: string): Promise<string[]> {
  const { body } = await ask({ search, limit: 50 })
  expect(body.total).toBe(body.items.length)
  return body.items.map(
    ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName}|${lastName}`,
  )
}

test('finds names that contain every word, in any order [T113]', async () => {
  await addNamed('Jasmine|Bell', 'Jasmine|Campbell', 'Jason|Bellamy', 'Bella|Moss')
  expect(await found('bell jas')).toEqual(['Jasmine|Bell', 'Jason|Bellamy', 'Jasmine|Campbell'])
  expect(await found('jas bell')).toEqual(await found('bell jas'))
  expect(await found('bell  jasmine ')).toEqual(['Jasmine|Bell', 'Jasmine|Campbell'])
  expect(await found('bell zoe')).toEqual([])
  expect(await found('  ')).toHaveLength(4)
})

test('finds every part of a full name, of every length [T112]', async () => {
  const name = 'Ana María|de la Peña-O’Hara'
  await addNamed(name, 'Zoe|Kim')
  const whole = name.replace('|', ' ')
  for (let from = 0; from < whole.length; from += 1) {
    for (let to = from + 1; to <= whole.length; to += 4) {
      const part = whole.slice(from, to)
      if (part.trim()) expect(await found(part), part).toContain(name)
    }
  }
})

test.for([
  ['case', 'HODAN wARSAME', 'Hodan|Warsame'],
  ['accents that were typed', 'josé garcía', 'Jose|Garcia'],
  ['accents of the name', 'jose garcia', 'José|García'],
  ['an accent that is a character of its own', 'Zoe\u0308', 'Zoë|Moss'],
  ['letters with a stroke', 'lukasz sorensen', 'Łukasz|Sørensen'],
  ['an apostrophe of the name', 'oneill', 'Eve|O’Neill'],
  ['an apostrophe that was typed', "o'neill", 'Eve|ONeill'],
  ['a hyphen of the name', 'mary ann', 'Mary-Ann|Moss'],
  ['a hyphen that was typed', 'mary-ann', 'MaryAnn|Moss'],
  ['wide letters', 'Ｈodan', 'Hodan|Moss'],
  ['the kind of an apostrophe', 'o‘neill', 'Eve|OʼNeill'],
  ['the kind of a hyphen', 'mary–ann', 'Mary‑Ann|Moss'],
  ['a comma after the last name', 'Thao, Xee', 'Xee|Thao'],
  ['a hyphen for a space', 'Garcia-Lopez', 'Ana|García López'],
  ['a missing space', 'MaiYer', 'Mai Yer|Vang'],
  ['missing dots', 'DJ', 'D.J.|Moss'],
  ['quotes around a nickname', 'Jim', 'James “Jim”|Moss'],
])('ignores %s [T114]', async ([, search = '', name = '']) => {
  await addNamed(name, 'Someone|Else')
  expect(await found(search)).toEqual([name])
})

test('matches signs only if nothing else is searched for', async () => {
  await addNamed('100%|A_B\\C', '100|Axbyc', "D'Arcy|*Moss*", 'Hodan|Warsame', 'D’Arcy|Lee-Moss')
  for (const [search, names] of [
    ['%', ['100%|A_B\\C']],
    ['_', ['100%|A_B\\C']],
    ['\\', ['100%|A_B\\C']],
    ['100% a_b\\c', ['100%|A_B\\C', '100|Axbyc']],
    ['* moss', ["D'Arcy|*Moss*", 'D’Arcy|Lee-Moss']],
    ["'", ["D'Arcy|*Moss*"]],
    ['’', ['D’Arcy|Lee-Moss']],
    ['-', ['D’Arcy|Lee-Moss']],
    ["'; --", []],
    ['%%', []],
  ] as const)
    expect(await found(search), search).toEqual(names)
})

test('searches phone numbers as well as names for digits', async () => {
  await addNamed('Hodan|Warsame', '6125|Moss')
  await app.db.updateTable('clients').set({ phone: '6515550142' }).where('last_name', '=', 'Moss').execute()
  const expected = { phone: ['Hodan|Warsame'], both: ['6125|Moss', 'Hodan|Warsame'] }
  expect(hodan.phone).toBe('6125550142')
  for (const typed of ['(612) 555-0142', '+1 612.555–0142', '612 555'])
    expect(await found(typed), typed).toEqual(expected.phone)
  expect(await found('6125')).toEqual(expected.both)
  expect(await found('0142')).toEqual(expected.both)
  expect(await found('612')).toEqual(['6125|Moss'])
  expect(await found('612 555 x')).toEqual([])
})

test('finds the PMI for exactly 8 digits, and who has them in the phone number [T1203]', async () => {
  await add({ lastName: 'Number', phone: '6515550100', pmi: '25550142' })
  await add({ lastName: 'Phone', phone: '6125550142' })
  await add({ lastName: 'Neither', phone: '6515550100', pmi: '25550143' })
  for (const typed of ['25550142', ' 2555 0142 ', '2555-0142'])
    expect(await found(typed), typed).toEqual(['Hodan|Number', 'Hodan|Phone'])
  expect(await found('2555014')).toEqual(['Hodan|Phone'])
  expect(await found('125550142')).toEqual(['Hodan|Phone'])
})

test('searches birth dates for a date or a year, with or without a name [T1144]', async () => {
  await addNamed('Hodan|Warsame', 'Ann|Lee')
  await app.db
    .updateTable('clients')
    .set({ date_of_birth: '1990-02-09' })
    .where('last_name', '=', 'Lee')
    .execute()
  for (const typed of [
    '2/9/1990',
    '2-9-1990',
    '02/09/1990',
    ' 1990-02-09 ',
    'Feb 9, 1990',
    'february 9 1990',
    '2/9/90',
    'Feb 9, 90',
    '2/9/1990 ann',
    'Lee, February 9, 1990',
    '1990-02-09 lee',
    'Lee 1990',
    '1990, an',
  ])
    expect(await found(typed), typed).toEqual(['Ann|Lee'])
  for (const typed of [
    '9/2/1990',
    '2/30/1990',
    '1990-02-9',
    '2/9/1990 bob',
    'Fe 9, 1990',
    'Lee 1991',
    '1990',
  ])
    expect(await found(typed), typed).toEqual([])
})

test('a birth year of two digits finds both centuries [T1143]', async () => {
  await addNamed('Ada|Old', 'Bea|Young', 'Cy|Other')
  for (const [first_name, date_of_birth] of [
    ['Ada', '1915-09-13'],
    ['Bea', '2015-09-13'],
    ['Cy', '1989-09-13'],
  ] as const)
    await app.db.updateTable('clients').set({ date_of_birth }).where('first_name', '=', first_name).execute()
  expect(await found('9/13/15')).toEqual(['Ada|Old', 'Bea|Young'])
  expect(await found('young 9/13/15')).toEqual(['Bea|Young'])
  expect(await found('9/13/89')).toEqual(['Cy|Other'])
})

test('offers similar names only if nothing matches [T652]', async () => {
  await addNamed('Deqa|Abdi', 'Hodan|Abdi', 'Xee|Thao', 'Ana María|de la Peña', 'Jonathan|Williams')
  const similar = async (search: string, more: object = {}) => {
    const { body } = await ask({ search, limit: 50, ...more })
    expect(body).toMatchObject({ items: [], total: 0 })
    return body.similar.map(({ firstName }: { firstName: string }) => firstName)
  }
  expect(await similar('Deqa Abdy')).toEqual(['Deqa'])
  expect(await similar('Abdy')).toEqual(['Deqa', 'Hodan'])
  // The most similar first.
  expect(await similar('deka')).toEqual(['Deqa', 'Ana María'])
  expect(await similar('PENIA')).toEqual(['Ana María'])
  expect(await similar('Wiliams Jonatan')).toEqual(['Jonathan'])
  expect(await similar('Deqa Wiliams')).toEqual([])
  expect(await similar('Deqa Abdy 1988')).toEqual(['Deqa'])
  expect(await similar('Deqa Abdy 2/9/91')).toEqual([])
  expect(await similar('Abdy', { status: 'discharged' })).toEqual([])
  expect(await similar('99887766')).toEqual([])
  expect((await ask({ search: 'Abdi', limit: 50 })).body).not.toHaveProperty('similar')
})

test('items hold the fields that the list shows and nothing else', async () => {
  await addNamed('Hodan|Warsame')
  const { body: searched } = await ask({ limit: 5 })
  const { body: listed } = await app.send(clientEndpoints.list, { query: { limit: '5' }, token })
  expect(listed).toEqual(searched)
  const { id } = searched.items[0]
  const { firstName, lastName, dateOfBirth, phone, status } = hodan
  const person = { _id: id, id, firstName, lastName, dateOfBirth, status, phone }
  const caseload = { preferredName: null, assignedTo: null, assignedToName: null }
  const item = {
    ...person,
    ...caseload,
    lastNoteAt: null,
    lastNoteOn: null,
    lastNoteAttempted: false,
    createdAt: expect.stringMatching(/Z$/),
    version: 1,
  }
  expect(searched).toEqual({ items: [item], total: 1, totalIsMinimum: false, nextCursor: null })
})

test.for([
  [undefined, 'Able Baker Cole Dahl Eide'],
  ['name', 'Able Baker Cole Dahl Eide'],
  ['-name', 'Eide Dahl Cole Baker Able'],
  ['status', 'Able Dahl Cole Baker Eide'],
  ['-status', 'Cole Able Dahl Baker Eide'],
  ['lastNote', 'Cole Able Dahl Baker Eide'],
  ['-lastNote', 'Dahl Able Cole Baker Eide'],
  ['created', 'Baker Eide Cole Able Dahl'],
  ['-created', 'Dahl Able Cole Eide Baker'],
] as const)('sorted by %s, pages follow one another: %s [T116]', async ([sort, expected]) => {
  // Without a status come Baker and Eide, who have no note either.
  for (const [lastName, status, createdOn, noteOn] of [
    ['Dahl', 'active', '2026-06-04', '2026-06-12'],
    ['Able', 'active', '2026-06-03', '2026-06-11'],
    ['Cole', 'pending', '2026-06-02', '2026-06-10'],
    ['Eide', null, '2026-06-01', undefined],
    ['Baker', null, '2026-05-31', undefined],
  ] as const) {
    const at = new Date(`${createdOn}T12:00:00.123Z`)
    const { id } = await addClient(app.db, { ...hodan, lastName, status }, employeeId, at)
    if (noteOn)
      await app.db
        .insertInto('last_notes')
        .values({ client_id: id, last_note_at: at, last_note_on: noteOn, last_reached_on: noteOn })
        .execute()
  }
  for (const search of [undefined, 'hodan']) {
    const { items, totals } = await readPages<{ lastName: string }>(
      async (cursor) => (await ask({ sort, search, limit: 1, ...cursor })).body,
    )
    expect(items.map(({ lastName }) => lastName).join(' '), search).toBe(expected)
    expect(totals).toEqual([5])
  }
})

test('finds only clients added at or after an instant [T118]', async () => {
  for (const [lastName, at] of [
    ['Able', '2026-06-02T12:00:00.122Z'],
    ['Baker', '2026-06-02T12:00:00.123Z'],
    ['Cole', '2026-06-03T12:00:00.000Z'],
  ] as const)
    await addClient(app.db, { ...hodan, lastName }, employeeId, new Date(at))
  const { body } = await ask({ createdSince: '2026-06-02T12:00:00.123Z', limit: 5 })
  expect(body.items.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Baker', 'Cole'])
})

test('rejects the cursor of another sort order [T117]', async () => {
  await addNamed('Hodan|Warsame', 'Ann|Lee')
  const orders = [{ withoutNoteThisWeek: true }, ...clientSorts.map((sort) => ({ sort }))]
  for (const given of orders) {
    const { nextCursor } = (await ask({ ...given, limit: 1 })).body
    for (const order of orders) {
      const { status } = await ask({ ...order, limit: 1, cursor: nextCursor })
      expect(status, JSON.stringify([given, order])).toBe(given === order ? 200 : 400)
    }
  }
})

test('rejects wrong search parameters', async () => {
  for (const wrong of [
    ...[{ limit: 0 }, { limit: 201 }, { limit: '50' }, { search: 'x'.repeat(201) }, { status: 'retired' }],
    ...[{ sort: 'phone' }, { createdSince: 'yesterday' }, { withoutNoteThisWeek: 'yes' }],
  ])
    expect((await ask({ limit: 5, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
})

const add = (change: object) => addClient(app.db, { ...hodan, ...change }, employeeId, app.context.now)
const list = async (body: object) => (await ask(body)).body
const ids = (clients: { id: string }[]) => clients.map(({ id }) => id)

test.for([
  ['nothing', {}, 14],
  ['no status', { status: 'Unknown' }, 7],
  ['a name and a status', { search: 'sáme', status: 'pending' }, 4],
  ['two letters', { search: 'ER' }, 6],
] as const)(
  'pages of a list filtered by %s follow one another without gap or repetition [T115]',
  async ([, narrowing, matches]) => {
    for (let n = 0; n < 14; n += 1) {
      const lastName = n < 8 ? 'Same' : 'Other'
      await add({ firstName: `N${n % 3}`, lastName, status: n % 2 === 0 ? 'pending' : null })
    }
    const whole = ids((await list({ ...narrowing, limit: 200 })).items)
    const { items, totals } = await readPages<{ id: string }>((cursor) =>
      list({ ...narrowing, limit: 3, ...cursor }),
    )
    expect(ids(items)).toEqual(whole)
    expect(whole).toHaveLength(matches)
    expect(totals).toEqual([matches])
  },
)

test('a full last page has no next cursor, and a page without matches is empty', async () => {
  await add({})
  expect(await list({ limit: 1 })).toMatchObject({ total: 1, nextCursor: null })
  const none = { items: [], total: 0, totalIsMinimum: false, nextCursor: null }
  expect(await list({ limit: 1, search: 'nobody' })).toEqual({ ...none, similar: [] })
})

test('accepts a limit of 1 to 200, and rejects an unknown status [T250]', async () => {
  await add({})
  const listed = (query: object) => app.send(clientEndpoints.list, { query, token })
  for (const limit of ['1', '200']) expect((await listed({ limit })).body).toMatchObject({ total: 1 })
  for (const limit of ['0', '201', '1.5', '']) expect((await listed({ limit })).status, limit).toBe(400)
  expect((await listed({ status: 'retired' })).status).toBe(400)
})

test('a cursor hides the name, survives the deletion of its client, and is rejected when invalid', async () => {
  for (const lastName of ['A', 'B', 'C']) await add({ lastName, firstName: '㌀'.repeat(100) })
  const { nextCursor } = await list({ limit: 1 })
  expect(nextCursor).toMatch(/^name_[\w-]{22}$/)
  await app.db
    .updateTable('clients')
    .set({ deleted_at: app.context.now })
    .where('last_name', '=', 'A')
    .execute()
  const { items } = await list({ limit: 5, cursor: nextCursor })
  expect(items).toMatchObject([{ lastName: 'B' }, { lastName: 'C' }])
  const unknown = Buffer.from('00000000000040008000000000000000', 'hex').toString('base64url')
  for (const cursor of [nextCursor.slice('name_'.length), 'name_x', `name_${unknown}`]) {
    const { status, body } = await ask({ limit: 5, cursor })
    expect({ status, fields: Object.keys(body.fields) }, cursor).toEqual({ status: 400, fields: ['cursor'] })
  }
})

test('counts at most 10,000 matches, but pages through all of them', async () => {
  // Filling these indexes takes most of the time, and nothing here depends on them.
  await sql`DROP INDEX clients_by_name, clients_by_phone`.execute(app.ownerDb)
  await sql`
    INSERT INTO clients (first_name, last_name, status, service, email, phone, address, date_of_birth, created_at, updated_at)
    SELECT 'Hodan', 'Warsame ' || lpad(n::text, 5, '0'), 'active', 'Consultant', 'a@example.org', '6125550142', 'A', '1990-02-09',
      timestamptz '2026-01-01' + n * interval '1 minute', now()
    FROM generate_series(1, 10001) AS n`.execute(app.db)
  for (const filter of [{}, { search: 'warsame hodan' }, { sort: '-lastNote', withoutNoteThisWeek: true }]) {
    const { body } = await ask({ ...filter, limit: 2 })
    const label = JSON.stringify(filter)
    expect({ ...body, items: body.items.length }, label).toMatchObject({
      items: 2,
      total: 10_000,
      totalIsMinimum: true,
    })
    const second = await ask({ ...filter, limit: 2, cursor: body.nextCursor })
    expect(second.body.items[0], label).toMatchObject({ lastName: 'Warsame 00003' })
  }
  await app.db.deleteFrom('clients').where('last_name', '=', 'Warsame 10001').execute()
  expect((await ask({ limit: 1 })).body).toMatchObject({ total: 10_000, totalIsMinimum: false })
})
