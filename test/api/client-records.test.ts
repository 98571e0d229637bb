import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { followUpEndpoints } from '#contract/follow-ups/endpoints.ts'
import { paperEndpoints } from '#contract/papers/endpoints.ts'
import { purgeDeleted } from '#server/deleted-records/operations.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'

/* What all kinds of client records share; their own rules are tested with each. */

const app = await createTestApp()
const chief = await app.member('super-admin')
const admin = await app.member('admin', 'admin@example.org')
const manager = await app.member('manager', 'manager@example.org')
const amina = await app.member('employee', 'amina@example.org')

let clientId: string
beforeEach(async () => {
  app.context.now = new Date('2026-06-15T12:00:00Z')
  clientId = (await app.send(clientEndpoints.add, { body: hodan, token: amina.token })).body.id
})

/** A record of each kind, and three edits. */
const kinds = [
  {
    kind: 'paper',
    endpoints: paperEndpoints,
    added: { kind: 'release', to: 'Hennepin County', signedOn: '2026-03-05' },
    edits: [{ to: 'Ramsey County' }, { to: null, purpose: 'Housing Support' }, { where: 'Folder H' }],
  },
  {
    kind: 'follow-up',
    endpoints: followUpEndpoints,
    added: { on: '2026-06-22', what: 'Ask about the lease.' },
    edits: [{ what: 'Call the landlord.' }, { on: '2026-06-30', assignedTo: null }, { done: true }],
  },
] as const

describe.each(kinds)('a $kind', ({ kind, endpoints, added, edits }) => {
  const add = (headers = {}) =>
    app.send(endpoints.add, { params: { id: clientId }, body: added as never, token: amina.token, headers })
  const edit = (id: string, body: object, { token } = amina) =>
    app.send(endpoints.edit, { params: { id }, body, token })
  const versions = (recordId: string, { token } = admin, id = clientId) =>
    app.send(endpoints.versions, { params: { id, recordId }, token })

  test('keeps what it was before each change, for admins [T973]', async () => {
    const replies = [(await add()).body]
    const { id } = replies[0]
    for (const change of edits) {
      app.context.now = new Date(app.context.now.getTime() + 60_000)
      const { body } = await edit(id, change, manager)
      expect(body).toMatchObject({
        editedAt: app.context.now.toISOString(),
        editedBy: manager.email,
        version: replies.length + 1,
      })
      replies.push(body)
    }
    expect((await edit(id, edits[2])).body).toEqual(replies[3])
    expect((await versions(id)).body).toEqual(replies.slice(0, 3).reverse())
    expect((await versions(id, chief)).body).toHaveLength(3)
    for (const member of [manager, amina]) expect(await versions(id, member)).toMatchObject({ status: 403 })
    const rows = await app.audited({ record_kind: kind, record_id: id }, 'action', 'details')
    expect(rows.find(({ details }) => String(details.fields) === 'versions')).toEqual({
      action: 'viewed',
      details: { client: clientId, fields: ['versions'] },
    })
    expect(rows.filter(({ action }) => action === 'refused')).toHaveLength(2)
  })

  test('has no versions under another client, or once its client is deleted [T974]', async () => {
    const { id } = (await add()).body
    const other = (await app.send(clientEndpoints.add, { body: hodan, token: amina.token })).body.id
    expect(await versions(id, admin, other)).toMatchObject({ status: 404 })
    expect(await versions(randomUUID())).toMatchObject({ status: 404 })
    expect(await versions(id)).toMatchObject({ status: 200, body: [] })
    await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
    expect(await versions(id)).toMatchObject({ status: 404 })
  })

  test('of two edits at once, one is saved and the other gets the newer record [T975]', async () => {
    const { id } = (await add()).body
    const replies = await Promise.all(edits.slice(0, 2).map((change) => edit(id, { ...change, version: 1 })))
    const [saved, refused] = replies.sort((a, b) => a.status - b.status)
    expect(saved).toMatchObject({ status: 200, body: { version: 2 } })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'version-conflict', current: saved?.body, changed: { by: amina.email } },
    })
    expect((await versions(id)).body).toMatchObject([{ version: 1 }])
  })

  test('is added once for each Idempotency-Key [T976]', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, again] = [await add(headers), await add(headers)]
    expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
    expect(again.body).toEqual(first.body)
    expect(await app.audited({ record_kind: kind, record_id: first.body.id }, 'action')).toMatchObject([
      { action: 'added' },
      { action: 'viewed' },
    ])
  })

  test('is not stored without its audit row [T977]', async () => {
    const { id } = (await add()).body
    await app.withoutAudit(async () => {
      expect(await add()).toMatchObject({ status: 500 })
      expect(await edit(id, edits[0])).toMatchObject({ status: 500 })
    })
    expect((await edit(id, {})).body).toMatchObject({ version: 1 })
    expect((await versions(id)).body).toEqual([])
  })

  test('is purged with its client and its versions, which the app’s role can’t change or delete [T978]', async () => {
    const { id } = (await add()).body
    await edit(id, edits[0])
    for (const statement of [
      'UPDATE client_record_versions SET version = 9',
      'DELETE FROM client_record_versions',
    ])
      await expect(app.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    await app.send(clientEndpoints.remove, { params: { id: clientId }, token: chief.token })
    const clock = () => new Date('2026-06-17T12:00:00Z')
    const settings = { trail: testTrail, timeZone: 'America/Chicago', retentionYears: 0 }
    await purgeDeleted({ db: app.db, clock, ...settings }, '2026-06-17')
    const { rows } = await app.pool.query(
      'SELECT record_id FROM client_record_versions WHERE record_id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })
})
