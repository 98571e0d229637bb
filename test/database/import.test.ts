import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addSuperAdmin, deleteEmployee } from '#server/employees/store.ts'
import { ana, bao, header, prepareImport, rest } from '#test/support/client-import.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

const now = new Date('2026-06-15T15:00:00Z')

const desk = await prepareImport(now)
afterAll(() => desk.close())
beforeEach(() => desk.clear())

test('creates a client for each row, with status history and audit row', async () => {
  expect(await desk.importText([ana, `Zoë,Unknown,Mar 5 1984,${rest.replace('Active', '')}`])).toEqual([
    'Imported 2 clients.',
  ])
  const [first, second] = await desk.clients()
  expect(first).toEqual({
    id: expect.any(String),
    first_name: 'Ana',
    last_name: 'Cruz',
    phone: '6125550142',
    date_of_birth: '1984-03-05',
    address: '1420 Cedar Ave, Minneapolis',
    status: 'active',
    service: 'Housing Transition',
  })
  expect(second).toMatchObject({ first_name: 'Zoë', status: null })
  const id = String(first?.id)
  const history = await desk.db
    .selectFrom('client_status_changes')
    .select(['from_status', 'to_status', 'changed_by', 'changed_at'])
    .where('client_id', '=', id)
    .execute()
  expect(history).toEqual([{ from_status: null, to_status: 'active', changed_by: null, changed_at: now }])
  const audited = await desk.db
    .selectFrom('audit_events')
    .select(['action', 'record_kind', 'actor_id', 'details'])
    .where('record_id', '=', id)
    .execute()
  expect(audited).toEqual([
    {
      action: 'added',
      record_kind: 'client',
      actor_id: null,
      details: expect.objectContaining({ source: 'import' }),
    },
  ])
})

test('stops at a duplicate in the file or among clients, unless --duplicates decides', async () => {
  await desk.importText([bao])
  const [existing] = await desk.clients()
  const rows = [
    ana,
    `ÁNA,cruz,1984-03-05,${rest}`,
    `Ana,Cruz,1984-03-06,${rest}`,
    `BAO,yang,4/12/1990,${rest}`,
  ]
  await expect(desk.importText(rows)).rejects.toThrow(
    [
      'Row 3: Same name and date of birth as row 2.',
      `Row 5: Same name and date of birth as client ${existing?.id}.`,
      'Nothing was imported: 2 rows may be duplicates. Use --duplicates skip to leave such rows out, or --duplicates add to add them anyway.',
    ].join('\n'),
  )
  expect(await desk.count()).toBe(1)
  expect((await desk.importText(rows, { duplicates: 'skip', dryRun: true })).at(-1)).toBe(
    'Dry run: 2 clients would be imported, 2 rows skipped. Nothing was changed.',
  )
  expect((await desk.importText(rows, { duplicates: 'skip' })).at(-1)).toBe(
    'Imported 2 clients, 2 rows skipped.',
  )
  expect((await desk.clients()).map(({ first_name }) => first_name).toSorted()).toEqual(['Ana', 'Ana', 'Bao'])
  expect((await desk.importText(rows, { duplicates: 'add' })).at(-1)).toBe('Imported 4 clients.')
  expect(await desk.count()).toBe(7)
})

test('warns of a row whose name resembles a client with the same date of birth, as the form does', async () => {
  await desk.importText([`Mai Yer,Vang-Xiong,1984-03-05,${rest}`])
  const [existing] = await desk.clients()
  const rows = [`Mai Yer,Vang Xiong,1984-03-05,${rest}`, `Mai Yer,Vang Xiong,1984-03-06,${rest}`]
  for (const dryRun of [true, false])
    expect((await desk.importText(rows, { dryRun }))[0]).toBe(
      `Row 2: Similar name and same date of birth as client ${existing?.id}.`,
    )
})

test('warns of a row with the PMI of a client or of an earlier row, and imports it [T1208]', async () => {
  const table = (...rows: string[]) => [`${header},PMI`, ...rows].join('\n')
  await desk.importFile(table(`${ana},01234567`))
  const [existing] = await desk.clients()
  const rows = table(
    `Xee,Thao,1975-01-12,${rest},01234567`,
    `Deqa,Abdi,1988-02-29,${rest},76543210`,
    `Deka,Abdi,1988-02-29,${rest},7654-3210`,
    `${bao},`,
    `Bao,Vue,1991-01-01,${rest},`,
  )
  const { code, printed } = await desk.importFile(rows)
  expect(code).toBe(0)
  expect(printed.trimEnd().split('\n').slice(-3)).toEqual([
    `Row 2: Same PMI as client ${existing?.id}.`,
    'Row 4: Same PMI as row 3.',
    'Imported 5 clients.',
  ])
})

test('a dry run shows the first names with letters other than A to Z, which tell a wrong encoding', async () => {
  const rows = [bao, `JosÃ©,Cruz,1984-03-05,${rest}`]
  const warning = 'Row 3: Check that these letters are right (found "JosÃ© Cruz").'
  expect((await desk.importText(rows, { dryRun: true }))[0]).toBe(warning)
  expect(await desk.importText(rows)).toEqual(['Imported 2 clients.'])
})

test('imports a text that begins like a formula unchanged, and reports it', async () => {
  const formula = '"=HYPERLINK(""http://x"")"'
  expect(
    await desk.importText([ana, `Bao,${formula},1990-04-12,${rest}`, ana], { duplicates: 'skip' }),
  ).toEqual([
    'Row 3, last name: This begins like a formula; it is imported as text (found "=HYPERLINK("http://x")").',
    'Row 4: Same name and date of birth as row 2.',
    'Imported 2 clients, 1 row skipped.',
  ])
  expect((await desk.clients()).map(({ last_name }) => last_name)).toContain('=HYPERLINK("http://x")')
})

test('does not treat a deleted client as a duplicate', async () => {
  await desk.importText([ana])
  await desk.db.updateTable('clients').set({ deleted_at: now }).execute()
  expect(await desk.importText([ana])).toEqual(['Imported 1 client.'])
})

test('of two imports of the same file at the same time one stops', async () => {
  const outcomes = await Promise.allSettled([desk.importText([ana, bao]), desk.importText([ana, bao])])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await desk.count()).toBe(2)
})

test('rolls back all rows and audit rows when the database refuses one [T330]', async () => {
  const audited = () => desk.db.selectFrom('audit_events').select('id').execute()
  const before = await audited()
  const many = Array.from({ length: 1500 }, (_, n) => `Ana${n},Cruz,1984-03-05,${rest}`)
  await sql`ALTER TABLE clients ADD CONSTRAINT refused CHECK (first_name <> 'Ana1400')`.execute(desk.ownerDb)
  try {
    await expect(desk.importText(many)).rejects.toThrow('refused')
  } finally {
    await sql`ALTER TABLE clients DROP CONSTRAINT refused`.execute(desk.ownerDb)
  }
  expect(await desk.count()).toBe(0)
  expect(await audited()).toEqual(before)
  expect(await desk.importText([ana])).toEqual(['Imported 1 client.'])
})

test('a dry run checks everything, keeps nothing, and reports progress [T329]', async () => {
  const progress: unknown[] = []
  const onProgress = (...step: unknown[]) => progress.push(step)
  const rows = Array.from({ length: 1200 }, (_, n) => `Ana,Cruz${n},1984-03-05,${rest}`)
  expect(await desk.importText(rows, { dryRun: true, onProgress })).toEqual([
    'Dry run: 1,200 clients would be imported. Nothing was changed.',
  ])
  expect(progress).toHaveLength(1212)
  expect(progress[1199]).toEqual(['Checking', 1200, 1200])
  expect(progress.slice(1200)).toEqual(
    [...Array(12).keys()].map((batch) => 100 * (batch + 1)).map((done) => ['Importing', done, 1200]),
  )
  expect(await desk.count()).toBe(0)
})

test('imports several thousand rows, and detects all of them the second time', async () => {
  const bornOn = (day: number) => new Date(Date.UTC(1950, 0, day)).toISOString().slice(0, 10)
  const rows = Array.from({ length: 2_500 }, (_, n) => `Ana,Cruz${n},${bornOn(n)},${rest}`)
  expect(await desk.importText(rows)).toEqual(['Imported 2,500 clients.'])
  expect(await desk.count()).toBe(2_500)
  await expect(desk.importText(rows)).rejects.toThrow('Nothing was imported: 2,500 rows may be duplicates.')
  expect(await desk.count()).toBe(2_500)
})

test('refuses a worker who is deleted while the file is imported', async () => {
  const worker = String(await addSuperAdmin(desk.db, 'omar@example.org', now))
  const imported = await desk.db.transaction().execute(async (trx) => {
    await deleteEmployee(trx, worker, worker, now)
    const importing = desk.importFile(`${header},Worker\n${ana},omar@example.org\n${bao},\n`)
    await untilWaiting(desk.ownerDb)
    return { importing }
  })
  const { code, errorOutput } = await imported.importing
  expect({ code, clients: await desk.count() }).toEqual({ code: 1, clients: 0 })
  expect(errorOutput.trimEnd().split('\n')).toEqual([
    'Row 2, worker: No employee has this email address or full name.',
    'Nothing was imported: the worker of 1 row has just been deleted.',
  ])
})
