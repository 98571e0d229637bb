import { beforeEach, expect, test } from 'vitest'
import { outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import { queueLinkMail, queueResetRequest } from '#server/outgoing-mail/store.ts'
import { makeEmployee } from '#test/support/outgoing-mail.ts'
import { createTestApp } from '#test/support/test-app.ts'

let woken = 0
const app = await createTestApp({
  mail: {
    wake() {
      woken += 1
    },
  },
})
const token = await app.tokenOf('super-admin')
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute()
  await app.db.deleteFrom('employees').where('email', '=', 'amina@example.org').execute()
  woken = 0
})

const list = () => app.send(outgoingMailEndpoints.list, { token })
const resend = (id: string) => app.send(outgoingMailEndpoints.resend, { token, params: { id } })
const now = () => app.context.now

async function queue(email = 'amina@example.org'): Promise<{ employeeId: string; id: string }> {
  const employeeId = await makeEmployee(app.db, { email })
  await queueLinkMail(app.db, { employeeId, recipient: email, kind: 'set-up' }, now())
  const { id } = await app.db
    .selectFrom('outbox')
    .select('id')
    .where('employee_id', '=', employeeId)
    .executeTakeFirstOrThrow()
  return { employeeId, id }
}

test('lists waiting and refused mail, oldest first, but no sent mail and no typed addresses', async () => {
  const refused = await queue()
  const earlier = new Date(now().getTime() - 60_000)
  await app.db
    .updateTable('outbox')
    .set({ created_at: earlier, next_attempt_at: null, attempts: 3, last_error: '550 No such mailbox' })
    .where('id', '=', refused.id)
    .execute()
  const waiting = await queue(`waiting-${refused.id}@example.org`)
  const sent = await queue(`sent-${refused.id}@example.org`)
  await app.db.updateTable('outbox').set({ sent_at: now() }).where('id', '=', sent.id).execute()
  const deleted = await queue(`deleted-${refused.id}@example.org`)
  await app.db
    .updateTable('employees')
    .set({ deleted_at: now() })
    .where('id', '=', deleted.employeeId)
    .execute()
  await queueResetRequest(app.db, 'my-password-by-mistake@example.org', now())

  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      id: refused.id,
      kind: 'set-up',
      recipient: 'amina@example.org',
      recipientName: 'Amina Warsame',
      state: 'refused',
      createdAt: earlier.toISOString(),
      attempts: 3,
      nextAttemptAt: null,
      problem: '550 No such mailbox',
    },
    {
      id: waiting.id,
      kind: 'set-up',
      recipient: `waiting-${refused.id}@example.org`,
      recipientName: 'Amina Warsame',
      state: 'waiting',
      createdAt: now().toISOString(),
      attempts: 0,
      nextAttemptAt: now().toISOString(),
      problem: null,
    },
  ])
})

test('reading unsent mail leaves an audit row with the count', async () => {
  await queue()
  await list()
  const rows = await app.audited({ record_kind: 'outgoing mail' }, 'action', 'actor_role', 'details')
  expect(rows.at(-1)).toEqual({ action: 'listed', actor_role: 'super-admin', details: { count: 1 } })
})

test('resending a refused mail starts over at the current address and leaves an audit row', async () => {
  const { id, employeeId } = await queue()
  const longAgo = new Date(now().getTime() - 100 * 60 * 60 * 1000)
  await app.db
    .updateTable('outbox')
    .set({ created_at: longAgo, next_attempt_at: null, attempts: 9, last_error: '550 No' })
    .where('id', '=', id)
    .execute()
  await app.db
    .updateTable('employees')
    .set({ email: 'amina@example.org', first_name: 'A' })
    .where('id', '=', employeeId)
    .execute()
  await app.db.updateTable('outbox').set({ recipient: 'mistyped@example.org' }).where('id', '=', id).execute()
  const { status, body } = await resend(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    state: 'waiting',
    recipient: 'amina@example.org',
    createdAt: now().toISOString(),
    nextAttemptAt: now().toISOString(),
    attempts: 9,
    problem: null,
  })
  expect(woken).toBe(1)
  expect(
    await app.audited({ action: 'sent again' }, 'record_kind', 'record_id', 'actor_role', 'details'),
  ).toEqual([{ record_kind: 'outgoing mail', record_id: id, actor_role: 'super-admin', details: {} }])
})

test('resending a waiting mail keeps its attempts and last error', async () => {
  const { id } = await queue()
  const later = new Date(now().getTime() + 600_000)
  await app.db
    .updateTable('outbox')
    .set({ attempts: 9, next_attempt_at: later, last_error: '450 Later' })
    .where('id', '=', id)
    .execute()
  const { body } = await resend(id)
  expect(body).toMatchObject({ attempts: 9, problem: '450 Later', nextAttemptAt: now().toISOString() })
})

test('answers 404 for mail that is unknown, sent, or of a deleted employee', async () => {
  const sent = await queue()
  await app.db.updateTable('outbox').set({ sent_at: now() }).where('id', '=', sent.id).execute()
  const deleted = await queue(`deleted-${sent.id}@example.org`)
  await app.db
    .updateTable('employees')
    .set({ deleted_at: now() })
    .where('id', '=', deleted.employeeId)
    .execute()
  for (const id of [sent.id, deleted.id, 'e3d9a0c7-58b1-4a6e-9f24-7b60c8d1f352', 'none']) {
    expect((await resend(id)).status).toBe(404)
  }
  expect(woken).toBe(0)
})
