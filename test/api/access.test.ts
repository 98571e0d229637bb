import { describe, expect, test } from 'vitest'
import { can } from '#contract/access/permissions.ts'
import { type Role, roles } from '#contract/access/roles.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { linkEndpoints } from '#contract/links/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { organization } from '#test/support/outgoing-mail.ts'
import { createTestApp } from '#test/support/test-app.ts'

/* Who may call what: every call × everybody. */

const tokens = {} as Record<Role, string>
const everyone: readonly Role[] = roles
const chief: readonly Role[] = ['super-admin']
const chiefAndAdmin: readonly Role[] = ['super-admin', 'admin']

/** The table itself, by hand: what the contract says is compared with it, and a call that is new has to be added. */
const mayCall: Record<string, 'anyone' | readonly Role[]> = {
  'POST /auth/login': 'anyone',
  'POST /auth/passkey/options': 'anyone',
  'POST /auth/passkey': 'anyone',
  'POST /auth/forgot': 'anyone',
  'POST /auth/link': 'anyone',
  'POST /auth/save': 'anyone',
  'POST /auth/organization/start': 'anyone',
  'POST /auth/organization': 'anyone',
  'POST /contact': 'anyone',
  'GET /health': 'anyone',
  'GET /live': 'anyone',
  'GET /ready': 'anyone',
  'POST /auth/logout': everyone,
  'POST /auth/confirm': everyone,
  'POST /auth/confirm/options': everyone,
  'GET /auth/passkeys': everyone,
  'POST /auth/passkeys/options': everyone,
  'POST /auth/passkeys': everyone,
  'PUT /auth/passkeys/:id': everyone,
  'DELETE /auth/passkeys/:id': everyone,
  'GET /auth/sessions': everyone,
  'DELETE /auth/sessions': everyone,
  'DELETE /auth/sessions/:id': everyone,
  'GET /auth/two-step': everyone,
  'POST /auth/two-step': everyone,
  'POST /auth/two-step/confirm': everyone,
  'DELETE /auth/two-step': everyone,
  'GET /auth/organization': everyone,
  'DELETE /auth/organization': everyone,
  'POST /auth/two-step/recovery-codes': everyone,
  'POST /auth/activity': everyone,
  'POST /screen-errors': everyone,
  'GET /drafts': everyone,
  'GET /drafts/:key': everyone,
  'PUT /drafts/:key': everyone,
  'DELETE /drafts/:key': everyone,
  'POST /auth/change-password': everyone,
  'POST /auth/resend-setup-email': chief,
  'POST /employees/resend-setup-email': chief,
  'GET /employees': chiefAndAdmin,
  'POST /employees/search': chiefAndAdmin,
  'GET /employees/:id': chiefAndAdmin,
  'GET /workers': everyone,
  'GET /workers/workloads': ['super-admin', 'admin', 'manager'],
  'POST /employees/:id/hand-over': chief,
  'POST /employees': chief,
  'PATCH /employees/:id': chief,
  'PATCH /employees/:id/role': chief,
  'DELETE /employees/:id': chief,
  'POST /employees/:id/sign-out': chief,
  'DELETE /employees/:id/two-step': chief,
  'DELETE /employees/:id/organization': chief,
  'GET /contact': chief,
  'POST /contact/search': chief,
  'GET /contact/unread': chief,
  'PUT /contact/:id/read': chief,
  'POST /contact/exports': chief,
  'DELETE /contact/:id': chief,
  'GET /first-steps': chief,
  'GET /clients': everyone,
  'GET /clients/summary': everyone,
  'POST /clients/search': everyone,
  'POST /clients/similar': everyone,
  'POST /clients/export': chief,
  'POST /clients/import': chief,
  'GET /clients/imports': chief,
  'DELETE /clients/imports/:id': chief,
  'GET /clients/:id': everyone,
  'GET /clients/:id/next-without-note': everyone,
  'GET /clients/:id/status-history': everyone,
  'GET /clients/:id/assignments': everyone,
  'POST /clients': everyone,
  'POST /clients/:id/prints': everyone,
  'PUT /clients/:id': everyone,
  'DELETE /clients/:id': chief,
  'GET /clients/:id/notes': everyone,
  'POST /clients/:id/notes': everyone,
  // The age of the note decides the rest.
  'PUT /clients/:id/notes/:noteId': ['super-admin', 'admin', 'manager'],
  'DELETE /clients/:id/notes/:noteId': ['super-admin', 'admin', 'manager'],
  'GET /clients/:id/notes/:noteId/versions': chiefAndAdmin,
  'POST /clients/:id/notes/:noteId/signature': everyone,
  'POST /clients/:id/notes/:noteId/review': ['super-admin', 'admin', 'manager'],
  'POST /clients/:id/notes/exports': chief,
  'POST /clients/assign': ['super-admin', 'admin', 'manager'],
  'POST /notes/search': ['super-admin', 'admin', 'manager'],
  'POST /notes/export': chief,
  'POST /notes/totals': ['super-admin', 'admin', 'manager'],
  'POST /notes/totals/export': ['super-admin', 'admin', 'manager'],
  'POST /clients/:id/packet': chief,
  'GET /clients/:id/disclosures': chief,
  'GET /clients/:id/record-counts': chief,
  'GET /clients/:id/merges': chief,
  'POST /clients/:id/merges': chief,
  'DELETE /clients/:id/merges/:mergeId': chief,
  'POST /clients/:id/follow-ups': everyone,
  'POST /follow-ups/search': everyone,
  'PUT /follow-ups/:id': everyone,
  'GET /clients/:id/files': everyone,
  'POST /clients/:id/files': everyone,
  'GET /files/:id/content': everyone,
  'PUT /files/:id': everyone,
  'DELETE /files/:id': ['super-admin', 'admin'],
  'GET /clients/:id/goals': everyone,
  'POST /clients/:id/goals': everyone,
  'PUT /goals/:id': everyone,
  'GET /clients/:id/versions/goals/:recordId': ['super-admin', 'admin'],
  'GET /clients/:id/papers': everyone,
  'POST /clients/:id/papers': everyone,
  'PUT /papers/:id': everyone,
  'GET /clients/:id/authorizations': everyone,
  'POST /clients/:id/authorizations': ['super-admin', 'admin', 'manager'],
  'PUT /authorizations/:id': ['super-admin', 'admin', 'manager'],
  'GET /clients/:id/versions/authorizations/:recordId': ['super-admin', 'admin'],
  'GET /clients/:id/versions/papers/:recordId': ['super-admin', 'admin'],
  'GET /clients/:id/people': everyone,
  'POST /clients/:id/people': everyone,
  'PUT /people/:id': everyone,
  'GET /clients/:id/versions/people/:recordId': ['super-admin', 'admin'],
  'GET /clients/:id/homes': everyone,
  'POST /clients/:id/homes': everyone,
  'PUT /homes/:id': everyone,
  'GET /clients/:id/versions/homes/:recordId': ['super-admin', 'admin'],
  'POST /homes/summary': ['super-admin', 'admin', 'manager'],
  'GET /clients/:id/versions/follow-ups/:recordId': ['super-admin', 'admin'],
  'GET /due': everyone,
  'GET /links/resources': everyone,
  'GET /links/admin': chief,
  'GET /training/employee': everyone,
  'GET /training/admin': chief,
  'PUT /training/decks/:deck/done': everyone,
  'DELETE /training/decks/:deck/done': everyone,
  'GET /training/records': chief,
  'GET /outgoing-mail': chief,
  'POST /outgoing-mail/:id/resend': chief,
  'GET /deleted-records': chief,
  'POST /deleted-records/:id/restore': chief,
  'GET /audit': chief,
  'POST /audit/people': chief,
  'POST /audit/export': chief,
  'POST /audit/search': chief,
}

/** What needs a sign-in or confirmation of the last 15 minutes, and from whom. A new address of an employee does, too. */
const confirmedBy: Record<string, EndpointDefinition['confirmedBy']> = {
  'DELETE /auth/sessions': 'everyone',
  'DELETE /auth/sessions/:id': 'everyone',
  'POST /auth/two-step': 'everyone',
  'POST /auth/passkeys/options': 'everyone',
  'POST /auth/passkeys': 'everyone',
  'PUT /auth/passkeys/:id': 'everyone',
  'DELETE /auth/passkeys/:id': 'everyone',
  'DELETE /auth/organization': 'everyone',
  'POST /auth/resend-setup-email': 'everyone',
  'POST /employees/resend-setup-email': 'everyone',
  'POST /employees/:id/hand-over': 'everyone',
  'POST /clients/export': 'everyone',
  'DELETE /clients/imports/:id': 'everyone',
  'POST /notes/export': 'everyone',
  'POST /notes/totals/export': 'everyone',
  'POST /audit/export': 'everyone',
  'POST /clients/:id/packet': 'everyone',
  'POST /clients/:id/merges': 'everyone',
  'DELETE /clients/:id/merges/:mergeId': 'everyone',
  'POST /employees': 'two-step',
  'PATCH /employees/:id/role': 'two-step',
  'DELETE /employees/:id': 'two-step',
  'DELETE /employees/:id/two-step': 'two-step',
  'DELETE /employees/:id/organization': 'two-step',
  'DELETE /clients/:id': 'two-step',
  'POST /deleted-records/:id/restore': 'two-step',
}

/** Super-admins, who might do everything if they were still signed in. */
const former: Record<string, string> = {}

/** What may happen to a user who is signed in. */
const happenings = {
  'is deleted': (id: string, _: string, now: Date) => changeEmployee(id, { deleted_at: now }),
  'is demoted': (id: string) => changeEmployee(id, { role: 'admin' }),
  'was idle': (id: string, _: string, now: Date) =>
    changeSession(id, { active_at: new Date(now.getTime() - 30 * 60 * 1000) }),
  'has reached the end': (id: string, _: string, now: Date) => changeSession(id, { expires_at: now }),
  'has signed out': (_: string, token: string) => app.send(sessionEndpoints.logout, { token }),
}
const changeEmployee = (id: string, values: object) =>
  app.db.updateTable('employees').set(values).where('id', '=', id).execute()
const changeSession = (id: string, values: object) =>
  app.db.updateTable('sessions').set(values).where('employee_id', '=', id).execute()

const app = await createTestApp()
for (const role of roles) tokens[role] = await app.tokenOf(role)
for (const [what, happens] of Object.entries(happenings)) {
  const email = `${what.replaceAll(' ', '-')}@example.org`
  const id = await app.employ('super-admin', email)
  const token = await app.signIn(email)
  await happens(id, token, app.context.now)
  former[what] = token
}

const open = allEndpoints.filter(({ access }) => access === 'anyone')
const guarded = allEndpoints.flatMap((endpoint) => {
  const { access } = endpoint
  return access === 'anyone' ? [] : [{ ...endpoint, endpoint, access }]
})

/** Sends a call with every parameter of its address filled in, naming no record. */
function call(endpoint: EndpointDefinition, token?: string) {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => String(name))
  const params = Object.fromEntries(names.map((name) => [name, '00000000-0000-4000-8000-000000000000']))
  return app.send(endpoint, { params, ...(token && { token }) })
}

test('the contract grants each role exactly the calls of this table [T137]', () => {
  const stated = allEndpoints.map(({ method, path, access }) => [
    `${method} ${path}`,
    access === 'anyone' ? access : roles.filter((role) => can(role, access)),
  ])
  expect(Object.fromEntries(stated)).toEqual(mayCall)
})

test('the contract asks for a fresh confirmation for exactly the calls of this table [T1042]', () => {
  const stated = allEndpoints.flatMap(({ method, path, confirmedBy: who }) =>
    who ? [[`${method} ${path}`, who]] : [],
  )
  expect(Object.fromEntries(stated)).toEqual(confirmedBy)
})

test('the server serves every endpoint of the contract once, the OpenAPI document, and nothing else [T148]', () => {
  const stated = allEndpoints.map(({ method, path }) => `${method} /api${path}`)
  const served = app.fastify.served.filter((route) => !route.startsWith('HEAD '))
  const others = ['GET /api/openapi.json', 'GET /api', 'GET /api/*']
  expect(served.toSorted()).toEqual([...stated, ...others].toSorted())
})

test.each(['resources', 'admin'] as const)(
  'the links for %s are those of the organization data',
  async (list) => {
    const { body } = await app.send(linkEndpoints[list], { token: tokens['super-admin'] })
    expect(body).toEqual(organization.links[list])
  },
)

describe.each(open)('$method $path', (endpoint) => {
  test('answers anyone, even with a broken or ended token [T307]', async () => {
    for (const token of [undefined, 'stale.or.broken', ...Object.values(former)]) {
      const { status } = await call(endpoint, token)
      expect([200, 400]).toContain(status)
    }
  })
})

describe.each(guarded)('$method $path', ({ endpoint, access }) => {
  test('answers 401 without a session, or after it has ended, before it reads the input [T177]', async () => {
    const { body: refusal } = await call(endpoint)
    expect(refusal.code).toBe('not-signed-in')
    for (const [who, token] of Object.entries(former)) {
      const { status, body } = await call(endpoint, token)
      expect([status, body], who).toEqual([401, refusal])
    }
  })

  // Signing out would end the session that the other calls are made with.
  const asking = endpoint.path === sessionEndpoints.logout.path ? [] : roles
  for (const role of asking) {
    const allowed = can(role, access)
    test(`${allowed ? 'accepts' : 'answers 403 to'} a ${role} [T138]`, async () => {
      const { status, body } = await call(endpoint, tokens[role])
      if (allowed) expect([200, 201, 204, 400, 404]).toContain(status)
      else expect({ status, code: body.code }).toEqual({ status: 403, code: 'not-allowed' })
    })
  }
})
