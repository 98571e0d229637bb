import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { restoreRecord } from '#server/deleted-records/operations.ts'
import { linkForSuperAdmin } from '#server/employees/super-admin-link.ts'
import { amina } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'

/* At least one super-admin who can sign in always remains. */

const clock = () => app.context.now
const [firstEmail, secondEmail] = ['one@example.org', 'other@example.org'] as const

const app = await createTestApp()
beforeEach(async () => {
  await app.db.updateTable('employees').set({ deleted_at: app.context.now }).execute()
})

const changeRole = (id: string, role: Role, token: string) =>
  app.send(employeeEndpoints.changeRole, { params: { id }, body: { role }, token })
const remove = (id: string, token: string) => app.send(employeeEndpoints.remove, { params: { id }, token })
const superAdmins = () =>
  app.db
    .selectFrom('employees')
    .select(['id', 'email', 'password_hash'])
    .where('role', '=', 'super-admin')
    .where('deleted_at', 'is', null)
    .execute()
/** Both are super-admins again, and signed in: a new sign-in for each round would take its time. */
async function asBefore(ids: readonly string[]): Promise<void> {
  const again = { role: 'super-admin', deleted_at: null } as const
  await app.db.updateTable('employees').set(again).where('id', 'in', ids).execute()
  await app.db.updateTable('sessions').set({ ended_at: null }).where('employee_id', 'in', ids).execute()
}
const refused = {
  status: 409,
  body: {
    code: 'last-super-admin',
    message: 'This is the only super admin who can sign in. Make someone else a super admin first.',
  },
}

test('the only super-admin can be neither demoted nor deleted, not even by themselves [T180]', async () => {
  const id = await app.employ('super-admin', firstEmail)
  const token = await app.signIn(firstEmail)
  expect(await changeRole(id, 'manager', token)).toMatchObject(refused)
  expect(await remove(id, token)).toMatchObject(refused)
  expect((await changeRole(id, 'super-admin', token)).status, 'no change').toBe(200)
})

test('a super-admin without a password is no replacement, and can be deleted', async () => {
  const id = await app.employ('super-admin', firstEmail)
  const token = await app.signIn(firstEmail)
  const newcomer = await app.send(employeeEndpoints.add, { body: { ...amina, role: 'super-admin' }, token })
  expect(await remove(id, token)).toMatchObject(refused)
  expect(await changeRole(id, 'admin', token)).toMatchObject(refused)
  expect((await remove(newcomer.body.id, token)).status).toBe(204)
})

test('one super-admin remains even where none has a password', async () => {
  const id = await app.employ('super-admin', firstEmail)
  const token = await app.signIn(firstEmail)
  await linkForSuperAdmin({ trail: testTrail, db: app.db, clock, publicUrl: '' }, secondEmail, {
    mayPromote: false,
  })
  await app.db.updateTable('employees').set({ password_hash: null }).execute()
  const newcomer = (await superAdmins()).find(({ email }) => email === secondEmail)?.id ?? ''
  expect((await remove(newcomer, token)).status).toBe(204)
  expect(await remove(id, token)).toMatchObject(refused)
})

describe('at the same moment', () => {
  type Ending = (id: string, token: string) => ReturnType<typeof remove>
  const demote: Ending = (id, token) => changeRole(id, 'manager', token)

  test.each([
    ['demote each other', demote, demote],
    ['delete and demote each other', remove, demote],
    ['demote and delete one and the same', demote, remove],
  ])('of two super-admins who %s one remains, in each of 5 rounds [T416]', async (what, first, second) => {
    const ids = {
      first: await app.employ('super-admin', firstEmail),
      second: await app.employ('super-admin', secondEmail),
    }
    const whom = what.endsWith('the same') ? [ids.first, ids.first] : [ids.first, ids.second]
    const [mine, theirs] = [await app.signIn(firstEmail), await app.signIn(secondEmail)]
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        first(whom[0] ?? '', theirs),
        second(whom[1] ?? '', whom[1] === ids.first ? theirs : mine),
      ])
      const left = await superAdmins()
      expect(left.length, `round ${round}`).toBe(1)
      for (const { status } of answers) expect([200, 204, 401, 403, 404, 409]).toContain(status)
      expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(0)
      await asBefore(Object.values(ids))
    }
  })

  test('the super-admin command, a restore and edits run beside it without failing', async () => {
    const ids = [
      await app.employ('super-admin', firstEmail),
      await app.employ('super-admin', secondEmail),
    ] as const
    const tokens = [await app.signIn(firstEmail), await app.signIn(secondEmail)] as const
    for (let round = 0; round < 3; round += 1) {
      const { body: gone } = await app.send(employeeEndpoints.add, {
        body: { ...amina, email: `gone${round}@example.org`, role: 'super-admin' },
        token: tokens[0],
      })
      await remove(gone.id, tokens[0])
      const { body: record } = await app.send(employeeEndpoints.get, {
        params: { id: ids[0] },
        token: tokens[0],
      })
      const results = await Promise.allSettled([
        demote(ids[0], tokens[1]),
        demote(ids[1], tokens[0]),
        app.send(employeeEndpoints.edit, {
          params: { id: ids[0] },
          body: { ...record, version: undefined, firstName: `Name ${round}` },
          token: tokens[0],
        }),
        ...[firstEmail, secondEmail].map((email) =>
          linkForSuperAdmin({ trail: testTrail, db: app.db, clock, publicUrl: '' }, email, {
            mayPromote: true,
          }),
        ),
        restoreRecord({ trail: testTrail, db: app.db, clock, timeZone: 'UTC' }, gone.id),
      ])
      for (const result of results) {
        if (result.status === 'rejected') throw result.reason
        if (typeof result.value === 'object' && 'status' in result.value)
          expect(result.value.status).toBeLessThan(500)
      }
      expect((await superAdmins()).some(({ password_hash }) => password_hash !== null)).toBe(true)
      await asBefore(ids)
    }
  })
})
