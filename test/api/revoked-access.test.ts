import { beforeEach, expect, test } from 'vitest'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { lockAccount } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { addSuperAdmin, serializeStaffChanges } from '#server/employees/store.ts'
import { amina } from '#test/support/people.ts'
import { type Answer, createTestApp } from '#test/support/test-app.ts'
import { untilWaiting } from '#test/support/waiting-for-locks.ts'

/* A call that had to wait is asked again who makes it: access ends at once, also for what was under way. */

let other: { id: string; token: string }
let worker: { id: string; email: string }
let number = 0

const app = await createTestApp()
const chief = await app.tokenOf('super-admin')
beforeEach(async () => {
  number += 1
  const email = `other${number}@example.org`
  other = { id: await app.employ('super-admin', email), token: await app.signIn(email) }
  const address = `worker${number}@example.org`
  worker = { id: await app.employ('employee', address), email: address }
})

const refused = { status: 401, body: { code: 'not-signed-in' } }
const params = () => ({ id: worker.id })
const newcomer = () => `newcomer${number}@example.org`
const dismissals = {
  deleted: () => app.send(employeeEndpoints.remove, { params: { id: other.id }, token: chief }),
  demoted: () =>
    app.send(employeeEndpoints.changeRole, {
      params: { id: other.id },
      body: { role: 'manager' },
      token: chief,
    }),
  'signed out': () => app.send(sessionEndpoints.logout, { token: other.token }),
}

/** What the other one's call comes to, if they lose access while it waits for `hold`. */
async function meanwhile(
  hold: (trx: Connection) => Promise<unknown>,
  call: () => Promise<Answer>,
  dismiss: () => Promise<Answer>,
): Promise<Answer> {
  class Undone extends Error {}
  let answer: Promise<Answer> | undefined
  await app.db
    .transaction()
    .execute(async (trx) => {
      await hold(trx)
      answer = call()
      await untilWaiting(app.db)
      expect((await dismiss()).status).toBeLessThan(300)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return (await answer) as Answer
}

test.each([
  ['promote', employeeEndpoints.changeRole, { role: 'super-admin' }],
  ['delete', employeeEndpoints.remove, undefined],
  ['edit', employeeEndpoints.edit, amina],
])('a super-admin who is being deleted cannot %s anyone', async (_, endpoint, body) => {
  const stored = () => app.db.selectFrom('employees').selectAll().where('id', '=', worker.id).execute()
  const before = await stored()
  const both = await app.db.transaction().execute(async (trx) => {
    await serializeStaffChanges(trx)
    const first = dismissals.deleted()
    await untilWaiting(app.db, 1)
    const second = app.send(endpoint as EndpointDefinition, { params: params(), body, token: other.token })
    await untilWaiting(app.db, 2)
    return { first, second }
  })
  expect((await both.first).status).toBe(204)
  expect(await both.second).toMatchObject(refused)
  expect(await stored()).toEqual(before)
})

test.each(Object.entries(dismissals))(
  'a super-admin who is %s while the call waits adds nobody',
  async (_, dismiss) => {
    const body = { ...amina, email: newcomer(), role: 'super-admin' as const }
    const answer = await meanwhile(
      (trx) => addSuperAdmin(trx, newcomer(), app.context.now),
      () => app.send(employeeEndpoints.add, { body, token: other.token }),
      dismiss,
    )
    expect(answer).toMatchObject(refused)
    const people = app.db.selectFrom('employees').select('id').where('email', '=', newcomer())
    expect(await people.execute()).toEqual([])
  },
)

test('a super-admin who is deleted while the call waits sends no link', async () => {
  const body = { email: worker.email }
  const answer = await meanwhile(
    (trx) => lockAccount(trx, worker.id),
    () => app.send(employeeEndpoints.resendSetupEmail, { body, token: other.token }),
    dismissals.deleted,
  )
  expect(answer).toMatchObject(refused)
  const mail = app.db.selectFrom('outbox').select('id').where('employee_id', '=', worker.id)
  expect(await mail.execute()).toEqual([])
})

test('a caller whose role changed while the call waited gets 403', async () => {
  const both = await app.db.transaction().execute(async (trx) => {
    await serializeStaffChanges(trx)
    const call = app.send(employeeEndpoints.remove, { params: params(), token: other.token })
    await untilWaiting(app.db)
    // By hand: the call that changes a role ends the sessions, too.
    await app.db.updateTable('employees').set({ role: 'manager' }).where('id', '=', other.id).execute()
    return { call }
  })
  expect(await both.call).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
})
