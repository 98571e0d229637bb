import type { Updateable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import type { Database } from '#server/database/tables.ts'
import { queueLinkMail, queueResetRequest } from '#server/outgoing-mail/store.ts'
import { makeEmployee } from '#test/support/outgoing-mail.ts'
import { createTestApp } from '#test/support/test-app.ts'

let woken = 0
const wake = () => {
  woken += 1
}
const app = await createTestApp({ mail: { wake } })
const token = await app.tokenOf('super-admin')
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute()
  await app.db.deleteFrom('employees').where('last_name', '=', 'Warsame').execute()
  woken = 0
})

const list = () => app.send(outgoingMailEndpoints.list, { token })
const resend = (id: string) => app.send(outgoingMailEndpoints.resend, { token, params: { id } })
const now = () => app.context.now
const earlier = () => new Date(now().getTime() - 60_000)

/** Queues a mail to a new employee, and sets what became of it. Returns its id. */
async function queue(email: string, more: Updateable<Database['outbox']> = {}): Promise<string> {
  const employeeId = await makeEmployee(app.db, { email })
  const { id } = await queueLinkMail(app.db, { employeeId, recipient: email, kind: 'set-up' }, now())
  await app.db
    .updateTable('outbox')
    .set({ attempts: 0, ...more })
    .where('id', '=', id)
    .execute()
  return id
}

async function queueForDeleted(email: string): Promise<string> {
  const id = await queue(email)
  await app.db.updateTable('employees').set({ deleted_at: now() }).where('email', '=', email).execute()
  return id
}

const refused = { next_attempt_at: null, last_error: '550 No such mailbox' }

test('lists waiting and refused mail, oldest first, but no sent mail and no typed addresses', async () => {
  const waiting = await queue('waiting@example.org')
  const id = await queue('amina@example.org', { ...refused, created_at: earlier(), attempts: 3 })
  await queue('sent@example.org', { sent_at: now(), next_attempt_at: null })
  await queueForDeleted('deleted@example.org')
  await queueResetRequest(app.db, 'my-password-by-mistake@example.org', now())

  const { status, body } = await list()
  expect(status).toBe(200)
  const common = { kind: 'set-up', recipientName: 'Amina Warsame' }
  const [written, since] = [earlier().toISOString(), now().toISOString()]
  expect(body).toEqual([
    {
      ...common,
      id,
      recipient: 'amina@example.org',
      state: 'refused',
      attempts: 3,
      createdAt: written,
      nextAttemptAt: null,
      problem: '550 No such mailbox',
    },
    {
      ...common,
      id: waiting,
      recipient: 'waiting@example.org',
      state: 'waiting',
      attempts: 0,
      createdAt: since,
      nextAttemptAt: since,
      problem: null,
    },
  ])
})

test('reading unsent mail leaves an audit row with the count [T451]', async () => {
  await queue('amina@example.org')
  await list()
  const rows = await app.audited({ record_kind: 'outgoing mail' }, 'action', 'actor_role', 'details')
  expect(rows.at(-1)).toEqual({ action: 'listed', actor_role: 'super-admin', details: { count: 1 } })
})

test('resending a refused mail starts over at the current address and leaves an audit row', async () => {
  const recipient = 'mistyped@example.org'
  const id = await queue('amina@example.org', { ...refused, recipient, created_at: earlier(), attempts: 9 })
  const { status, body } = await resend(id)
  expect(status).toBe(200)
  const restarted = {
    attempts: 1,
    createdAt: now().toISOString(),
    nextAttemptAt: now().toISOString(),
    problem: null,
  }
  expect(body).toMatchObject({ id, state: 'waiting', recipient: 'amina@example.org', ...restarted })
  expect(woken).toBe(1)
  expect(
    await app.audited({ action: 'sent again' }, 'record_kind', 'record_id', 'actor_role', 'details'),
  ).toEqual([{ record_kind: 'outgoing mail', record_id: id, actor_role: 'super-admin', details: {} }])
})

test('resending a waiting mail keeps its attempts and last error', async () => {
  const later = new Date(now().getTime() + 600_000)
  const waiting = { created_at: earlier(), next_attempt_at: later, last_error: '450 Later', attempts: 9 }
  const id = await queue('amina@example.org', waiting)
  const kept = { attempts: 9, problem: '450 Later', createdAt: earlier().toISOString() }
  expect((await resend(id)).body).toMatchObject({ ...kept, nextAttemptAt: now().toISOString() })
})

test('answers 404 for mail that is unknown, sent, or of a deleted employee', async () => {
  const sent = await queue('sent@example.org', { sent_at: now(), next_attempt_at: null })
  const deleted = await queueForDeleted('deleted@example.org')
  for (const id of [sent, deleted, 'e3d9a0c7-58b1-4a6e-9f24-7b60c8d1f352', 'none']) {
    expect((await resend(id)).status).toBe(404)
  }
  expect(woken).toBe(0)
})
