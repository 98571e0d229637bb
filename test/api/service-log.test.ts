import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { serviceLogEndpoints } from '#contract/service-log/endpoints.ts'
import { readPages } from '#test/support/pages.ts'
import { hodan } from '#test/support/people.ts'
import { type Answer, createTestApp } from '#test/support/test-app.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* The notes in a period, and what an auditor would ask about (docs/product.md 92). */

const app = await createTestApp()
const chief = await app.member('super-admin')
const nadia = await app.member('employee', 'nadia@example.org')
const omar = await app.member('manager', 'omar@example.org')
const { token } = chief
const start = new Date('2026-06-15T15:00:00Z')
let id: string

beforeEach(async () => {
  app.context.now = start
  await app.ownerDb.deleteFrom('note_signatures').execute()
  await app.ownerDb.deleteFrom('note_reviews').execute()
  await app.ownerDb.deleteFrom('note_versions').execute()
  await app.db.deleteFrom('last_notes').execute()
  await app.db.deleteFrom('notes').execute()
  id = await newClient()
})

const newClient = async (values: object = {}) =>
  (await app.send(clientEndpoints.add, { body: { ...hodan, ...values }, token })).body.id as string
async function newGoal(text: string, end?: object, agreedOn = '2026-06-05'): Promise<string> {
  const body = { text, agreedOn }
  const { body: goal } = await app.send(goalEndpoints.add, { params: { id }, body, token })
  if (end) await app.send(goalEndpoints.edit, { params: { id: goal.id }, body: end, token })
  return goal.id
}
async function write(body: object, { token } = nadia, client = id) {
  app.context.now = new Date(app.context.now.getTime() + 1000)
  return (
    await app.send(noteEndpoints.add, { params: { id: client }, body: { text: 'Called.', ...body }, token })
  ).body
}
/** A note of another moment: no session lasts that long. */
async function writeAt(at: string, body: object) {
  const { id } = await write(body)
  await app.db
    .updateTable('notes')
    .set({ created_at: new Date(at) })
    .where('id', '=', id)
    .execute()
}
const period = { from: '2026-06-01', to: '2026-06-30' }
const search = (body: object = {}, { token } = omar) =>
  app.send(serviceLogEndpoints.search, { body: { ...period, limit: 50, ...body } as never, token })
const texts = async (body: object = {}) =>
  (await search(body)).body.items.map(({ text }: { text: string }) => text)
const findings = async (body: object = {}) =>
  Object.fromEntries(
    (await search(body)).body.items.map((note: { text: string; findings: string[] }) => [
      note.text,
      note.findings,
    ]),
  )
const proof = { serviceDate: '2026-06-12', minutes: 30, contact: 'phone', sign: true }
const times = (startTime: string, endTime: string) => ({ ...proof, minutes: null, startTime, endTime })

test('lists a period by the day of the service, else by the day written, with the client [T655]', async () => {
  await write({ ...proof, serviceDate: '2026-05-31', text: 'before' })
  await write({ ...proof, serviceDate: '2026-06-01', text: 'first day' })
  await writeAt('2026-06-10T15:00:00Z', { text: 'written on the 10th' })
  // An hour before midnight in Minnesota.
  await writeAt('2026-07-01T04:00:00Z', { text: 'last hour' })
  await writeAt('2026-07-01T06:00:00Z', { text: 'after' })
  await write({ ...proof, text: 'of the 12th' })
  expect(await texts()).toEqual(['last hour', 'of the 12th', 'written on the 10th', 'first day'])
  const { body } = await search({ limit: 1 })
  expect(body).toMatchObject({
    total: 4,
    items: [
      {
        text: 'last hour',
        clientId: id,
        client: { id, firstName: hodan.firstName, lastName: hodan.lastName, dateOfBirth: hodan.dateOfBirth },
        findings: ['unsigned', 'missing-facts'],
      },
    ],
  })
  expect((await search({ cursor: Buffer.alloc(16, 1).toString('base64url') })).status).toBe(400)
  const paged = await readPages<{ text: string }>(async (page) => (await search({ ...page, limit: 1 })).body)
  expect(paged.items.map(({ text }) => text)).toEqual(await texts())
  const [row] = await app.audited({ record_kind: 'service log' }, 'action', 'details')
  expect(row).toMatchObject({
    action: 'listed',
    details: { count: 4, filter: [`from ${period.from}`, `to ${period.to}`] },
  })
})

test('filters by author, worker, service, missing signature and review, and finding [T656]', async () => {
  const own = await newClient({ assignedTo: nadia.id })
  await write({ ...proof, service: 'housingTransition', text: 'signed' })
  await write({ ...proof, sign: undefined, text: 'not signed' }, nadia, own)
  const reviewed = await write({ ...proof, text: 'by the manager' }, omar)
  await app.send(noteEndpoints.review, {
    params: { id, noteId: reviewed.id },
    body: { version: 1 },
    token,
  })
  expect(await texts({ author: nadia.id })).toEqual(['not signed', 'signed'])
  expect(await texts({ author: 'me' })).toEqual(['by the manager'])
  expect(await texts({ assignedTo: nadia.id })).toEqual(['not signed'])
  expect(await texts({ assignedTo: 'nobody' })).toEqual(['by the manager', 'signed'])
  expect(await texts({ service: 'housingTransition' })).toEqual(['signed'])
  expect(await texts({ unsigned: true })).toEqual(['not signed'])
  expect(await texts({ finding: 'unsigned' })).toEqual(['not signed'])
  expect(await texts({ unreviewed: true })).toEqual(['not signed', 'signed'])
  expect(await texts({ unreviewed: true, author: nadia.id, finding: 'late' })).toEqual([])
  for (const author of ['no such employee', 'nobody']) expect(await texts({ author })).toEqual([])
  for (const body of [{ from: '2026-02-30' }, { to: '2026-05-01' }, { finding: 'x' }, { service: 'x' }])
    expect(await search(body)).toMatchObject({ status: 400 })
  expect(await search({}, nadia)).toMatchObject({ status: 403 })
})

describe('findings [T657]', () => {
  test('missing facts: no date, neither minutes nor times, or no contact', async () => {
    await write({ ...proof, text: 'complete' })
    await write({ ...times('09:00', '09:30'), text: 'complete by times' })
    await write({ ...proof, serviceDate: null, text: 'no date' })
    await write({ ...proof, minutes: null, text: 'no duration' })
    await write({ ...proof, contact: null, text: 'no contact' })
    const missing = ['missing-facts']
    expect(await findings()).toEqual({
      complete: [],
      'complete by times': [],
      'no date': missing,
      'no duration': missing,
      'no contact': missing,
    })
  })

  test('a correction without facts is neither unsigned nor incomplete', async () => {
    const { id: corrects } = await write({ ...proof, text: 'corrected' })
    await write({ text: 'plain', corrects })
    await write({ ...proof, sign: undefined, text: 'with facts', corrects })
    await write({ service: 'housingTransition', text: 'incomplete', corrects })
    expect(await findings()).toEqual({
      corrected: [],
      plain: [],
      'with facts': ['unsigned'],
      incomplete: ['unsigned', 'missing-facts'],
    })
    expect(await texts({ unsigned: true })).toEqual(['incomplete', 'with facts'])
  })

  test('late: written more than seven calendar days after the service', async () => {
    await write({ ...proof, serviceDate: '2026-06-08', text: 'seven days' })
    await write({ ...proof, serviceDate: '2026-06-07', text: 'eight days' })
    // In UTC it is the next day already.
    await writeAt('2026-06-16T03:00:00Z', {
      ...proof,
      serviceDate: '2026-06-08',
      text: 'seven days, in the evening',
    })
    expect(await findings()).toEqual({
      'seven days': [],
      'eight days': ['late'],
      'seven days, in the evening': [],
    })
  })

  test('overlap: both notes of an author whose times overlap; touching times don’t', async () => {
    await write({ ...times('09:00', '12:00'), text: 'long' })
    await write({ ...times('10:00', '10:30'), text: 'within' })
    await write({ ...times('12:00', '13:00'), text: 'touches' })
    await write({ ...times('09:00', '12:00'), serviceDate: '2026-06-11', text: 'the day before' })
    await write({ ...times('09:00', '12:00'), text: 'another author' }, omar)
    await write({ ...proof, text: 'without times' })
    const deleted = await write({ ...times('12:30', '13:00'), text: 'deleted' })
    await app.send(noteEndpoints.remove, { params: { id, noteId: deleted.id }, token })
    expect(await findings()).toEqual({
      long: ['overlap'],
      within: ['overlap'],
      touches: [],
      'the day before': [],
      'another author': [],
      'without times': [],
    })
    // Even if the other note is not listed.
    expect(await findings({ finding: 'overlap', author: nadia.id })).toEqual({
      long: ['overlap'],
      within: ['overlap'],
    })
  })

  test('overlap: a service past midnight with one of the next day, also at the ends of a period [T1059]', async () => {
    const night = { ...proof, startTime: '22:00', endTime: '01:00', endsNextDay: true, minutes: undefined }
    await write({ ...night, serviceDate: '2026-06-10', text: 'night' })
    await write({ ...times('00:30', '02:00'), serviceDate: '2026-06-11', text: 'small hours' })
    await write({ ...times('09:00', '10:00'), serviceDate: '2026-06-10', text: 'morning' })
    await write({ ...times('01:00', '02:00'), serviceDate: '2026-06-09', text: 'the night before' })
    const overlapping = { night: ['overlap'], 'small hours': ['overlap'] }
    expect(await findings({ finding: 'overlap' })).toEqual(overlapping)
    expect(await findings({ from: '2026-06-11', to: '2026-06-11' })).toEqual({ 'small hours': ['overlap'] })
    expect(await findings({ from: '2026-06-10', to: '2026-06-10' })).toEqual({
      night: ['overlap'],
      morning: [],
    })
  })

  test('overlap: neither notes without a date, nor a note and its correction', async () => {
    await write({ ...times('06:00', '09:00'), serviceDate: null, text: 'no date' })
    await writeAt('2026-06-14T15:00:00Z', {
      ...times('06:00', '09:00'),
      serviceDate: null,
      text: 'no date, another day',
    })
    const wrong = await write({ ...times('09:00', '19:00'), text: 'wrong' })
    await write({ ...times('09:00', '18:00'), corrects: wrong.id, text: 'corrected' }, omar)
    const second = await write({ ...times('19:00', '23:00'), text: 'evening' })
    const corrected = await write({
      ...times('19:00', '22:00'),
      corrects: second.id,
      text: 'evening, corrected',
    })
    expect(await findings()).toEqual({
      'no date': ['missing-facts'],
      'no date, another day': ['missing-facts'],
      wrong: [],
      corrected: [],
      evening: [],
      'evening, corrected': [],
    })
    await app.send(noteEndpoints.remove, { params: { id, noteId: corrected.id }, token })
    await write({ ...times('20:00', '20:30'), text: 'within' })
    expect(await findings({ finding: 'overlap' })).toEqual({ evening: ['overlap'], within: ['overlap'] })
  })

  test('long day: more than 16 hours of an author on a day', async () => {
    await write({ ...proof, minutes: 900, text: 'fifteen hours' })
    await write({ ...proof, minutes: 60, text: 'the sixteenth' })
    await write({ ...proof, minutes: 900, text: 'of another' }, omar)
    expect(await findings({ finding: 'long-day' })).toEqual({})
    await write({ ...proof, minutes: 1, text: 'a minute more' })
    expect(await findings()).toEqual({
      'fifteen hours': ['long-day'],
      'the sixteenth': ['long-day'],
      'a minute more': ['long-day'],
      'of another': [],
    })
  })

  test('same text: of 200 characters or more, but for case and spaces, by the same author', async () => {
    const text = `Called the landlord. ${'x'.repeat(179)}`
    await write({ ...proof, serviceDate: '2026-03-01', text })
    const other = await newClient()
    await write({ ...proof, text: ` ${text.toUpperCase().replace(' ', '\n  ')}` }, nadia, other)
    await write({ ...proof, text: text.slice(0, 199) })
    await write({ ...proof, text: text.slice(0, 199) }, nadia, other)
    await write({ ...proof, text: `${text}.` })
    await write({ ...proof, text }, omar)
    const { items } = (await search({ finding: 'same-text' })).body
    expect(items).toMatchObject([{ clientId: other, author: nadia.email }])
    await app.send(clientEndpoints.remove, { params: { id: other }, token })
    expect(await texts({ finding: 'same-text' })).toEqual([])
  })

  test('no goal: names none although a goal of the client was open on its day, and is no attempt [T1229]', async () => {
    const reached = await newGoal('Find an apartment', { state: 'reached', stateOn: '2026-06-10' })
    await newGoal('Buy a boat', { state: 'mistaken', stateOn: '2026-06-15' })
    const on = (serviceDate: string, text: string, facts = {}) =>
      write({ ...proof, serviceDate, text, ...facts })
    await on('2026-06-04', 'before the agreement')
    await on('2026-06-05', 'on its day')
    const { id: corrects } = await on('2026-06-10', 'on the last day')
    await on('2026-06-11', 'after the end')
    await on('2026-06-09', 'named', { goals: [reached] })
    await on('2026-06-09', 'attempted', { contact: 'attempt' })
    await write({ ...proof, serviceDate: '2026-06-09', text: 'about someone else' }, nadia, await newClient())
    await write({ text: 'plain correction', corrects })
    await writeAt('2026-06-09T15:00:00Z', { ...proof, serviceDate: null, text: 'written meanwhile' })
    const found = { 'on its day': ['late', 'no-goal'], 'on the last day': ['no-goal'] }
    expect(await findings({ finding: 'no-goal' })).toEqual({
      ...found,
      'written meanwhile': ['missing-facts', 'no-goal'],
    })
    expect((await search()).body.total).toBe(9)
    expect(await findings({ from: '2026-06-05', to: '2026-06-10' })).toMatchObject(found)
    // A correction that only names a goal says what was served.
    await write({ text: 'names the goal', corrects, goals: [reached] })
    expect(await findings()).toMatchObject({
      'plain correction': [],
      'names the goal': ['unsigned', 'missing-facts'],
    })
  })
})

test('is downloaded as CSV by a super-admin, with all facts, recorded first [T658]', async () => {
  const goals = [await newGoal('Find an apartment'), await newGoal('Get a state ID', undefined, '2026-06-06')]
  const written = await write({
    ...{ ...times('22:00', '01:00'), endsNextDay: true, goals },
    service: 'housingTransition',
    place: '=1+1',
    text: 'Toured.\nTwo.',
  })
  const send = (body: object, { token } = chief) =>
    app.send(serviceLogEndpoints.exportCsv, { body: { ...period, ...body } as never, token })
  const { status, body, headers } = await send({ unreviewed: true })
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' })
  const [head, row] = String(body).split('\r\n')
  expect(head).toBe(
    '\uFEFF"First Name","Last Name","Date of Birth","Date of service","From","To","Ends the next day","Minutes","Service","Contact","Place","Goals","Author","Author email","Written (UTC)","Version","Signed (UTC)","Signed by","Title","Reviewed (UTC)","Reviewed by","Review comment","Note","Note ID","Corrects note","Flags"',
  )
  expect(row).toBe(
    `"${hodan.firstName}","${hodan.lastName}","${hodan.dateOfBirth}","2026-06-12","22:00","01:00","Yes","180","Housing Transition","Phone","'=1+1","Find an apartment; Get a state ID","Super Admin","nadia@example.org","2026-06-15T15:00:01.000Z","1","2026-06-15T15:00:01.000Z","Super Admin","","","","","Toured.\nTwo.","${written.id}","",""`,
  )
  expect(await send({}, omar)).toMatchObject({ status: 403 })
  const [audit] = await app.audited({ action: 'exported', record_kind: 'service log' }, 'actor_id', 'details')
  expect(audit).toEqual({
    actor_id: chief.id,
    details: { count: 1, filter: [`from ${period.from}`, `to ${period.to}`, 'unreviewed'] },
  })
  expect(await app.withoutAudit(() => send({}))).toMatchObject({ status: 500 })
})

test('a period of the log and of its file has at most 366 days [T1030]', async () => {
  const tooLong = { to: 'The end date is too late: a period has at most 366 days' }
  for (const [from, to, fields] of [
    ['2024-01-01', '2024-12-31', undefined],
    ['2025-03-01', '2026-03-01', undefined],
    ['2024-01-01', '2025-01-01', tooLong],
    ['1900-01-01', '9999-12-31', tooLong],
    ['9999-01-01', '9999-12-31', undefined],
  ] as const) {
    const { status, body } = await search({ from, to })
    expect({ from, status, fields: body.fields }).toEqual({ from, status: fields ? 400 : 200, fields })
    const file = await app.send(serviceLogEndpoints.exportCsv, { body: { from, to }, token })
    expect({ from, status: file.status }).toEqual({ from, status: fields ? 400 : 200 })
  }
})

test('counts the notes only with the first page [T1031]', async () => {
  for (const text of ['one', 'two', 'three']) await write({ ...proof, text })
  const first = (await search({ limit: 1 })).body
  await write({ ...proof, serviceDate: '2026-06-02', text: 'added meanwhile' })
  const second = (await search({ limit: 1, cursor: first.nextCursor })).body
  expect([first.total, second.total]).toEqual([3, 3])
  expect([first, second].flatMap(({ items }) => items.map(({ text }: { text: string }) => text))).toEqual([
    'three',
    'two',
  ])
})

/** Calls while nobody can read notes. */
async function whileLocked(work: () => Promise<unknown>) {
  await app.ownerDb.transaction().execute(async (trx) => {
    await sql`LOCK TABLE notes`.execute(trx)
    await work()
  })
}

test('an employee’s searches and exports run one after the other; who waits too long is told why [T1032]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sent: Promise<Answer>[] = []
  await whileLocked(async () => {
    for (let count = 0; count < 10; count += 1) sent.push(search({}, chief))
    for (let count = 0; count < 10; count += 1)
      sent.push(app.send(serviceLogEndpoints.exportCsv, { body: period, token }))
    sent.push(search({}, omar))
    await untilWaiting(app.db, 2)
    await vi.advanceTimersByTimeAsync(3000)
  })
  const answers = await Promise.all(sent)
  const [first, second] = answers
  expect([first?.status, answers.at(-1)?.status]).toEqual([200, 200])
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(19)
  expect(second?.body).toMatchObject({
    code: 'too-many-requests',
    message: 'Your last search of the service log is still running. Please wait until it has finished.',
  })
})

test('a search that PostgreSQL stops is reported as too slow, not as a missing database [T1033]', async () => {
  const sent: Promise<Answer>[] = []
  await whileLocked(async () => {
    sent.push(search())
    await untilWaiting(app.db)
    await sql`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(app.db)
    await Promise.all(sent)
  })
  expect((await Promise.all(sent))[0]).toMatchObject({
    status: 503,
    body: {
      code: 'too-slow',
      message:
        'This took too long and was stopped. Nothing was changed. Ask for less at once, such as a shorter period.',
    },
  })
  expect((await search()).status).toBe(200)
})

describe('totals [T1060]', () => {
  const totals = async (body: object = {}, { token } = omar) =>
    (
      await app.send(serviceLogEndpoints.totals, {
        body: { ...period, by: 'worker', ...body } as never,
        token,
      })
    ).body
  const numbers = (notes: number, minutes: number, more: object = {}) => ({
    ...{ notes, minutes, withoutMinutes: 0, attempts: 0, clients: 1 },
    ...more,
  })
  const name = 'Super Admin'

  test('counts each client once in every row and in the total', async () => {
    const other = await newClient()
    await write({ ...proof, minutes: 30 })
    await write({ ...proof, minutes: 45 })
    await write({ ...proof, minutes: null, text: 'no minutes' }, nadia, other)
    await write({ ...proof, minutes: 60 }, omar)
    await write({ ...proof, serviceDate: '2026-05-31', text: 'before' })
    const { rows, total } = await totals()
    expect(rows).toEqual(
      [
        { authorId: nadia.id, authorName: name, ...numbers(3, 75, { withoutMinutes: 1, clients: 2 }) },
        { authorId: omar.id, authorName: name, ...numbers(1, 60) },
      ].toSorted((a, b) => (a.authorId < b.authorId ? -1 : 1)),
    )
    expect(total).toEqual(numbers(4, 135, { withoutMinutes: 1, clients: 2 }))
    expect(await totals({ author: 'me' })).toMatchObject({ total: numbers(1, 60) })
  })

  test('an attempt is a note that adds no minutes', async () => {
    await write({ ...proof, contact: 'attempt', minutes: 10 })
    await write({ ...proof, contact: 'attempt', minutes: null })
    expect((await totals()).total).toEqual(numbers(2, 0, { attempts: 2 }))
  })

  test('a correction counts instead of its note, for the author of the first one', async () => {
    const first = await write({ ...proof, minutes: 30 })
    const second = await write({ ...proof, minutes: 60, corrects: first.id }, omar)
    const third = await write({ ...proof, minutes: 90, corrects: second.id }, omar)
    expect((await totals()).rows).toEqual([{ authorId: nadia.id, authorName: name, ...numbers(1, 90) }])
    await app.send(noteEndpoints.remove, { params: { id, noteId: third.id }, token })
    expect((await totals({ author: nadia.id })).rows).toMatchObject([{ authorId: nadia.id, minutes: 60 }])
    expect((await totals({ author: omar.id })).rows).toEqual([])
  })

  test('groups by service, worker and service, or month', async () => {
    await write({ ...proof, service: 'housingTransition' })
    await write({ ...proof, serviceDate: '2026-05-01', service: 'housingSustaining' })
    await write(proof)
    const from = '2026-05-01'
    expect((await totals({ from, by: 'service' })).rows).toEqual([
      { service: 'housingSustaining', ...numbers(1, 30) },
      { service: 'housingTransition', ...numbers(1, 30) },
      { service: null, ...numbers(1, 30) },
    ])
    expect((await totals({ from, by: 'month' })).rows).toEqual([
      { month: '2026-05', ...numbers(1, 30) },
      { month: '2026-06', ...numbers(2, 60) },
    ])
    const [row] = (await totals({ from, by: 'worker-and-service' })).rows
    expect(row).toEqual({
      authorId: nadia.id,
      authorName: name,
      service: 'housingSustaining',
      ...numbers(1, 30),
    })
    expect((await totals({ service: 'housingTransition' })).total).toEqual(numbers(1, 30))
    const none = { notes: 0, minutes: 0, withoutMinutes: 0, attempts: 0, clients: 0 }
    expect(await totals({ from: '2026-01-01', to: '2026-01-31' })).toEqual({ rows: [], total: none })
    expect(
      (await app.send(serviceLogEndpoints.totals, { body: { ...period, by: 'x' as never }, token })).status,
    ).toBe(400)
    expect(
      (await app.send(serviceLogEndpoints.totals, { body: { ...period, by: 'month' }, token: nadia.token }))
        .status,
    ).toBe(403)
  })

  test('each number is that of the notes that the log finds for it [T1070]', async () => {
    const service = 'housingTransition'
    const first = await write({ ...proof, service })
    await write({ ...proof, minutes: 60, corrects: first.id }, omar)
    await write({ ...proof, service, minutes: null })
    await write({ ...proof, contact: 'attempt', minutes: null })
    await write({ ...proof, serviceDate: '2026-06-02' })
    await app.db
      .updateTable('notes')
      .set({ author_id: null })
      .where('service_date', '=', '2026-06-02')
      .execute()
    const { rows } = await totals({ by: 'worker-and-service' })
    expect(rows).toHaveLength(3)
    for (const row of [...rows, (await totals()).total]) {
      const { authorId, service } = row as (typeof rows)[number]
      const { minutes, withoutMinutes, attempts, notes } = row
      const found = async (counted: string) =>
        (
          await search({
            counted,
            ...(authorId !== undefined && { author: authorId ?? 'nobody' }),
            ...(service !== undefined && { service: service ?? 'none' }),
          })
        ).body.items
      const added = (await found('minutes')).reduce(
        (sum: number, note: { minutes: number }) => sum + note.minutes,
        0,
      )
      expect(added).toBe(minutes)
      expect(await found('notes')).toHaveLength(notes)
      expect(await found('withoutMinutes')).toHaveLength(withoutMinutes)
      expect(await found('attempts')).toHaveLength(attempts)
    }
    expect(await texts({ counted: 'notes', author: omar.id })).toEqual([])
    expect((await totals({ author: 'nobody', service: 'none' })).total).toEqual(numbers(1, 30))
  })

  test('are downloaded as a CSV file, and both leave a row', async () => {
    await write({ ...proof, service: 'housingTransition' })
    await totals({ by: 'worker-and-service' })
    const body = { ...period, by: 'worker-and-service' } as const
    const sent = await app.send(serviceLogEndpoints.totalsCsv, { body, token })
    expect(sent.body).toBe(
      '\uFEFF"Author","Service","Notes","Minutes","Notes without minutes","Attempts","Clients"\r\n' +
        '"Super Admin","Housing Transition","1","30","0","0","1"\r\n"Total","","1","30","0","0","1"\r\n',
    )
    const rows = await app.audited({ record_kind: 'service totals' }, 'action', 'details')
    const filter = [`from ${period.from}`, `to ${period.to}`, 'by']
    expect(rows).toContainEqual({ action: 'listed', details: { filter } })
    expect(rows).toContainEqual({ action: 'exported', details: { filter } })
  })
})
