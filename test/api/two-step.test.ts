import { beforeEach, describe, expect, test } from 'vitest'
import { type Role, roles } from '#contract/access/roles.ts'
import { auditEndpoints } from '#contract/audit/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { deletedRecordEndpoints } from '#contract/deleted-records/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoint-table.ts'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { serviceLogEndpoints } from '#contract/service-log/endpoints.ts'
import { ownAccountEndpoints, sessionEndpoints } from '#contract/session/endpoints.ts'
import { superAdminLink } from '#server/employees/super-admin-link.ts'
import { addSession } from '#server/session/store.ts'
import { checkTwoStepKey } from '#server/session/two-step.ts'
import { amina, hodan } from '#test/support/people.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { testTrail } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'
import { appCode, turnOnTwoStep } from '#test/support/two-step.ts'

const start = new Date('2026-06-15T15:00:00Z')
const app = await createTestApp()
/** A second instance over the same database, with the same clock. */
const other = await createTestApp({ db: app.db, clock: () => app.context.now })

const later = (seconds: number) => {
  app.context.now = new Date(start.getTime() + seconds * 1000)
}
beforeEach(async () => {
  later(0)
  await app.db.deleteFrom('throttling').execute()
})

const login = (email: string, more: object = {}, at: TestApp = app) =>
  at.send(sessionEndpoints.login, { body: { email, password, ...more } })
const statusWith = async (token: string) => (await app.send(clientEndpoints.summary, { token })).status

let number = 0
/** An employee who has turned on two-step sign-in, a minute ago. */
async function protectedMember(role: Role = 'manager') {
  number += 1
  const email = `protected${number}@example.org`
  const id = await app.employ(role, email)
  const token = await app.signIn(email)
  const setUp = await turnOnTwoStep(app, token)
  app.context.now = inSeconds(60)
  return { id, email, token, ...setUp, code: (seconds = 0) => appCode(setUp.secret, inSeconds(seconds)) }
}
const inSeconds = (seconds: number) => new Date(app.context.now.getTime() + seconds * 1000)

describe('setting up', () => {
  test('needs a sign-in or a confirmed password of the last 15 minutes', async () => {
    const { token } = await app.member('admin', 'unattended@example.org')
    later(15 * 60 + 1)
    const begin = () => app.send(ownAccountEndpoints.beginTwoStep, { token })
    expect((await begin()).body.code).toBe('confirm-password')
    await app.send(ownAccountEndpoints.confirm, { token, body: { password } })
    expect((await begin()).status).toBe(200)
  })

  test('with a code turns it on, once, returns ten recovery codes and ends the other sessions [T270]', async () => {
    const { id, email, token } = await app.member('admin', 'turns.on@example.org')
    const elsewhere = await app.signIn(email)
    const state = async () => (await app.send(ownAccountEndpoints.twoStep, { token })).body
    const { secret, uri } = (await app.send(ownAccountEndpoints.beginTwoStep, { token })).body
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain('Stable%20Housing%20Relocation:turns.on%40example.org?')
    const off = { isOn: false, hasApp: false, passkeys: 0, isRequired: false, recoveryCodesLeft: 0 }
    expect(await state()).toEqual(off)
    const body = { code: appCode(secret, start) }
    const answers = await Promise.all(
      [app, other, app, other].map((at) => at.send(ownAccountEndpoints.confirmTwoStep, { token, body })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const done = answers.find(({ status }) => status === 200)?.body
    expect(Object.keys(done)).toEqual(['recoveryCodes'])
    expect(new Set(done.recoveryCodes).size).toBe(10)
    expect([await statusWith(token), await statusWith(elsewhere)]).toEqual([200, 401])
    expect(await state()).toEqual({ ...off, isOn: true, hasApp: true, recoveryCodesLeft: 10 })
    expect((await login(email, { code: done.recoveryCodes[0] })).status).toBe(200)
    const mail = app.db.selectFrom('outbox').select(['kind', 'recipient']).where('employee_id', '=', id)
    expect(await mail.execute()).toEqual([{ kind: 'two-step-set-up', recipient: 'turns.on@example.org' }])
    expect(await app.audited({ record_id: id, action: 'set up two-step sign-in' }, 'actor_id')).toEqual([
      { actor_id: id },
    ])
  })

  test('rejects a wrong code, a code before the start, and a second setup', async () => {
    const { token } = await app.member('employee', 'mistaken@example.org')
    const confirm = (code: string) => app.send(ownAccountEndpoints.confirmTwoStep, { token, body: { code } })
    expect((await confirm('123456')).status).toBe(404)
    const { secret } = (await app.send(ownAccountEndpoints.beginTwoStep, { token })).body
    for (const code of [appCode(secret, inSeconds(90)), 'ABCD-EFGH-IJKL-MNOP'])
      expect(await confirm(code)).toMatchObject({ status: 401, body: { code: 'wrong-code' } })
    expect((await confirm(' ')).body.fields).toEqual({ code: 'Enter the code.' })
    expect((await confirm(appCode(secret, start))).status).toBe(200)
    expect(await confirm(appCode(secret, inSeconds(30)))).toMatchObject({
      status: 409,
      body: { code: 'two-step-already-on' },
    })
    expect((await app.send(ownAccountEndpoints.beginTwoStep, { token })).status).toBe(409)
  })

  test('needs a key on the server', async () => {
    const keyless = await createTestApp({ db: app.db, twoStep: { policy: 'optional', key: undefined } })
    const { token } = await app.member('employee', 'keyless@example.org')
    expect(await keyless.send(ownAccountEndpoints.beginTwoStep, { token })).toMatchObject({
      status: 503,
      body: { code: 'two-step-unavailable' },
    })
  })

  test('stores neither the secret nor a recovery code', async () => {
    const { id, secret, recoveryCodes } = await protectedMember()
    const row = await app.db.selectFrom('employees').selectAll().where('id', '=', id).executeTakeFirst()
    const text = JSON.stringify(row, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    expect(text).not.toContain(secret)
    for (const code of recoveryCodes) expect(text).not.toContain(code)
  })
})

describe('signing in', () => {
  test('asks for a code only after the right password, and reveals nothing before [T272]', async () => {
    const { email } = await protectedMember()
    await app.employ('employee', 'unprotected@example.org')
    expect(await login(email)).toMatchObject({
      status: 401,
      body: { code: 'second-step-needed', message: 'Enter the code from your authenticator app.' },
    })
    const wrong = { password: 'not the password' }
    const refusals = await Promise.all([
      login('nobody@example.org'),
      login(email, wrong),
      login(email, { ...wrong, code: '123456' }),
      login('unprotected@example.org', wrong),
      login('nobody@example.org', { code: '123456' }),
    ])
    expect(new Set(refusals.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(refusals[0]?.body.code).toBe('wrong-credentials')
  })

  test('takes the app’s code once, also with a space or one step late [T273]', async () => {
    const { email, code } = await protectedMember()
    const late = code(-30)
    const current = code().replace(/^.../, '$& ')
    expect((await login(email, { code: late })).status).toBe(200)
    expect((await login(email, { code: current })).status).toBe(200)
    for (const used of [late, current])
      expect(await login(email, { code: used })).toMatchObject({ status: 401, body: { code: 'wrong-code' } })
    later(90)
    expect((await login(email, { code: code() })).status).toBe(200)
  })

  test('takes each recovery code once, with an audit row', async () => {
    const { id, email, recoveryCodes, token } = await protectedMember()
    const [code = ''] = recoveryCodes
    expect((await login(email, { code: code.toLowerCase() })).status).toBe(200)
    expect((await login(email, { code })).body.code).toBe('wrong-code')
    expect((await app.send(ownAccountEndpoints.twoStep, { token })).body.recoveryCodesLeft).toBe(9)
    const actions = await app.audited({ record_id: id }, 'action')
    expect(actions.map(({ action }) => action).slice(-3)).toEqual([
      'used a recovery code',
      'signed in',
      'code refused',
    ])
  })

  test.each(['the same code', 'the same recovery code'])(
    'with %s on two instances at once opens one session [T274]',
    async (what) => {
      const { email, code, recoveryCodes } = await protectedMember()
      const body = { code: what === 'the same code' ? code() : recoveryCodes[0] }
      const answers = await Promise.all([app, other, app, other, app].map((at) => login(email, body, at)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    },
  )

  test('counts wrong codes like wrong passwords, and a right password does not forget them [T275]', async () => {
    const { email, code } = await protectedMember()
    for (let count = 0; count < 5; count += 1) {
      expect((await login(email, { code: '000000' })).body.code).toBe('wrong-code')
      const needed = await login(email)
      if (count < 4) expect(needed.body.code).toBe('second-step-needed')
    }
    expect(await login(email, { code: code() })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    })
    later(61)
    expect((await login(email, { code: '000000' })).body.code).toBe('wrong-code')
    expect((await login(email, { code: code() })).headers['retry-after']).toBe('2')
  })

  test('checks at most five of many codes that are sent at once', async () => {
    const { email, code } = await protectedMember()
    const guesses = Array.from({ length: 15 }, (_, place) => String(place).padStart(6, '0'))
    const answers = await Promise.all([...guesses, code()].map((guess) => login(email, { code: guess })))
    expect(answers.filter(({ body }) => body.code === 'wrong-code').length).toBeLessThanOrEqual(5)
  })

  test('still needs the code after a changed password and after a reset link [T283]', async () => {
    const { email, token } = await protectedMember()
    const changed = { currentPassword: password, password: 'ice on the lake' }
    const { body } = await app.send(sessionEndpoints.changePassword, { token, body: changed })
    expect(await statusWith(body.token)).toBe(200)
    expect((await login(email, { password: 'ice on the lake' })).body.code).toBe('second-step-needed')
    const link = await superAdminLink(
      { trail: testTrail, db: app.db, clock: () => app.context.now, publicUrl: '' },
      email,
    )
    const linkToken = new URL(link, 'http://localhost').searchParams.get('token') ?? ''
    expect((await app.send(sessionEndpoints.save, { body: { token: linkToken, password } })).status).toBe(200)
    expect((await login(email)).body.code).toBe('second-step-needed')
  })

  test('a sign-in by password that runs during the setup opens no session', async () => {
    const { email, token } = await app.member('manager', 'downgrade@example.org')
    const { secret } = (await app.send(ownAccountEndpoints.beginTwoStep, { token })).body
    const body = { code: appCode(secret, start) }
    const [, ...answers] = await Promise.all([
      app.send(ownAccountEndpoints.confirmTwoStep, { token, body }),
      ...Array.from({ length: 10 }, (_, place) => login(email, {}, place % 2 ? app : other)),
    ])
    const tokens = answers.flatMap((answer) => answer.body.token ?? [])
    expect(await Promise.all(tokens.map(statusWith))).toEqual(tokens.map(() => 401))
    expect(await statusWith(token)).toBe(200)
  })
})

describe('turning it off and making new recovery codes', () => {
  const remove = (token: string, body: object) =>
    app.send(ownAccountEndpoints.removeTwoStep, { token, body: body as never })

  test('needs password and code; then the password alone signs in [T281]', async () => {
    const { id, email, token, code } = await protectedMember()
    expect((await remove(token, { password })).body.fields).toEqual({ code: 'Enter the code.' })
    expect((await remove(token, { password: 'wrong one', code: code() })).body.code).toBe('wrong-password')
    expect((await remove(token, { password, code: '000000' })).body.code).toBe('wrong-code')
    expect(await statusWith(token), 'still signed in').toBe(200)
    expect((await remove(token, { password, code: code() })).status).toBe(204)
    expect((await remove(token, { password, code: code(30) })).status).toBe(404)
    expect((await login(email)).status).toBe(200)
    const mails = app.db.selectFrom('outbox').select('kind').where('employee_id', '=', id)
    expect(await mails.execute()).toEqual([{ kind: 'two-step-set-up' }, { kind: 'two-step-removed' }])
    const actions = await app.audited({ record_id: id }, 'action')
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['confirmation refused', 'code refused', 'removed two-step sign-in']),
    )
  })

  test('new recovery codes replace the old ones [T282]', async () => {
    const { email, token, code, recoveryCodes } = await protectedMember()
    const body = { password, code: code() }
    const answer = await app.send(ownAccountEndpoints.newRecoveryCodes, { token, body })
    expect(answer).toMatchObject({ status: 200, body: { recoveryCodes: { length: 10 } } })
    expect((await login(email, { code: recoveryCodes[0] })).body.code).toBe('wrong-code')
    expect((await login(email, { code: answer.body.recoveryCodes[9] })).status).toBe(200)
  })

  test('a changed password gives no further guesses at the code [T276]', async () => {
    const { email, token } = await protectedMember()
    for (let count = 0; count < 4; count += 1) await login(email, { code: '000000' })
    const body = { currentPassword: password, password: 'ice on the lake' }
    expect((await app.send(sessionEndpoints.changePassword, { token, body })).status).toBe(200)
    const guess = () => login(email, { password: 'ice on the lake', code: '000000' })
    expect((await guess()).body.code).toBe('wrong-code')
    expect((await guess()).status).toBe(429)
  })

  test('a confirmed password gives no further guesses at the code [T277]', async () => {
    const { token } = await protectedMember()
    for (let count = 0; count < 5; count += 1) {
      await remove(token, { password, code: '000000' })
      if (count < 4) await app.send(ownAccountEndpoints.confirm, { token, body: { password } })
    }
    expect((await remove(token, { password, code: '000000' })).status).toBe(429)
  })
})

describe.each(['admins', 'everyone'] as const)('with TWO_STEP=%s', (policy) => {
  const strictRoles: Role[] = policy === 'everyone' ? [...roles] : ['super-admin', 'admin']
  const twoStep = { policy, key: 'only-for-tests-only-for-tests-only-for-tests' }
  const startStrict = () => createTestApp({ db: app.db, clock: () => app.context.now, twoStep })

  test('a token opens nothing but the setup and logging out until the required setup is done [T278]', async () => {
    const strict = await startStrict()
    const open = [
      'POST /auth/confirm',
      'POST /auth/confirm/options',
      'GET /auth/passkeys',
      'POST /auth/passkeys/options',
      'POST /auth/passkeys',
      'PUT /auth/passkeys/:id',
      'DELETE /auth/passkeys/:id',
      'GET /auth/organization',
      'GET /auth/two-step',
      'POST /auth/two-step',
      'POST /auth/two-step/confirm',
      'DELETE /auth/two-step',
      'POST /auth/two-step/recovery-codes',
    ]
    const calls = allEndpoints.filter(({ access, path }) => access !== 'anyone' && path !== '/auth/logout')
    const params = { id: 'x', noteId: 'x', deck: 'x' }
    for (const role of roles) {
      // Signed in before two-step sign-in was required.
      const { token } = await app.member(role, `${policy}.${role}@example.org`)
      const refused: string[] = []
      for (const endpoint of calls) {
        const { body } = await strict.send(endpoint, { token, params })
        if (body.code === 'two-step-required') refused.push(`${endpoint.method} ${endpoint.path}`)
      }
      const closed = calls
        .map(({ method, path }) => `${method} ${path}`)
        .filter((call) => !open.includes(call))
      expect(refused, role).toEqual(strictRoles.includes(role) ? closed : [])
      expect((await strict.send(sessionEndpoints.logout, { token })).status).toBe(200)
    }
  })

  test('the token says that the setup is due, and opens everything once it is done [T279]', async () => {
    const strict = await startStrict()
    const email = `due.${policy}@example.org`
    await app.employ('admin', email)
    const { token } = (await login(email, {}, strict)).body
    const codeOf = async () => (await strict.send(clientEndpoints.summary, { token })).body.code
    expect(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).setUpTwoStep).toBe(true)
    expect(await codeOf()).toBe('two-step-required')
    const { secret } = await turnOnTwoStep(app, token)
    expect(await codeOf()).toBeUndefined()
    later(60)
    const body = { password, code: appCode(secret, app.context.now) }
    expect((await strict.send(ownAccountEndpoints.removeTwoStep, { token, body })).status).toBe(204)
    expect(await codeOf()).toBe('two-step-required')
  })
})

describe('a fresh confirmation', () => {
  type Send = () => ReturnType<typeof app.send>
  type Member = { id: string; token: string }

  /** The calls that need one, about another employee and a client. */
  async function sensitiveCalls({ id, token }: Member): Promise<[EndpointDefinition, Send][]> {
    const target = await protectedMember()
    const params = { id: target.id }
    const client = (await app.send(clientEndpoints.add, { token: target.token, body: hodan })).body
    const ofClient = { params: { id: client.id } }
    const session = await addSession(app.db, id, { device: '', now: app.context.now })
    const person = { firstName: 'A', lastName: 'B', dob: null, phone: '', address: '' }
    const day = '2026-06-15'
    const about: [EndpointDefinition, object][] = [
      [employeeEndpoints.edit, { params, body: { ...person, email: `new.${target.email}` } }],
      [employeeEndpoints.changeRole, { params, body: { role: 'employee' } }],
      [employeeEndpoints.handOver, { params, body: { to: null } }],
      [employeeEndpoints.resendSetupEmail, { body: { email: `new.${target.email}` } }],
      [sessionEndpoints.resendSetupEmail, { body: { email: `new.${target.email}` } }],
      [employeeEndpoints.resetTwoStep, { params }],
      [employeeEndpoints.remove, { params }],
      [employeeEndpoints.add, { body: { ...amina, email: `added.${target.email}` } }],
      [auditEndpoints.exportCsv, { body: {} }],
      [clientEndpoints.exportCsv, { body: {} }],
      [serviceLogEndpoints.exportCsv, { body: { from: day, to: day } }],
      [
        recordPacketEndpoints.make,
        { ...ofClient, body: { recipient: 'Court', purpose: 'Subpoena', basis: 'Court order', include: {} } },
      ],
      [clientEndpoints.remove, ofClient],
      [deletedRecordEndpoints.restore, ofClient],
      [ownAccountEndpoints.endSession, { params: { id: session.id } }],
      [ownAccountEndpoints.endOtherSessions, {}],
    ]
    return about.map(([endpoint, request]) => [endpoint, () => app.send(endpoint, { token, ...request })])
  }

  /** By call, whether it was answered with `confirm-password`; anything else has to succeed. */
  async function asked(calls: [EndpointDefinition, Send][]): Promise<Record<string, boolean>> {
    const answers: [string, boolean][] = []
    for (const [{ method, path }, send] of calls) {
      const { status, body } = await send()
      const isAsked = body?.code === 'confirm-password'
      if (!isAsked) expect(status, `${method} ${path}`).toBeLessThan(300)
      answers.push([`${method} ${path}`, isAsked])
    }
    return Object.fromEntries(answers)
  }
  const forAll = (calls: [EndpointDefinition, Send][], isAsked: boolean) =>
    Object.fromEntries(calls.map(([{ method, path }]) => [`${method} ${path}`, isAsked]))
  const confirm = async (token: string, body: { password: string; code?: string }) =>
    (await app.send(ownAccountEndpoints.confirm, { token, body })).body

  test('is asked for more than 15 minutes after the sign-in, and again after the confirmation [T294]', async () => {
    const chief = await protectedMember('super-admin')
    const { token, code } = chief
    const earlyCalls = await sensitiveCalls(chief)
    later(15 * 60)
    expect(await asked(earlyCalls)).toEqual(forAll(earlyCalls, false))
    const calls = await sensitiveCalls(chief)
    later(15 * 60 + 1)
    expect(await asked(calls)).toEqual(forAll(calls, true))
    const deletion = await app.send(clientEndpoints.remove, { token, params: { id: 'x' } })
    expect(deletion.body.message).toBe('Confirm your password first. Nothing was changed.')
    expect((await confirm(token, { password: 'not the password' })).code).toBe('wrong-password')
    expect(await confirm(token, { password, code: '000000' })).toEqual({
      code: 'wrong-code',
      message: 'This code is wrong or has already been used. Enter the next code that your app shows.',
    })
    expect(await asked(calls)).toEqual(forAll(calls, true))
    expect((await confirm(token, { password, code: code() })).message).toBe('Password confirmed.')
    expect(await asked(calls)).toEqual(forAll(calls, false))
    later(29 * 60)
    await app.send(sessionEndpoints.activity, { token })
    const laterCalls = await sensitiveCalls(chief)
    later(30 * 60 + 2)
    expect(await asked(laterCalls)).toEqual(forAll(laterCalls, true))
  })

  test('needs the code of an account that has one, and a changed password stands in for neither [T1041]', async () => {
    const { token, code } = await protectedMember('super-admin')
    later(16 * 60)
    const exporting = async (by: string) =>
      (await app.send(clientEndpoints.exportCsv, { token: by, body: {} })).status
    expect((await confirm(token, { password })).fields).toEqual({ code: 'Enter the code.' })
    expect(await exporting(token)).toBe(403)
    const body = { currentPassword: password, password: 'ice on the lake' }
    const changed = (await app.send(sessionEndpoints.changePassword, { token, body })).body.token
    expect(await exporting(changed)).toBe(403)
    await confirm(changed, { password: 'ice on the lake', code: code() })
    expect(await exporting(changed)).toBe(200)
  })

  test('with the password alone is asked of accounts without two-step sign-in, for some calls [T295]', async () => {
    const plain = await app.member('super-admin', 'plain.chief@example.org')
    const calls = await sensitiveCalls(plain)
    later(20 * 60)
    const onlyTwoStep = [
      employeeEndpoints.changeRole,
      employeeEndpoints.resetTwoStep,
      employeeEndpoints.remove,
      employeeEndpoints.add,
      clientEndpoints.remove,
      deletedRecordEndpoints.restore,
    ]
    const ofOthers = onlyTwoStep.map(({ method, path }) => [`${method} ${path}`, false])
    const { token } = plain
    const [[changeEmail, edit] = [], ...rest] = calls
    expect((await edit?.())?.body.code).toBe('confirm-password')
    expect(await asked(rest)).toEqual({ ...forAll(rest, true), ...Object.fromEntries(ofOthers) })
    expect((await confirm(token, { password })).message).toBe('Password confirmed.')
    const again = await sensitiveCalls(plain)
    expect(await asked(again)).toEqual(forAll(again, false))
    expect(changeEmail).toBe(employeeEndpoints.edit)
  })

  test('is not asked for changes of an employee other than the address', async () => {
    const { token } = await app.member('super-admin', 'changes.others@example.org')
    const target = await app.member('manager', 'other.changes@example.org')
    later(20 * 60)
    const body = { firstName: 'A', lastName: 'B', dob: null, phone: '', address: '', email: target.email }
    const request = { token, params: { id: target.id }, body }
    expect((await app.send(employeeEndpoints.edit, request)).status).toBe(200)
  })
})

describe('a super-admin', () => {
  test('signs an employee out everywhere [T292]', async () => {
    const chief = await app.member('super-admin', 'signs.out@example.org')
    const target = await app.member('manager', 'signed.out@example.org')
    const again = await app.signIn(target.email)
    const params = { id: target.id }
    const answer = await app.send(employeeEndpoints.signOut, { token: chief.token, params })
    expect(answer).toMatchObject({ status: 200, body: { message: 'Signed out everywhere.' } })
    expect([await statusWith(target.token), await statusWith(again), await statusWith(chief.token)]).toEqual([
      401, 401, 200,
    ])
    const row = await app.audited({ record_id: target.id, action: 'ended all sessions' }, 'actor_id')
    expect(row).toEqual([{ actor_id: chief.id }])
  })

  test('sees and resets another employee’s two-step sign-in, which ends the sessions and sends an email [T284]', async () => {
    const chief = await app.member('super-admin', 'resets@example.org')
    const target = await protectedMember()
    const reset = (id: string) =>
      app.send(employeeEndpoints.resetTwoStep, { token: chief.token, params: { id } })
    const params = { id: target.id }
    const seen = async () => (await app.send(employeeEndpoints.get, { token: chief.token, params })).body
    expect((await seen()).hasTwoStep).toBe(true)
    expect((await reset(target.id)).status).toBe(204)
    expect((await seen()).hasTwoStep).toBe(false)
    expect(await statusWith(target.token)).toBe(401)
    expect((await login(target.email)).status).toBe(200)
    expect(await reset(target.id)).toMatchObject({
      status: 404,
      body: { message: 'This employee does not use two-step sign-in.' },
    })
    expect(await reset(chief.id)).toMatchObject({ status: 409, body: { code: 'own-account' } })
    const mails = app.db.selectFrom('outbox').select('kind').where('employee_id', '=', target.id)
    expect((await mails.execute()).at(-1)).toEqual({ kind: 'two-step-reset' })
    const rows = await app.audited({ record_id: target.id, action: 'reset two-step sign-in' }, 'actor_id')
    expect(rows).toEqual([{ actor_id: chief.id }])
  })
})

test('a start is refused with a key that does not open the secrets, and names the accounts [T288]', async () => {
  const { email } = await protectedMember()
  await checkTwoStepKey(app.db, 'only-for-tests-only-for-tests-only-for-tests')
  await expect(checkTwoStepKey(app.db, 'another key')).rejects.toThrow('not the key')
  await expect(checkTwoStepKey(app.db, 'another key')).rejects.toThrow(email)
  await expect(checkTwoStepKey(app.db, undefined)).rejects.toThrow(/^TWO_STEP_KEY is not set/)
  await app.db
    .updateTable('employees')
    .set({ two_step_secret: null, two_step_at: null, two_step_last: null })
    .execute()
  await checkTwoStepKey(app.db, undefined)
})
