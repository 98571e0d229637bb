import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { recordSources } from '#commands/ops/verify-audit.ts'
import { authorizationEndpoints } from '#contract/authorizations/endpoints.ts'
import { clientMergeEndpoints } from '#contract/client-merges/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { clientFields } from '#contract/clients/fields.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { goalEndpoints } from '#contract/goals/endpoints.ts'
import { homeEndpoints } from '#contract/homes/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { peopleEndpoints } from '#contract/people/endpoints.ts'
import { namesOf } from '#contract/record-field.ts'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { type Keyring, readAuditKeys } from '#server/audit/keyring.ts'
import { auditTrail } from '#server/audit/store.ts'
import { verifyRecords } from '#server/audit/verify-records.ts'
import { clientRecordStores } from '#server/client-record-stores.ts'
import { importClients } from '#server/clients/import/import-clients.ts'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/database/connection.ts'
import { purgeDeleted, restoreRecord } from '#server/deleted-records/operations.ts'
import { seed } from '#server/seed/seed.ts'
import { hodan } from '#test/support/people.ts'
import { pdf } from '#test/support/pictures.ts'
import { createTestApp } from '#test/support/test-app.ts'

/* `verify-audit --records`: whether clients and notes are what their last rows say. */

const dataDir = mkdtempSync(join(tmpdir(), 'stable-housing-audit-'))
const keys = readAuditKeys(readConfig({ DATA_DIR: dataDir }, '/'))
const trail = auditTrail(keys[0])
const app = await createTestApp({ trail })
const token = await app.tokenOf('super-admin')
const reviewer = await app.tokenOf('manager')
beforeAll(() => () => rmSync(dataDir, { recursive: true }))

/** What `verify-audit --records` finds. */
const verify = (keyring: Keyring = keys, db: Connection = app.db) =>
  verifyRecords({ db, keys: keyring, progress: () => {}, sources: recordSources })

/** The same after a statement of the owner, which is then rolled back. */
async function verifyAfter(statement: string) {
  const trx = await app.ownerDb.startTransaction().execute()
  // Its snapshots would not see the statement.
  const snapshot = { setIsolationLevel: () => snapshot, setAccessMode: () => snapshot, execute }
  async function execute<T>(work: (db: Connection) => Promise<T>) {
    return await work(trx)
  }
  vi.spyOn(trx, 'transaction').mockReturnValue(snapshot as never)
  try {
    await trx.executeQuery(CompiledQuery.raw(statement))
    return await verify(keys, trx)
  } finally {
    await trx.rollback().execute()
  }
}

async function addClient(): Promise<string> {
  return (await app.send(clientEndpoints.add, { body: hodan, token })).body.id
}
async function addNote(id: string, goals: string[] = []): Promise<string> {
  const body = { text: 'Moved in.', goals }
  return (await app.send(noteEndpoints.add, { params: { id }, body, token })).body.id
}

/** A client record of each kind, changed once. */
async function addClientRecords(client: string) {
  const params = { id: client }
  const release = { kind: 'release', to: 'Hennepin County', signedOn: '2026-03-05' } as const
  const { body: paper } = await app.send(paperEndpoints.add, { params, body: release, token })
  await app.send(paperEndpoints.edit, { params: { id: paper.id }, body: { revokedOn: '2026-06-01' }, token })
  const task = { on: '2026-06-22', what: 'Ask about the lease.' }
  const { body: followUp } = await app.send(followUpEndpoints.add, { params, body: task, token })
  const edit = { params: { id: followUp.id }, body: { what: 'Call the landlord.', done: true } }
  await app.send(followUpEndpoints.edit, { ...edit, token })
  const contact = { relation: 'emergency', name: 'Sahra Warsame' } as const
  const { body: person } = await app.send(peopleEndpoints.add, { params, body: contact, token })
  await app.send(peopleEndpoints.edit, { params: { id: person.id }, body: { mayContact: true }, token })
  const lease = { kind: 'lease', movedInOn: '2026-03-05' } as const
  const { body: home } = await app.send(homeEndpoints.add, { params, body: lease, token })
  await app.send(homeEndpoints.edit, { params: { id: home.id }, body: { rent: 900 }, token })
  const file = await app.sendRaw({
    method: 'POST',
    url: `/api/clients/${client}/files`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''Lease.pdf",
    },
    payload: pdf(),
  })
  const plan = { text: 'Find an apartment', agreedOn: '2026-03-05' }
  const { body: goal } = await app.send(goalEndpoints.add, { params, body: plan, token })
  const reached = { state: 'reached', stateOn: '2026-06-01' } as const
  await app.send(goalEndpoints.edit, { params: { id: goal.id }, body: reached, token })
  const days = { startsOn: '2026-01-01', endsOn: '2026-12-31' }
  const body = { payer: 'Hennepin County', service: 'housingTransition', ...days, minutes: 600 } as const
  const { body: added } = await app.send(authorizationEndpoints.add, { params, body, token })
  const change = { params: { id: added.id }, body: { number: '4711' }, token }
  await app.send(authorizationEndpoints.edit, change)
  return {
    paper: paper.id,
    followUp: followUp.id,
    person: person.id,
    home: home.id,
    goal: goal.id,
    file: file.body.id,
    authorization: added.id,
  }
}

/** Returns the id of the disclosure. */
async function makePacket(client: string): Promise<string> {
  const body = { recipient: 'County', purpose: 'Review', basis: 'Law', from: '2026-01-01', include: {} }
  const made = await app.send(recordPacketEndpoints.make, { params: { id: client }, body, token })
  expect(made.status).toBe(200)
  const stored = app.db.selectFrom('disclosures').select('id').where('client_id', '=', client)
  return (await stored.executeTakeFirstOrThrow()).id
}

/**
 * A client with a note that has two earlier texts, a note that was never edited, and client records. Drawing the packet takes
 * longer than all the rest.
 */
async function addRecords({ withPacket = false } = {}) {
  const client = await addClient()
  const note = await addNote(client)
  for (const text of ['Moved out.', 'Moved in again.']) {
    app.context.now = new Date(app.context.now.getTime() + 1_000)
    await app.send(noteEndpoints.edit, { params: { id: client, noteId: note }, body: { text }, token })
  }
  const records = await addClientRecords(client)
  const other = await addNote(client, [records.goal])
  await app.send(noteEndpoints.sign, { params: { id: client, noteId: other }, body: { version: 1 }, token })
  return { client, note, other, ...records, packet: withPacket ? await makePacket(client) : '' }
}

/** A note with all facts of a service that is signed, reviewed by another, edited, and signed again. */
async function attestAndEdit(id: string): Promise<void> {
  const body = {
    text: 'Toured two apartments.',
    sign: true,
    serviceDate: '2026-06-15',
    startTime: '09:00',
    endTime: '09:45',
    service: 'housingTransition',
    contact: 'in-person',
    place: 'Library',
  } as const
  const { body: note } = await app.send(noteEndpoints.add, { params: { id }, body, token })
  const params = { id, noteId: note.id }
  const review = { params, body: { version: 1, comment: 'Seen.' }, token: reviewer }
  expect(await app.send(noteEndpoints.review, review)).toMatchObject({
    body: { signedAt: expect.any(String) },
  })
  const edit = { text: note.text, endTime: '10:00' }
  expect(await app.send(noteEndpoints.edit, { params, body: edit, token })).toMatchObject({
    status: 200,
    body: { minutes: 60, signedAt: null, reviewedAt: null },
  })
  expect(await app.send(noteEndpoints.sign, { params, body: { version: 2 }, token })).toMatchObject({
    status: 200,
  })
}

test('adding, editing, deleting and restoring a client or a note each prove what was stored [T474]', async () => {
  const [kept, back, left] = [await addClient(), await addClient(), await addClient()]
  const [removed, restored] = [await addNote(kept.toUpperCase()), await addNote(kept)]
  for (const body of [
    { ...hodan, phone: '6125550111' },
    { ...hodan, status: 'inactive' as const },
  ])
    await app.send(clientEndpoints.edit, { params: { id: kept }, body, token })
  for (const noteId of [removed, restored])
    await app.send(noteEndpoints.remove, { params: { id: kept, noteId }, token })
  for (const id of [back, left]) await app.send(clientEndpoints.remove, { params: { id }, token })
  const context = { db: app.db, trail, clock: () => app.context.now, timeZone: 'UTC' }
  for (const id of [restored, back]) await restoreRecord(context, id)
  const params = { id: kept, noteId: restored }
  await app.send(noteEndpoints.edit, { params, body: { text: 'Came back.' }, token })
  await attestAndEdit(kept)
  const { goal } = await addClientRecords(kept)
  await addClientRecords(back)
  const served = { text: 'Toured two apartments.', goals: [goal] }
  await app.send(noteEndpoints.add, { params: { id: kept }, body: served, token })
  await makePacket(kept)
  const withNote = { text: 'Toured two apartments.', followUp: { on: '2026-06-22', what: 'Call.' } }
  await app.send(noteEndpoints.add, { params: { id: kept }, body: withNote, token })
  // Open follow-ups go along with their client.
  const { assigned_to: worker } = await app.db
    .selectFrom('follow_ups')
    .select('assigned_to')
    .where('note_id', 'is not', null)
    .executeTakeFirstOrThrow()
  for (const assignedTo of [worker, null])
    await app.send(clientEndpoints.edit, { params: { id: kept }, body: { ...hodan, assignedTo }, token })
  const { status, ...imported } = hodan
  await importClients(app.db, [{ row: 2, input: imported, warnings: [] }], {
    trail,
    now: app.context.now,
    duplicates: 'add',
    dryRun: false,
  })
  expect(await verify()).toMatchObject({
    differences: [],
    proven: {
      client: 4,
      note: 5,
      'record packet': 1,
      file: 2,
      paper: 2,
      person: 2,
      home: 2,
      'follow-up': 3,
      goal: 2,
      authorization: 2,
    },
    madeUp: 0,
    missing: { count: 0 },
  })
  const rows = await app.audited({ record_id: restored }, 'action', 'details')
  expect(rows.map(({ action, details }) => [action, details.version, details.fields])).toEqual([
    ['added', 1, ['text']],
    ['deleted', 2, undefined],
    ['restored', 3, undefined],
    ['edited', 4, ['text']],
  ])
})

async function countClientRecords(): Promise<number> {
  let count = 0
  for (const store of Object.values(clientRecordStores)) count += await store.count(app.db)
  return count
}

const changed = (record: string) =>
  `The ${record} does not match what row \\d+ recorded: it has been changed since\\.`

let records: ReturnType<typeof addRecords> | undefined

test.for<[statement: string, difference: string]>([
  ["UPDATE notes SET text = 'Nothing happened.' WHERE id = $note", changed('note $note')],
  ["UPDATE notes SET text = text || ' ' WHERE id = $other", changed('note $other')],
  ["UPDATE notes SET author_email = 'x@example.org' WHERE id = $other", changed('note $other')],
  ["UPDATE notes SET created_at = created_at - interval '1 day' WHERE id = $other", changed('note $other')],
  [
    "UPDATE notes SET created_at = (to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00 BC')::timestamptz WHERE id = $other",
    changed('note $other'),
  ],
  ['UPDATE notes SET corrects = id WHERE id = $other', changed('note $other')],
  ['UPDATE notes SET outcome_of = id WHERE id = $other', changed('note $other')],
  ["UPDATE note_signatures SET title = 'Director' WHERE note_id = $other", changed('note $other')],
  ['DELETE FROM note_signatures WHERE note_id = $other', changed('note $other')],
  [
    "INSERT INTO note_reviews (note_id, version, reviewed_at, employee_id, email, name) VALUES ($other, 1, now(), $invented, 'x@example.org', 'X')",
    changed('note $other'),
  ],
  ['UPDATE notes SET deleted_at = now() WHERE id = $other', changed('note $other')],
  ["UPDATE notes SET deleted_at = 'infinity' WHERE id = $other", changed('note $other')],
  ['UPDATE notes SET version = 9 WHERE id = $other', changed('note $other')],
  // The text of an earlier version, with that version's number.
  [
    `UPDATE notes SET (text, version, edited_at, edited_by_email) = (SELECT text, 1, NULL::timestamptz, NULL
       FROM note_versions WHERE note_id = notes.id AND version = 1) WHERE id = $note`,
    changed('note $note'),
  ],
  [
    "UPDATE note_versions SET text = 'Never.' WHERE note_id = $note AND version = 2",
    'Version 2 of the note $note does not match what row \\d+ recorded\\.',
  ],
  [
    'DELETE FROM note_versions WHERE note_id = $note AND version = 1',
    'The note $note has fewer earlier versions \\(1\\) than the audit trail has edits \\(2\\)\\.',
  ],
  ['DELETE FROM notes WHERE id = $other', 'The note $other is gone: row \\d+ names it, and no row says'],
  ["UPDATE clients SET phone = '6125550000' WHERE id = $client", changed('client $client')],
  ["UPDATE clients SET date_of_birth = '1990-01-01' WHERE id = $client", changed('client $client')],
  ["UPDATE clients SET alert = 'Call at night.' WHERE id = $client", changed('client $client')],
  ['UPDATE notes SET minutes = 600 WHERE id = $other', changed('note $other')],
  ['UPDATE notes SET ends_next_day = true WHERE id = $other', changed('note $other')],
  ['UPDATE clients SET status = NULL WHERE id = $client', changed('client $client')],
  ['UPDATE clients SET deleted_at = now() WHERE id = $client', changed('client $client')],
  ['UPDATE papers SET "to" = \'Anyone\' WHERE id = $paper', changed('paper $paper')],
  ["UPDATE follow_ups SET what = 'Nothing.' WHERE id = $followUp", changed('follow-up $followUp')],
  ["UPDATE files SET name = 'Other.pdf' WHERE id = $file", changed('file $file')],
  ["UPDATE file_pieces SET bytes = '%PDF-2.0' WHERE file_id = $file", changed('file $file')],
  ['DELETE FROM file_pieces WHERE file_id = $file', changed('file $file')],
  ["UPDATE files SET sha256 = 'aa' WHERE id = $file", changed('file $file')],
  ['UPDATE follow_ups SET done_by = NULL WHERE id = $followUp', changed('follow-up $followUp')],
  ['UPDATE follow_ups SET note_id = $note WHERE id = $followUp', changed('follow-up $followUp')],
  ['UPDATE people SET may_contact = NULL WHERE id = $person', changed('person $person')],
  ["UPDATE homes SET moved_in_on = '2026-03-04' WHERE id = $home", changed('home $home')],
  ["UPDATE goals SET text = 'None' WHERE id = $goal", changed('goal $goal')],
  ["UPDATE goals SET state = 'open', state_on = NULL WHERE id = $goal", changed('goal $goal')],
  ['UPDATE notes SET goals = ARRAY[$invented::uuid] WHERE id = $other', changed('note $other')],
  ['UPDATE papers SET revoked_on = NULL WHERE id = $paper', changed('paper $paper')],
  ['UPDATE papers SET created_by = edited_by, edited_by = NULL WHERE id = $paper', changed('paper $paper')],
  ["UPDATE papers SET edited_at = edited_at - interval '1 day' WHERE id = $paper", changed('paper $paper')],
  ['UPDATE papers SET version = 1 WHERE id = $paper', changed('paper $paper')],
  [
    'UPDATE authorizations SET minutes = 60 WHERE id = $authorization',
    changed('authorization $authorization'),
  ],
  ["UPDATE disclosures SET recipient = 'Nobody' WHERE id = $packet", changed('record packet $packet')],
  ["UPDATE disclosures SET purpose = 'None' WHERE id = $packet", changed('record packet $packet')],
  ["UPDATE disclosures SET basis = 'Consent' WHERE id = $packet", changed('record packet $packet')],
  ['UPDATE disclosures SET basis = NULL WHERE id = $packet', changed('record packet $packet')],
  ["UPDATE disclosures SET sha256 = 'aa' WHERE id = $packet", changed('record packet $packet')],
  ['UPDATE disclosures SET from_day = NULL WHERE id = $packet', changed('record packet $packet')],
  [
    "UPDATE disclosures SET made_at = made_at - interval '1 day' WHERE id = $packet",
    changed('record packet $packet'),
  ],
  [
    'DELETE FROM disclosures WHERE id = $packet',
    'The record packet $packet is gone: row \\d+ names it, and no row says',
  ],
  [
    `INSERT INTO disclosures (id, client_id, made_at, name, recipient, purpose, sha256)
     VALUES ($invented, $client, now(), 'A', 'B', 'C', 'aa')`,
    'The record packet $invented has no row in the audit trail: this program did not write it\\.',
  ],
  ['DELETE FROM papers WHERE id = $paper', 'The paper $paper is gone: row \\d+ names it, and no row says'],
  [
    `INSERT INTO papers (id, client_id, kind, signed_on, created_at) VALUES ($invented, $client, 'lease', '2020-01-01', '2020-01-01')`,
    'The paper $invented has no row in the audit trail: this program did not write it\\.',
  ],
  [
    'UPDATE clients SET made_up = true WHERE id = $client',
    'The client $client is marked as made up, but row',
  ],
  [
    `INSERT INTO notes (id, client_id, text, author_email, created_at) VALUES ($invented, $client, 'Invented.', 'a@example.org', '2020-01-01')`,
    'The note $invented has no row in the audit trail: this program did not write it\\.',
  ],
])('names what is changed behind the program’s back by %s [T475]', async ([statement, difference]) => {
  records ??= addRecords({ withPacket: true })
  const ids: Record<string, string> = { ...(await records), invented: crypto.randomUUID() }
  const { differences } = await verifyAfter(statement.replace(/\$(\w+)/g, (_, name) => `'${ids[name]}'`))
  expect(differences).toEqual([
    expect.stringMatching(new RegExp(difference.replace(/\$(\w+)/g, (_, name) => ids[name] ?? ''))),
  ])
})

test('merging two clients and undoing it prove what was stored each time, earlier versions included [T1494]', async () => {
  const before = await verify()
  const [kept, merged] = [await addClient(), await addRecords({ withPacket: true })]
  await attestAndEdit(merged.client)
  const merge = async (id: string, other: string) => {
    const versionOf = async (id: string) =>
      (await app.send(clientEndpoints.get, { params: { id }, token })).body.version
    const versions = { version: await versionOf(id), otherVersion: await versionOf(other) }
    const body = { other, ...versions, values: {} }
    expect(await app.send(clientMergeEndpoints.merge, { params: { id }, body, token })).toMatchObject({
      status: 200,
    })
  }
  const undo = async (id: string) => {
    const [{ id: mergeId }] = (await app.send(clientMergeEndpoints.list, { params: { id }, token })).body
    expect(await app.send(clientMergeEndpoints.undo, { params: { id, mergeId }, token })).toMatchObject({
      status: 200,
    })
  }
  const edit = async (client: string, text: string) => {
    const params = { id: client, noteId: merged.note }
    await app.send(noteEndpoints.edit, { params, body: { text }, token })
    const change = { params: { id: merged.goal }, body: { outcome: text }, token }
    expect(await app.send(goalEndpoints.edit, change)).toMatchObject({ status: 200 })
  }
  await merge(kept, merged.client)
  const afterMerge = await verify()
  expect(afterMerge.differences).toEqual(before.differences)
  expect(afterMerge.proven.note).toBe(before.proven.note + 3)
  await edit(kept, 'Written at the client who stays.')
  await undo(kept)
  expect((await verify()).differences).toEqual(before.differences)
  await edit(merged.client, 'And at the other one again.')
  expect((await verify()).differences).toEqual(before.differences)
  // What is kept for undoing a merge can't be changed unnoticed either, nor be invented.
  await merge(kept, merged.client)
  await app.ownerDb.executeQuery(
    CompiledQuery.raw(`UPDATE client_merges SET before = '{"phone": "6125550000"}' WHERE client_id = $1`, [
      kept,
    ]),
  )
  await app.pool.query(
    `INSERT INTO client_merges (client_id, merged, merged_at, before, version, moved)
     VALUES ($1, $2, now(), '{}', 1, '{}')`,
    [merged.client, crypto.randomUUID()],
  )
  const forged = (await verify()).differences.filter((found) => !before.differences.includes(found))
  const named = [/^The client merge .+ has no row in the audit trail/, /^The client merge .+ does not match/]
  for (const sentence of named) expect(forged).toContainEqual(expect.stringMatching(sentence))
  // The merge that was undone before is among them.
  expect(forged).toHaveLength(3)
  // What nobody moved, is named.
  const moveNote = (to: string) =>
    app.ownerDb.executeQuery(
      CompiledQuery.raw('UPDATE notes SET client_id = $1 WHERE id = $2', [to, merged.other]),
    )
  await moveNote(merged.client)
  expect((await verify()).differences).toContainEqual(
    expect.stringMatching(`^The note ${merged.other} does not match`),
  )
  await moveNote(kept)
  await app.ownerDb.deleteFrom('client_merges').execute()
})

test('counts records from seed as not covered [T476]', async () => {
  const [before, recordsBefore] = [await verify(), await countClientRecords()]
  await seed(
    app.db,
    { clients: 2, notes: 3, employees: 1, messages: 0 },
    { trail, now: app.context.now, timeZone: 'America/Chicago' },
  )
  const records = (await countClientRecords()) - recordsBefore
  expect(records).toBeGreaterThan(0)
  expect(await verify()).toEqual({ ...before, madeUp: 5 + records })
})

test('records from seed that have moved to a real client are covered, and their earlier versions are not missed [T1495]', async () => {
  const before = await verify()
  await seed(
    app.db,
    { clients: 6, notes: 60, employees: 1, messages: 0 },
    { trail, now: app.context.now, timeZone: 'America/Chicago' },
  )
  const { rows } = await sql<{ id: string; version: number }>`
    SELECT id, version FROM clients WHERE made_up AND deleted_at IS NULL AND EXISTS (
      SELECT FROM client_record_versions WHERE client_id = clients.id
    ) AND EXISTS (SELECT FROM notes WHERE client_id = clients.id)`.execute(app.db)
  const [made] = rows
  if (!made) throw new Error('seed has edited no record of a client with notes')
  const { body: real } = await app.send(clientEndpoints.add, { body: hodan, token })
  const body = {
    ...{ other: made.id, version: real.version, otherVersion: made.version },
    values: Object.fromEntries(namesOf(clientFields).map((name) => [name, 'this'])) as never,
  }
  const merge = { params: { id: real.id }, body, token }
  expect(await app.send(clientMergeEndpoints.merge, merge)).toMatchObject({ status: 200 })
  const { differences, proven } = await verify()
  expect(differences).toEqual(before.differences)
  expect(proven.note).toBeGreaterThan(before.proven.note)
})

test('says which key is missing, and does not report the records as changed', async () => {
  const [other] = readAuditKeys(readConfig({ DATA_DIR: join(dataDir, 'other') }, '/'))
  const [before, found] = [await verify(), await verify([other])]
  expect(found.missing.ids).toEqual(new Set([keys[0].id]))
  expect(found.missing.count).toBeGreaterThan(0)
  expect(found.differences.length).toBeLessThanOrEqual(before.differences.length)
  expect(await verify([other, ...keys])).toEqual(before)
})

test('names an earlier version of a client record that the owner changed or removed [T979]', async () => {
  const { paper } = await addRecords()
  const before = await verify()
  const owner = app.ownerDb.updateTable('client_record_versions').where('record_id', '=', paper)
  await owner.set({ record: sql`record || '{"to": "Anyone"}'` }).execute()
  const { differences } = await verify()
  expect(differences.filter((found) => !before.differences.includes(found))).toEqual([
    expect.stringMatching(`^Version 1 of the paper ${paper} does not match what row \\d+ recorded\\.$`),
  ])
  await app.ownerDb.deleteFrom('client_record_versions').where('record_id', '=', paper).execute()
  expect((await verify()).differences.filter((found) => !before.differences.includes(found))).toEqual([
    `The paper ${paper} has fewer earlier versions (0) than the audit trail has edits (1).`,
  ])
})

test.each([
  ["UPDATE client_record_versions SET kind = 'other'", 'The paper $paper has fewer earlier versions'],
  ['UPDATE client_record_versions SET version = 99', 'Version 99 of the paper $paper has no row'],
  [
    'UPDATE client_record_versions SET record = (SELECT to_jsonb(papers) FROM papers WHERE id = record_id)',
    'Version 1 of the paper $paper does not match',
  ],
])('names an earlier version that the owner forged by %s [T984]', async (statement, difference) => {
  const { paper } = await addRecords()
  await app.ownerDb.executeQuery(CompiledQuery.raw(`${statement} WHERE record_id = $1`, [paper]))
  const found = (await verify()).differences.filter((sentence) => sentence.includes(paper))
  expect(found).toEqual([expect.stringMatching(`^${difference.replace('$paper', paper)}`)])
})

test('names an earlier version that the app’s role invents, and still comes to an end [T985]', async () => {
  const papers = [(await addRecords()).paper, (await addRecords()).paper]
  const [first = '', last = ''] = papers.toSorted()
  await app.pool.query(
    `INSERT INTO client_record_versions (kind, record_id, version, client_id, record)
     SELECT kind, $2, 0, client_id, record FROM client_record_versions WHERE record_id = $1`,
    [first, last],
  )
  const found = (await verify()).differences.filter((sentence) => sentence.includes(last))
  expect(found).toEqual([`Version 0 of the paper ${last} has no row in the audit trail.`])
})

test('names a removed record although one of another kind has its id [T986]', async () => {
  const { paper } = await addRecords()
  await app.ownerDb.executeQuery(
    CompiledQuery.raw(
      `WITH removed AS (DELETE FROM papers WHERE id = $1 RETURNING id, client_id)
       INSERT INTO follow_ups (id, client_id, "on", what, created_at)
       SELECT id, client_id, '2020-01-01', 'Call.', '2020-01-01' FROM removed`,
      [paper],
    ),
  )
  const found = (await verify()).differences.filter((sentence) => sentence.includes(paper))
  expect(found).toContainEqual(expect.stringMatching(`^The paper ${paper} is gone`))
})

test('does not report a client record as lost that was purged with its client [T969]', async () => {
  const { client } = await addRecords({ withPacket: true })
  const before = await verify()
  await app.send(clientEndpoints.remove, { params: { id: client }, token })
  const clock = () => new Date(app.context.now.getTime() + 48 * 60 * 60 * 1000)
  await purgeDeleted({ db: app.db, trail, clock, timeZone: 'UTC', retentionYears: 0 }, '2026-06-17')
  expect((await verify()).differences).toEqual(before.differences)
})
