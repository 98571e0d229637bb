import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { deleted } from '#commands/ops/deleted.ts'
import { deletableKinds } from '#contract/deleted-records/kinds.ts'
import { newClient } from '#server/clients/store.ts'
import { countPurge, listDeleted, purgeDeleted, restoreRecord } from '#server/deleted-records/operations.ts'
import { purge } from '#server/deleted-records/store.ts'
import { makeFolder } from '#test/support/database-process.ts'
import { hodan } from '#test/support/people.ts'
import { runOperation } from '#test/support/run-operation.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase, testTrail } from '#test/support/test-database.ts'

let director: string
const now = new Date('2026-06-15T15:00:00Z')
const longAgo = new Date('2018-03-05T18:00:00Z')

const database = await createTestDatabase()
beforeEach(async () => {
  await sql`TRUNCATE clients, contact_messages, employees CASCADE`.execute(database.ownerDb)
  director = await employee({ email: 'director@example.org' })
})

const alive = { deleted_at: null, deleted_by: null } as const
const deletedAt = (deleted_at: Date) => ({ deleted_at, deleted_by: director })

async function employee(change: object = {}) {
  const id = randomUUID()
  const person = {
    first_name: 'Ana',
    last_name: 'Cruz',
    email: `${id}@example.org`,
    role: 'manager' as const,
  }
  const times = { created_at: longAgo, updated_at: longAgo, password_set_at: null }
  const row = { id, ...person, ...times, dob: null, password_hash: null, ...alive, ...change }
  await database.db.insertInto('employees').values(row).execute()
  return id
}

async function client(change: object = {}) {
  const id = randomUUID()
  await database.db
    .insertInto('clients')
    .values({ id, ...newClient(hodan, longAgo), ...alive, ...change })
    .execute()
  const history = { from_status: null, to_status: hodan.status, changed_at: longAgo, changed_by: director }
  await database.db
    .insertInto('client_status_changes')
    .values({ client_id: id, ...history })
    .execute()
  return id
}

async function note(clientId: string, change: object = {}) {
  const id = randomUUID()
  const author = { author_id: director, author_email: 'director@example.org' }
  const edit = { edited_at: longAgo, edited_by: director, edited_by_email: author.author_email }
  const row = {
    id,
    client_id: clientId,
    text: 'Called the landlord.',
    created_at: longAgo,
    ...author,
    ...edit,
  }
  await database.db
    .insertInto('notes')
    .values({ ...row, ...alive, ...change })
    .execute()
  const earlier = { version: 1, text: 'Called.', ...author, written_at: longAgo }
  await database.db
    .insertInto('note_versions')
    .values({ note_id: id, ...earlier })
    .execute()
  return id
}

async function message(change: object = {}) {
  const id = randomUUID()
  const row = { id, name: 'Bao', email: 'bao@example.org', message: 'Hello', received_at: longAgo, ...alive }
  await database.db
    .insertInto('contact_messages')
    .values({ ...row, ...change })
    .execute()
  return id
}

const restore = (id: string) =>
  restoreRecord({ trail: testTrail, db: database.db, clock: () => now, timeZone: 'UTC' }, id)
const purgeNeeds = (change: object = {}) => ({
  db: database.db,
  trail: testTrail,
  clock: () => now,
  timeZone: 'America/Chicago',
  retentionYears: 7,
  ...change,
})
const purgeBefore = (day: string, change: object = {}) => purgeDeleted(purgeNeeds(change), day)

const list = (choice: object = {}) =>
  listDeleted(database.db, { kinds: deletableKinds, timeZone: 'America/Chicago', ...choice })

const idsIn = async (
  table: 'clients' | 'notes' | 'employees' | 'contact_messages' | 'client_status_changes',
) => (await database.db.selectFrom(table).select('id').execute()).map(({ id }) => id)
const auditOf = (id: string) =>
  database.db
    .selectFrom('audit_events')
    .select(['action', 'record_kind', 'actor_id', 'at'])
    .where('record_id', '=', id)
    .execute()

test('every reference says what the purge of its record does, but for notes, which are purged with their client', async () => {
  const { rows } = await sql<{ reference: string }>`
    SELECT conrelid::regclass || '.' || attname AS reference
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confdeltype NOT IN ('c', 'n')`.execute(database.db)
  expect(rows).toEqual([{ reference: 'notes.client_id' }])
})

test('lists id, kind, day and who deleted it, oldest first, without names [T353]', async () => {
  const first = await client(deletedAt(new Date('2020-01-01T05:59:59Z')))
  const second = await note(await client(), deletedAt(new Date('2020-01-01T06:00:00Z')))
  const third = await message({ deleted_at: now })
  const fourth = await employee({ deleted_at: new Date(now.getTime() + 1000), deleted_by: director })
  expect(await list()).toBe(
    `id                                    kind             deleted     by
${first}  client           2019-12-31  director@example.org
${second}  note             2020-01-01  director@example.org
${third}  contact message  2026-06-15  —
${fourth}  employee         2026-06-15  director@example.org`,
  )
  expect((await list({ kinds: ['note'] })).split('\n')).toHaveLength(2)
})

test('restores a client with its notes, except those that were deleted one by one [T354]', async () => {
  const id = await client(deletedAt(longAgo))
  const kept = await note(id)
  await note(id, deletedAt(longAgo))
  expect(await restore(id)).toBe(`Restored the client ${id}, with its notes.`)
  const row = await database.db.selectFrom('clients').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id, version: 2, ...alive })
  const living = await database.db.selectFrom('notes').select('id').where('deleted_at', 'is', null).execute()
  expect(living).toEqual([{ id: kept }])
  expect(await auditOf(id)).toEqual([{ action: 'restored', record_kind: 'client', actor_id: null, at: now }])
})

test('restores a note, an employee and a contact message', async () => {
  const ids = {
    note: await note(await client(), deletedAt(longAgo)),
    employee: await employee(deletedAt(longAgo)),
    'contact message': await message(deletedAt(longAgo)),
  }
  for (const [kind, id] of Object.entries(ids)) {
    expect(await restore(id.toUpperCase())).toBe(`Restored the ${kind} ${id.toUpperCase()}.`)
    expect(await auditOf(id)).toMatchObject([{ action: 'restored', record_kind: kind }])
  }
  expect(await list()).toBe('Nothing is deleted.')
})

test('refuses to restore a note of a deleted client, and names the client', async () => {
  const clientId = await client(deletedAt(longAgo))
  const id = await note(clientId, deletedAt(longAgo))
  await expect(restore(id)).rejects.toThrow(
    `The note ${id} is part of a client that is deleted too. Restore that one first: npm run ops -- deleted restore ${clientId}`,
  )
  await restore(clientId)
  expect(await restore(id)).toBe(`Restored the note ${id}.`)
})

test('refuses to restore an employee whose email address is taken, in any case [T207]', async () => {
  const id = await employee({ email: 'Ana@example.org', ...deletedAt(longAgo) })
  await employee({ email: 'ana@Example.org' })
  await expect(restore(id)).rejects.toThrow(
    `The employee ${id} can't be restored: another employee has the same email address now.`,
  )
  expect(await list()).toContain(id)
  expect(await auditOf(id)).toEqual([])
})

test('refuses an unknown id and a record that is not deleted', async () => {
  for (const id of ['7', '00000000-0000-4000-8000-000000000000'])
    await expect(restore(id)).rejects.toThrow(`There is no record with the id ${id}.`)
  const id = await client()
  await expect(restore(id)).rejects.toThrow(`The client ${id} is not deleted. Nothing was changed.`)
})

test('purges a client with its notes, their versions and its status history', async () => {
  const id = await client(deletedAt(longAgo))
  const notes = [await note(id), await note(id, deletedAt(now))]
  const living = await client()
  const kept = await note(living)
  const dry = await countPurge(purgeNeeds(), '2019-01-01')
  const counts = await purgeBefore('2019-01-01')
  expect(counts).toEqual({ client: 1, note: 2, file: 0, employee: 0, 'contact message': 0 })
  expect(dry).toEqual(counts)
  expect(await idsIn('clients')).toEqual([living])
  expect(await idsIn('notes')).toEqual([kept])
  expect(await idsIn('client_status_changes')).toHaveLength(1)
  expect(await database.db.selectFrom('note_versions').select('note_id').execute()).toEqual([
    { note_id: kept },
  ])
  for (const gone of [id, ...notes])
    expect(await auditOf(gone)).toMatchObject([{ action: 'purged', at: now }])
})

test('purges an employee with sessions and links, and keeps their writing under their email', async () => {
  const id = await employee({ email: 'left@example.org', ...deletedAt(longAgo) })
  const times = {
    started_at: longAgo,
    active_at: longAgo,
    expires_at: longAgo,
    ended_at: longAgo,
    end_reason: 'x',
  }
  await database.db
    .insertInto('sessions')
    .values({ id: randomUUID(), employee_id: id, device: '', ...times })
    .execute()
  const link = {
    kind: 'reset',
    token_hash: Buffer.from('x'),
    created_at: longAgo,
    expires_at: longAgo,
  } as const
  await database.db
    .insertInto('account_links')
    .values({ employee_id: id, ...link, ended_at: null, end_reason: null })
    .execute()
  const clientId = await client({ deleted_at: now, deleted_by: id })
  const noteId = await note(clientId, { author_id: id, author_email: 'left@example.org' })
  await database.ownerDb.updateTable('client_status_changes').set({ changed_by: id }).execute()
  const other = await employee({ deleted_at: now, deleted_by: id })
  expect(await purgeBefore('2019-01-01')).toMatchObject({ employee: 1, client: 0, note: 0 })
  expect((await idsIn('employees')).toSorted()).toEqual([director, other].toSorted())
  const row = await database.db.selectFrom('notes').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ id: noteId, author_id: null, author_email: 'left@example.org' })
  expect(await list()).toContain(`${clientId}  client           2026-06-15  —`)
})

test('purges by the day in the organization’s time zone [T355]', async () => {
  await message(deletedAt(new Date('2018-03-06T05:59:59.999Z')))
  const stays = await message(deletedAt(new Date('2018-03-06T06:00:00Z')))
  expect(await purgeBefore('2018-03-06')).toMatchObject({ 'contact message': 1 })
  expect(await idsIn('contact_messages')).toEqual([stays])
})

test('refuses to purge within the retention years, and names the latest allowed day [T202]', async () => {
  const kept = await message(deletedAt(new Date('2019-06-15T12:00:00Z')))
  await expect(purgeBefore('2019-06-16')).rejects.toThrow(
    '--before must be 2019-06-15 or earlier: deleted records are kept for 7 years (RETENTION_YEARS). Nothing was removed.',
  )
  await expect(countPurge(purgeNeeds(), '2019-06-16')).rejects.toThrow(
    '--before must be 2019-06-15 or earlier',
  )
  expect(await purgeBefore('2019-06-15')).toMatchObject({ 'contact message': 0 })
  expect(await idsIn('contact_messages')).toEqual([kept])
  const leapDay = { clock: () => new Date('2028-02-29T18:00:00Z') }
  await expect(purgeBefore('2021-03-01', leapDay)).rejects.toThrow('--before must be 2021-02-28 or earlier')
})

test('purges up to today in the organization’s time zone without retention years [T203]', async () => {
  const evening = { retentionYears: 0, clock: () => new Date('2026-06-16T03:00:00Z') }
  await message(deletedAt(new Date('2026-06-16T02:00:00Z')))
  expect(await purgeBefore('2026-06-15', evening)).toMatchObject({ 'contact message': 0 })
  await expect(purgeBefore('2026-06-17', evening)).rejects.toThrow('--before must be 2026-06-16 or earlier')
  expect(await purgeBefore('2026-06-16', evening)).toMatchObject({ 'contact message': 1 })
})

test('purges more records than one batch holds, and reports progress', async () => {
  await sql`INSERT INTO contact_messages (name, email, message, received_at, deleted_at)
    SELECT 'Bao', 'bao@example.org', 'Hello', ${longAgo}, ${longAgo} FROM generate_series(1, 1234)`.execute(
    database.db,
  )
  const reported: number[] = []
  const progress = (done: number, total: number) => reported.push(done, total)
  expect(await purgeBefore('2019-01-01', { progress })).toMatchObject({ 'contact message': 1234 })
  expect(reported.slice(-2)).toEqual([1234, 1234])
  expect(await idsIn('contact_messages')).toEqual([])
})

test('purges no record whose audit row cannot be written', async () => {
  const id = await message(deletedAt(longAgo))
  await sql`ALTER TABLE audit_events ADD CONSTRAINT refused CHECK (action <> 'purged') NOT VALID`.execute(
    database.ownerDb,
  )
  try {
    await expect(purgeBefore('2019-01-01')).rejects.toThrow('refused')
  } finally {
    await sql`ALTER TABLE audit_events DROP CONSTRAINT refused`.execute(database.ownerDb)
  }
  expect(await idsIn('contact_messages')).toEqual([id])
})

test('leaves a record and its parts alone that was restored meanwhile', async () => {
  const id = await client()
  const part = await note(id)
  expect(await purge(database.db, 'client', [id], now)).toEqual([])
  expect([await idsIn('clients'), await idsIn('notes')]).toEqual([[id], [part]])
})

test('the command lists, restores and purges [T196]', async () => {
  const id = await client(deletedAt(longAgo))
  const letter = await message(deletedAt(longAgo))
  const instance = await newTestInstance({ DATABASE_URL: database.connectionString })
  try {
    const { printed } = await instance.ops('deleted', 'list', '--kind', 'client')
    expect(printed).toContain(`${id}  client           2018-03-05`)
    expect(printed).not.toContain(letter)
    expect(await instance.ops('deleted', 'restore', id)).toMatchObject({
      code: 0,
      printed: `Restored the client ${id}, with its notes.\n`,
    })
    const dry = await instance.ops('deleted', 'purge', '--before', '2019-01-01', '--dry-run')
    expect(dry.printed).toBe(
      [
        'Would permanently remove (deleted before 2019-01-01):',
        '  clients                   0',
        '  notes                     0',
        '  files                     0',
        '  employees                 0',
        '  contact messages          1',
        'Nothing was changed.\n',
      ].join('\n'),
    )
    expect(await idsIn('contact_messages')).toEqual([letter])
    const purged = await instance.ops('deleted', 'purge', '--before', '2019-01-01')
    expect(purged.printed).toContain('contact messages          1')
    expect(await idsIn('contact_messages')).toEqual([])
  } finally {
    await instance.remove()
  }
})

test('the command lists every kind, or the one that is named', async () => {
  const change = deletedAt(longAgo)
  const ids = [await client(change), await note(await client(), change), await employee(change)]
  const letter = await message(change)
  const settings = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: makeFolder(),
    SESSION_SECRET: 'rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua',
  }
  const listed = async (...parameters: string[]) => {
    const { printed } = await runOperation(deleted, settings, 'list', ...parameters)
    const [, ...lines] = printed.trim().split('\n')
    return lines.map((line) => line.split(' ')[0]).toSorted()
  }
  expect(await listed()).toEqual([...ids, letter].toSorted())
  expect(await listed('--kind', 'contact message')).toEqual([letter])
})

test.each([
  [[]],
  [['constructor']],
  [['restore']],
  [['purge', '--before', '2019-02-30']],
  [['list', '--kinds']],
  [['list', '--kind', 'backup']],
])('the command rejects the parameters %j', async (wrong) => {
  await expect(deleted.run(wrong)).rejects.toThrow('Usage: npm run ops -- deleted list')
})
