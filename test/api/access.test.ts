import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#contract/access/permissions.ts'
import { type Role, roles } from '#contract/access/roles.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let house: TestApp
const tokens = {} as Record<Role, string>

beforeAll(async () => {
  house = await createTestApp()
  for (const role of roles) tokens[role] = await house.tokenOf(role)
})
afterAll(() => house.close())

const params = { id: '00000000-0000-4000-8000-000000000000' }
const guarded = allEndpoints.filter(({ path }) => path !== '/auth/logout')

test('every endpoint of the contract is served exactly once, and nothing else is but the document itself', () => {
  const stated = allEndpoints.map(({ method, path }) => `${method} /api${path}`)
  const served = house.app.served.filter((route) => !route.startsWith('HEAD '))
  expect(served.toSorted()).toEqual([...stated, 'GET /api/openapi.json'].toSorted())
})

for (const endpoint of guarded) {
  const { access, method, path } = endpoint
  if (access === 'anyone') {
    test(`${method} ${path} answers anyone, whatever their Authorization header holds`, async () => {
      const { status } = await house.send(endpoint, { params, token: 'stale.or.broken' })
      expect([200, 400]).toContain(status)
    })
    continue
  }
  test(`${method} ${path} answers 401 to nobody, before it looks at the input`, async () => {
    const { status, body } = await house.send(endpoint, { params })
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'not-signed-in' })
  })
  for (const role of roles) {
    const allowed = permissions[access][role]
    test(`${method} ${path} ${allowed ? 'lets in' : 'answers 403 to'} a ${role}`, async () => {
      const { status } = await house.send(endpoint, { params, token: tokens[role] })
      if (allowed) expect([200, 201, 204, 400, 404]).toContain(status)
      else expect(status).toBe(403)
    })
  }
}

test('a deleted employee is nobody at the very next call', async () => {
  await house.employ('manager', 'leaving@example.org')
  const token = await house.signIn('leaving@example.org')
  const summary = allEndpoints.find(({ path }) => path === '/clients/summary')
  if (!summary) throw new Error('no summary in the contract')
  expect((await house.send(summary, { token })).status).toBe(200)
  await house.db
    .updateTable('employees')
    .set({ deleted_at: house.surroundings.now })
    .where('email', '=', 'leaving@example.org')
    .execute()
  expect((await house.send(summary, { token })).status).toBe(401)
})
