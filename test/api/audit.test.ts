import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { trainingEndpoints } from '#contract/training/endpoints.ts'
import type { AuditEvent } from '#server/audit/store.ts'
import { viewLog } from '#server/audit/view-log.ts'
import { amina, hodan, origin } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'

const app = await createTestApp()
const token = await app.tokenOf('manager')
await app.send(clientEndpoints.add, { body: hodan, token })

test('the database refuses to change or delete an audit row, even for the owner of the table [T434]', async () => {
  const db = app.ownerDb
  await expect(db.updateTable('audit_events').set({ action: 'nothing' }).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit_seals').execute()).rejects.toThrow('append-only')
  expect((await db.selectFrom('audit_events').selectAll().execute()).length).toBeGreaterThan(0)
})

test('nothing is added, changed, deleted, restored or exported without its audit row [T442]', async () => {
  const chief = await app.tokenOf('super-admin')
  const send = (endpoint: EndpointDefinition, params: object, body?: object) =>
    app.send(endpoint, { params: params as Record<string, string>, body, token: chief })
  const { id } = (await send(clientEndpoints.add, {}, hodan)).body
  const gone = (await send(clientEndpoints.add, {}, hodan)).body
  await send(clientEndpoints.remove, { id: gone.id })
  const noteId = (await send(noteEndpoints.add, { id }, { text: 'Before.' })).body.id
  const employee = { id: (await send(employeeEndpoints.add, {}, amina)).body.id }
  const message = { name: 'Ana', email: 'ana@example.org', message: 'Please call me.' }
  const calls: [EndpointDefinition, params: object, body?: object][] = [
    [clientEndpoints.add, {}, hodan],
    [clientEndpoints.edit, { id }, { ...hodan, status: 'inactive' }],
    [clientEndpoints.remove, { id }],
    [clientEndpoints.exportCsv, {}, {}],
    [noteEndpoints.add, { id }, { text: 'Unseen.' }],
    [noteEndpoints.edit, { id, noteId }, { text: 'After.' }],
    [noteEndpoints.remove, { id, noteId }],
    [employeeEndpoints.add, {}, { ...amina, email: 'another@example.org' }],
    [employeeEndpoints.edit, employee, { ...amina, phone: '6125550199' }],
    [employeeEndpoints.changeRole, employee, { role: 'admin' }],
    [employeeEndpoints.remove, employee],
    [contactEndpoints.send, {}, message],
    [deletedRecordEndpoints.restore, { id: gone.id }],
  ]
  const tables = [
    ...(['clients', 'client_status_changes', 'notes', 'note_versions', 'last_notes'] as const),
    ...(['employees', 'contact_messages', 'outbox', 'throttling'] as const),
  ]
  const stored = () => Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
  const before = await stored()
  await app.withoutAudit(async () => {
    for (const [endpoint, params, body] of calls) {
      const { status } = await send(endpoint, params, body)
      expect(status, `${endpoint.method} ${endpoint.path}`).toBe(500)
    }
  })
  expect(await stored()).toEqual(before)
})

test.each(['clients', 'notes'])(
  'a row of %s that fails at commit leaves no audit row [T443]',
  async (table) => {
    const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token })
    const refusing = sql.table(table)
    await sql`
    CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE CONSTRAINT TRIGGER refuse_at_commit AFTER INSERT ON ${refusing}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(app.ownerDb)
    const before = await app.audited({ action: 'added' }, 'record_id')
    const failing =
      table === 'clients'
        ? app.send(clientEndpoints.add, { body: hodan, token })
        : app.send(noteEndpoints.add, { params: { id: client.id }, body: { text: 'Never was.' }, token })
    expect((await failing).status).toBe(500)
    await sql`DROP TRIGGER refuse_at_commit ON ${refusing}`.execute(app.ownerDb)
    expect(await app.audited({ action: 'added' }, 'record_id')).toEqual(before)
  },
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('log line and audit row of a call carry the id that its answer names, whatever id was sent [T455]', async () => {
  const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token })
  const chosen = crypto.randomUUID()
  const headers = { 'x-request-id': chosen, 'request-id': chosen }
  const answer = await app.send(clientEndpoints.get, { params: { id: client.id }, token, headers })
  const id = answer.headers['x-request-id']
  expect(id).toMatch(uuid)
  expect(id).not.toBe(chosen)
  const logged = app.logged.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id)
  expect(logged).toMatchObject([{ msg: 'answered', route: '/api/clients/:id' }])
  const row = { action: 'viewed', record_id: client.id }
  expect(await app.audited(row, 'request_id', 'network')).toEqual([
    { request_id: id, network: logged[0].network },
  ])
})

test.each(['/api/nothing', '/api/clients', '/api/clients/%FF', '/nothing.js', '/%FF'])(
  'names a request’s id in the answer to a call that fails: %s [T456]',
  async (url) => {
    const ids = [await app.sendRaw({ url }), await app.sendRaw({ url })].map(
      ({ headers }) => headers['x-request-id'],
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) {
      expect(id).toMatch(uuid)
      expect(app.logged.some((line) => JSON.parse(line).reqId === id)).toBe(true)
    }
  },
)

test('rows hold the session, a hash of the network and the request, from signing in to signing out [T458]', async () => {
  const id = await app.employ('employee', 'roaming@example.org')
  const login = (ip: string, typed = password) =>
    app.sendRaw({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: ip,
      payload: { email: 'roaming@example.org', password: typed },
    })
  const answers = [
    await login('192.0.2.1', 'a wrong one'),
    await login('2001:db8::1'),
    await login('2001:db8::2'),
  ]
  await app.send(sessionEndpoints.logout, { token: answers[1]?.body.token })
  const rows = await app.audited({ record_id: id }, 'action', 'session_id', 'network', 'request_id')
  expect(rows.map(({ action }) => action)).toContain('set password')
  const [refused, first, second, out] = rows.slice(-4)
  expect(rows.slice(-4).map(({ action }) => action)).toEqual([
    'sign-in refused',
    'signed in',
    'signed in',
    'signed out',
  ])
  expect([refused, first, second].map((row) => row?.request_id)).toEqual(
    answers.map(({ headers }) => headers['x-request-id']),
  )
  const { rows: sessions } = await sql<{ id: string }>`
    SELECT id FROM sessions WHERE employee_id = ${id} ORDER BY ended_at`.execute(app.db)
  expect([refused, first, second, out].map((row) => row?.session_id)).toEqual([
    null,
    ...[sessions[0]?.id, sessions[1]?.id, sessions[0]?.id],
  ])
  // The program's own row.
  expect(rows[0]).toEqual({ action: 'made a set-up link', session_id: null, network: null, request_id: null })
  // One household has one network.
  expect(second?.network).toBe(first?.network)
  expect(new Set([refused?.network, first?.network, out?.network]).size).toBe(3)
  for (const { network } of rows.slice(-4)) expect(network).toMatch(/^[\w-]{43}$/)
})

test('a call that the role does not allow leaves a row with caller, permission and record [T445]', async () => {
  const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token })
  const noteParams = { id: client.id, noteId: 'nobody’s “note”' }
  const employee = await app.tokenOf('employee')
  // Capitals name the same record, but the trail is narrowed by the id as it is stored.
  await app.send(clientEndpoints.remove, { params: { id: client.id.toUpperCase() }, token })
  await app.send(auditEndpoints.list, { token })
  const body = { text: 'Moved in.', version: 1 }
  await app.send(noteEndpoints.edit, { params: noteParams, body, token: employee })
  const exported = { kind: 'pdf', count: 1 } as const
  await app.send(noteEndpoints.recordExport, { params: { id: client.id }, body: exported, token: employee })
  await app.send(trainingEndpoints.markDone, { params: { deck: 'admin-oversight' }, token: employee })
  // Nobody's role refuses these: the one is allowed, the other not signed in.
  await app.send(clientEndpoints.list, { token })
  await app.send(auditEndpoints.list, {})
  const rows = () => app.audited({ action: 'refused' }, 'actor_role', 'record_kind', 'record_id', 'details')
  await expect.poll(rows).toHaveLength(5)
  const row = (role: Role, kind: string, details: object, id: string | null = null) => {
    return { actor_role: role, record_kind: kind, record_id: id, details }
  }
  expect(await rows()).toEqual([
    row('manager', 'client', { fields: ['clients:delete'] }, client.id),
    row('manager', 'other call', { fields: ['audit:read'] }),
    row('employee', 'note', { fields: ['notes:change'], client: client.id }),
    row('employee', 'note', { fields: ['notes:export'], client: client.id }),
    row('employee', 'other call', { fields: ['training:admin'] }),
  ])
})

test('no audit row holds a name, an email address or a text [T453]', async () => {
  const rows = JSON.stringify(await app.db.selectFrom('audit_events').selectAll().execute())
  for (const secret of ['Hodan', 'Warsame', 'Amina', 'Yusuf', '@example.org', hodan.phone, amina.phone])
    expect(rows).not.toContain(secret)
})

test('waiting views are written at once, however many, and none twice', async () => {
  const views = viewLog({ db: app.db, trail: testTrail, log: { error: () => {} } })
  const at = app.context.now
  for (let n = 0; n < 10_000; n += 1) views.add({ at, action: 'viewed', kind: 'client', id: `many-${n}` })
  await Promise.all([views.flush(), views.flush()])
  const written = app.db.selectFrom('audit_events').select('id').where('record_id', 'like', 'many-%')
  expect(await written.execute()).toHaveLength(10_000)
})

test('writes views later after a failure, and logs that they wait', async () => {
  const complaints: object[] = []
  const log = { error: (details: object) => complaints.push(details) }
  const views = viewLog({ db: app.db, trail: testTrail, log })
  await app.withoutAudit(async () => {
    views.add({ at: app.context.now, action: 'viewed', kind: 'client', id: 'delayed' })
    await views.flush()
  })
  expect(complaints).toMatchObject([{ waiting: 1, lost: 0 }])
  await expect.poll(() => app.audited({ record_id: 'delayed' }, 'action')).toHaveLength(1)
})

describe('a search, which shows a page for each key press', () => {
  // Views are written when a test says so.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => void vi.useRealTimers()
  })

  /** What the audit trail says that a new session did. */
  async function actionsAfter(
    searches: (string | { search: string; status: 'active' | 'pending' })[],
    opened?: string,
  ) {
    const caller = await app.signIn('manager@example.org')
    for (const search of searches) {
      const filter = typeof search === 'string' ? { search } : search
      await app.send(clientEndpoints.search, { body: { ...filter, limit: 5 }, token: caller })
    }
    if (opened) await app.send(clientEndpoints.get, { params: { id: opened }, token: caller })
    const rows = await app.audited({ session_id: decodeJwt(caller).sid as string }, 'action')
    return rows.map(({ action }) => action).slice(1)
  }

  test('leaves one row for what was typed within a moment, before the row of the record that was opened [T511]', async () => {
    const { body } = await app.send(clientEndpoints.add, { body: hodan, token })
    const searches = ['h', 'ho', 'hod', 'hoda', 'hod']
    expect(await actionsAfter(searches, body.id)).toEqual(['listed', 'viewed'])
  })

  test('leaves a row for each finished text [T512]', async () => {
    expect(await actionsAfter(['hodan', 'yusuf'])).toEqual(['listed', 'listed'])
    const filtered = ['active', 'pending'].map((status) => ({ search: 'hodan', status }) as never)
    expect(await actionsAfter(['hodan', ...filtered])).toEqual(['listed', 'listed', 'listed'])
  })

  test('whose text finds nobody in the end names whom the letters before have shown', async () => {
    const caller = await app.signIn('manager@example.org')
    const search = async (text: string) =>
      (await app.send(clientEndpoints.search, { body: { search: text, limit: 5 }, token: caller })).body.items
    const shown = (await search('hodan')).map(({ id }: { id: string }) => id)
    expect(shown.length).toBeGreaterThan(0)
    expect(await search('hodan nobody')).toEqual([])
    await app.send(clientEndpoints.get, { params: { id: shown[0] ?? '' }, token: caller })
    const rows = () =>
      app.audited({ session_id: decodeJwt(caller).sid as string, action: 'listed' }, 'details')
    const details = { count: shown.length, records: shown, filter: ['search'] }
    await expect.poll(rows).toEqual([{ details }])
  })

  test('for a text that looks like a birth date leaves a row without it', async () => {
    const caller = await app.signIn('manager@example.org')
    const day = '1990-02-09'
    const filters = { assignedTo: day, limit: 5 } as const
    await app.send(followUpEndpoints.search, { body: filters, token: caller })
    const rows = () =>
      app.audited({ session_id: decodeJwt(caller).sid as string, action: 'listed' }, 'details')
    await expect.poll(rows).toMatchObject([{ details: { filter: ['assignedTo', 'open'] } }])
  })

  test('leaves its rows half a second later, however long its user goes on typing [T513]', async () => {
    const written: (string[] | undefined)[] = []
    const record = async (_: unknown, ...events: AuditEvent[]) =>
      void written.push(...events.map(({ details }) => details?.records))
    const views = viewLog({ db: app.db, trail: { ...testTrail, record }, log: { error: () => {} } })
    const actor = { role: 'manager', employeeId: 'an employee', ...origin } as const
    const row = { at: app.context.now, actor, action: 'listed', kind: 'client list' } as const
    for (const text of ['h', 'ho', 'hod', 'hoda', 'hodan']) {
      views.add({ ...row, details: { records: [`found by ${text}`] } }, text)
      await vi.advanceTimersByTimeAsync(250)
    }
    expect(written).toEqual([
      ['found by h', 'found by ho'],
      ['found by hod', 'found by hoda'],
    ])
  })
})

test('closing the application writes the views that wait [T460]', async () => {
  const listed = () => app.audited({ action: 'listed', record_kind: 'client list' }, 'request_id')
  const before = await listed()
  const other = await createTestApp({ db: app.db })
  const { headers } = await other.send(clientEndpoints.list, { query: { limit: '1' }, token })
  await other.fastify.close()
  expect(await listed()).toEqual([...before, { request_id: headers['x-request-id'] }])
})
