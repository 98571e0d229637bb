import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { seed as seedCommand } from '#commands/ops/seed.ts'
import { clientFieldErrors, clientInput } from '#contract/clients/schema.ts'
import { goalDateErrors } from '#contract/goals/fields.ts'
import { homeErrors } from '#contract/homes/fields.ts'
import { noteInput } from '#contract/notes/schema.ts'
import { everyClient } from '#server/clients/search-store.ts'
import { type SeedCounts, seed } from '#server/seed/seed.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { runOperation } from '#test/support/run-operation.ts'
import { createTestDatabase, type TestDatabase, testTrail } from '#test/support/test-database.ts'

const none: SeedCounts = { employees: 0, clients: 0, notes: 0, messages: 0 }
const some: SeedCounts = { employees: 6, clients: 300, notes: 1_500, messages: 60 }
const timeZone = 'America/Chicago'
/** A Monday afternoon in Minnesota. */
const now = new Date('2026-06-15T20:00:00Z')
const day = 24 * 60 * 60 * 1000

async function seeded(...runs: Partial<SeedCounts>[]): Promise<TestDatabase> {
  const database = await createTestDatabase()
  for (const counts of runs)
    await seed(database.db, { ...none, ...counts }, { trail: testTrail, now, timeZone })
  return database
}

async function everything({ db }: TestDatabase) {
  const employees = await db.selectFrom('employees').selectAll().orderBy('id').execute()
  return {
    employees,
    clients: await db.selectFrom('clients').selectAll().orderBy('id').execute(),
    history: await db.selectFrom('client_status_changes').selectAll().orderBy('id').execute(),
    notes: await db.selectFrom('notes').selectAll().orderBy('id').execute(),
    versions: await db.selectFrom('note_versions').selectAll().orderBy('note_id').execute(),
    signatures: await db.selectFrom('note_signatures').selectAll().orderBy('note_id').execute(),
    reviews: await db.selectFrom('note_reviews').selectAll().orderBy('note_id').execute(),
    goals: await db.selectFrom('goals').selectAll().orderBy('id').execute(),
    authorizations: await db.selectFrom('authorizations').selectAll().orderBy('id').execute(),
    papers: await db.selectFrom('papers').selectAll().orderBy('id').execute(),
    people: await db.selectFrom('people').selectAll().orderBy('id').execute(),
    homes: await db.selectFrom('homes').selectAll().orderBy('id').execute(),
    files: await db.selectFrom('files').selectAll().orderBy('id').execute(),
    followUps: await db.selectFrom('follow_ups').selectAll().orderBy('id').execute(),
    messages: await db.selectFrom('contact_messages').selectAll().orderBy('id').execute(),
  }
}

/** Seeded once, for tests that only read. */
const shared = await createTestDatabase()
await seed(shared.db, some, { trail: testTrail, now, timeZone })
const records = await everything(shared)

test('makes the same records on the same day [T342]', async () => {
  const other = await seeded()
  await seed(other.db, some, {
    trail: testTrail,
    now: new Date(now.getTime() - 13 * 60 * 60 * 1000),
    timeZone,
  })
  expect(await everything(other)).toEqual(records)
  expect(
    Object.fromEntries(Object.entries(records).map(([kind, rows]) => [kind, rows.length])),
  ).toMatchObject(some)
})

test('concurrent and later runs add further records', async () => {
  const database = await seeded()
  const settings = { trail: testTrail, now, timeZone }
  await Promise.all([1, 2, 3].map(() => seed(database.db, { ...none, clients: 40, notes: 40 }, settings)))
  const { clients, notes, employees } = await everything(database)
  expect([clients.length, notes.length, employees.length]).toEqual([120, 120, 3])
  expect(new Set(clients.map(({ last_name, phone }) => `${last_name} ${phone}`)).size).toBeGreaterThan(110)
})

test('makes clients that pass the API’s checks, with fictional addresses and numbers [T344]', async () => {
  const { employees, messages } = records
  const { rows: clients } = await everyClient({}).execute(shared.db)
  for (const client of clients) {
    const { dateOfBirth } = client
    expect(client).toMatchObject(clientInput.parse(client))
    expect(clientFieldErrors(client, '2026-06-15')).toEqual({})
    expect(dateOfBirth >= '1941-06-15' && dateOfBirth <= '2008-06-15', dateOfBirth).toBe(true)
  }
  const numbers = clients.flatMap(({ pmi }) => pmi ?? [])
  expect(new Set(numbers).size).toBe(240)
  for (const pmi of numbers) expect(pmi).toMatch(/^99/)
  expect(new Set(clients.map(({ county }) => county)).size).toBe(4)
  for (const { phone } of [...clients, ...employees]) expect(phone).toMatch(/^\d{3}55501\d{2}$/)
  for (const { email } of [...clients, ...employees, ...messages])
    expect(email).toMatch(/@(example\.(org|com)|\w+\.example)$/)
  const statuses = clients.map(({ status }) => status)
  expect(statuses.filter((status) => status === null)).toHaveLength(6)
  expect(statuses.filter((status) => status === 'active').length).toBeGreaterThan(150)
  expect(new Set(statuses).size).toBe(5)
  expect(employees.every(({ password_hash }) => password_hash === null)).toBe(true)
})

test('spreads records evenly over three years, with some in every time window [T343]', async () => {
  const { clients, notes, messages } = records
  for (const dates of [
    clients.map(({ created_at }) => created_at),
    notes.map(({ created_at }) => created_at),
    messages.map(({ received_at }) => received_at),
  ]) {
    const ages = dates.map((date) => (now.getTime() - date.getTime()) / day)
    expect(Math.min(...ages), 'none in the future').toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeLessThan(3 * 365 + 1)
    for (const year of [0, 1, 2]) {
      const inYear = ages.filter((age) => age >= year * 365 && age < (year + 1) * 365)
      expect(inYear.length).toBeGreaterThan(dates.length / 4)
    }
  }
  const hourOf = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  const hours = notes.map(({ created_at }) => Number(hourOf.format(created_at)))
  expect(hours.filter((hour) => hour >= 8 && hour < 18).length).toBeGreaterThan(notes.length * 0.85)
})

test('makes follow-ups for a client’s worker: overdue, to come and done', () => {
  const { followUps, clients } = records
  const workers = new Map(clients.map(({ id, assigned_to }) => [id, assigned_to]))
  for (const { client_id, assigned_to, created_at, done_at } of followUps) {
    expect(assigned_to).toBe(workers.get(client_id))
    expect(created_at <= now && (done_at === null || done_at <= now)).toBe(true)
  }
  const open = followUps.filter(({ done_at }) => done_at === null)
  expect(open.length).toBeLessThan(followUps.length)
  expect(open.some(({ on }) => on < '2026-06-15')).toBe(true)
  expect(open.some(({ on }) => on > '2026-06-15')).toBe(true)
})

test('makes people and homes for some clients, which pass the API’s checks [T1294]', () => {
  const { people, homes, clients } = records
  for (const { name, phone, born_on } of people) {
    expect(name).not.toBe('')
    if (phone) expect(phone).toMatch(/^\d{3}55501\d{2}$/)
    if (born_on) expect(born_on < '2026-06-15').toBe(true)
  }
  const withHomes = new Set(homes.map(({ client_id }) => client_id))
  expect(withHomes.size).toBeGreaterThan(clients.length / 3)
  expect(withHomes.size).toBeLessThan((clients.length * 2) / 3)
  for (const id of withHomes) {
    const ofClient = homes.filter(({ client_id }) => client_id === id)
    const [first, next] = ofClient.sort((a, b) => (a.moved_in_on < b.moved_in_on ? -1 : 1))
    if (next) expect(first?.left_on).toBe(next.moved_in_on)
    for (const { moved_in_on, left_on, lease_ends_on, left_reason, address } of ofClient) {
      const dates = { movedInOn: moved_in_on, leftOn: left_on, leaseEndsOn: lease_ends_on }
      expect(homeErrors({ ...dates, leftReason: left_reason })).toEqual({})
      expect(moved_in_on <= '2026-06-15' && (left_on ?? '') <= '2026-06-15').toBe(true)
      if (address) expect(clients.find((client) => client.id === id)).toMatchObject({ address })
    }
  }
  expect(homes.some(({ lease_ends_on }) => lease_ends_on && lease_ends_on < '2026-07-15')).toBe(true)
})

test('makes goals for two clients in three, which notes name while they are open', () => {
  const { goals, clients, notes } = records
  const withPlan = new Set(goals.map(({ client_id }) => client_id)).size
  expect(withPlan / clients.length).toBeGreaterThan(0.55)
  expect(withPlan / clients.length).toBeLessThan(0.75)
  const today = '2026-06-15'
  for (const { agreed_on: agreedOn, target_on: targetOn, state, state_on: stateOn, created_at } of goals) {
    expect(goalDateErrors({ agreedOn, targetOn, state, stateOn }, today)).toEqual({})
    expect(agreedOn <= today && created_at <= now).toBe(true)
  }
  expect(new Set(goals.map(({ state }) => state))).toEqual(new Set(['open', 'reached', 'dropped']))
  const goalOf = new Map(goals.map((goal) => [goal.id, goal]))
  const named = notes.flatMap(({ client_id, goals }) => goals.map((id) => [client_id, id] as const))
  expect(named.length).toBeGreaterThan(notes.length / 4)
  for (const [client, id] of named) expect(goalOf.get(id)?.client_id).toBe(client)
})

test('makes authorizations for a third of the clients: running, ended and renewed ones that don’t overlap [T1261]', () => {
  const { authorizations, clients } = records
  const byClient = Map.groupBy(authorizations, ({ client_id }) => client_id)
  expect(byClient.size).toBeGreaterThan(clients.length / 4)
  expect(byClient.size).toBeLessThan(clients.length / 2)
  for (const { starts_on, ends_on, created_at } of authorizations) {
    expect(starts_on < ends_on && created_at <= now).toBe(true)
  }
  for (const [former, renewed] of byClient.values())
    if (former && renewed)
      expect([former.ends_on < renewed.starts_on, renewed.ends_on < former.starts_on]).toContain(true)
  expect([...byClient.values()].some(({ length }) => length === 2)).toBe(true)
  for (const isPast of [true, false])
    expect(authorizations.some(({ ends_on }) => ends_on < '2026-06-15' === isPast)).toBe(true)
})

test('makes a file for one client in ten, whose content is what the digest says [T1385]', async () => {
  const { files, clients } = records
  expect(files).toHaveLength(clients.length / 10)
  for (const file of files) {
    const pieces = await shared.db
      .selectFrom('file_pieces')
      .selectAll()
      .where('file_id', '=', file.id)
      .execute()
    const content = Buffer.concat(pieces.map(({ bytes }) => bytes))
    expect(content.toString('latin1')).toMatch(/^%PDF-1\.4\n.*%%EOF\n$/s)
    expect(file).toMatchObject({
      name: 'Lease (made up).pdf',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
  }
})

test('makes distinct notes about existing clients, written and edited by employees', async () => {
  const { clients, employees, notes, versions } = records
  const addedAt = new Map(clients.map(({ id, created_at }) => [id, created_at]))
  const emails = new Map(employees.map(({ id, email }) => [id, email]))
  for (const note of notes) {
    expect(noteInput.parse({ text: note.text })).toEqual({ text: note.text })
    expect(note.text).not.toMatch(/[{}]|undefined|NaN/)
    expect(note.created_at >= (addedAt.get(note.client_id) ?? now)).toBe(true)
    expect(note.author_email).toBe(emails.get(note.author_id ?? ''))
  }
  expect(new Set(notes.map(({ text }) => text)).size).toBeGreaterThan(notes.length * 0.9)
  const edited = notes.filter(({ edited_at }) => edited_at !== null)
  expect(edited.length).toBeGreaterThan(notes.length * 0.005)
  expect(versions.map(({ note_id, version }) => [note_id, version])).toEqual(edited.map(({ id }) => [id, 1]))
  const { signatures, reviews } = records
  expect(signatures.length).toBeGreaterThan(notes.length * 0.4)
  expect(reviews.length).toBeGreaterThan(notes.length * 0.1)
  const noteOf = new Map(notes.map((note) => [note.id, note]))
  for (const { note_id, version, email } of signatures)
    expect(noteOf.get(note_id)).toMatchObject({ version, author_email: email })
  for (const { note_id, version, email } of reviews) {
    expect(noteOf.get(note_id)?.version).toBe(version)
    expect(noteOf.get(note_id)?.author_email).not.toBe(email)
  }
  for (const [place, note] of edited.entries()) {
    expect(note).toMatchObject({ version: 2, edited_by_email: expect.stringContaining('@') })
    expect(versions[place]?.text).not.toBe(note.text)
  }
})

/** A client and an employee that nobody made up, added long before. */
async function addRealPeople({ pool }: TestDatabase): Promise<{ client: string; employee: string }> {
  const [client, employee] = [crypto.randomUUID(), crypto.randomUUID()]
  const added = new Date(now.getTime() - 400 * day)
  await pool.query(
    `INSERT INTO clients (id, first_name, last_name, status, service, email, phone, address, date_of_birth, created_at, updated_at)
     VALUES ($1, 'Hodan', 'Warsame', 'active', 'Consultant', 'h@example.org', '6125550142', 'x', '1988-02-29', $2, $2)`,
    [client, added],
  )
  await pool.query(
    `INSERT INTO employees (id, first_name, last_name, email, role, created_at, updated_at)
     VALUES ($1, 'Amina', 'Osman', 'amina@example.org', 'manager', $2, $2)`,
    [employee, added],
  )
  return { client, employee }
}

test('refuses notes without a fictional client, and adds nothing', async () => {
  const database = await seeded()
  await addRealPeople(database)
  const refused = seed(database.db, { ...none, employees: 5, notes: 10 }, { trail: testTrail, now, timeZone })
  await expect(refused).rejects.toThrow('There are no made-up clients to write notes about.')
  const { employees, notes } = await everything(database)
  expect([employees.length, notes.length]).toEqual([1, 0])
  expect(await database.db.selectFrom('audit_events').selectAll().execute()).toEqual([])
})

test('adds notes only about fictional clients and by fictional employees [T345]', async () => {
  const database = await seeded()
  const real = await addRealPeople(database)
  await seed(database.db, { ...none, clients: 3 }, { trail: testTrail, now, timeZone })
  const added = await seed(database.db, { ...none, notes: 200 }, { trail: testTrail, now, timeZone })
  expect(added).toEqual({ ...none, employees: 3, notes: 200 })
  await seed(database.db, { ...none, notes: 100 }, { trail: testTrail, now, timeZone })
  const { clients, employees, notes, history } = await everything(database)
  expect([clients.length, employees.length, notes.length]).toEqual([4, 4, 300])
  expect(notes.filter(({ client_id }) => client_id === real.client)).toEqual([])
  expect(notes.filter(({ author_id }) => author_id === real.employee)).toEqual([])
  expect(notes.filter(({ edited_by_email }) => edited_by_email === 'amina@example.org')).toEqual([])
  expect(history.filter(({ changed_by }) => changed_by === real.employee)).toEqual([])
})

test('the command prints what it added in one line, and explains wrong parameters', async () => {
  const { connectionString } = await seeded()
  const SESSION_SECRET = 'rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua'
  const settings = { DATABASE_URL: connectionString, DATA_DIR: makeFolder(), SESSION_SECRET }
  const run = (...parameters: string[]) => runOperation(seedCommand, settings, ...parameters)
  expect(await run('--clients', '1', '--notes', '30', '--messages', '1200')).toMatchObject({
    code: 0,
    printed: 'Added 3 employees, 1 client, 30 notes, 1,200 messages.\n',
  })
  for (const [parameters, complaint] of [
    [[], 'Specify what to add'],
    [['--clients', '1000001'], '--clients must be a whole number from 0 to 1,000,000.'],
  ] as const) {
    const { code, errorOutput } = await run(...parameters)
    expect({ code, errorOutput }).toEqual({ code: 1, errorOutput: expect.stringContaining(complaint) })
  }
})

test('a run that fails leaves nothing, and the next one works', async () => {
  const database = await seeded({ clients: 20 })
  const onProgress = () => {
    throw new Error('stopped')
  }
  const stopped = seed(database.db, { ...none, notes: 10 }, { trail: testTrail, now, timeZone, onProgress })
  await expect(stopped).rejects.toThrow('stopped')
  await seed(database.db, { ...none, notes: 10 }, { trail: testTrail, now, timeZone })
  const { notes, employees } = await everything(database)
  expect([notes.length, employees.length]).toEqual([10, 3])
  expect(notes[0]?.id).toMatch(/-0{12}$/)
})
