import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import { ownAccountEndpoints, sessionEndpoints } from '#contract/session/endpoints.ts'
import { passkeyEndpoints } from '#contract/session/passkey-endpoints.ts'
import { attestationWithAddress, selfAttestation } from '#test/support/attestation.ts'
import { type Attest, softwarePasskey } from '#test/support/software-authenticator.ts'
import { type Answer, createTestApp, type TestApp } from '#test/support/test-app.ts'
import { password } from '#test/support/test-password.ts'
import { appCode, turnOnTwoStep } from '#test/support/two-step.ts'

/* Signing in and confirming with a passkey (docs/decisions/0071). The journeys use a browser's own authenticator. */

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

type Key = ReturnType<typeof softwarePasskey>

const statusWith = async (token: string) => (await app.send(clientEndpoints.summary, { token })).status
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''
const withCookie = (options: Answer) => ({ headers: { cookie: cookieOf(options) } })

/** Adds a passkey for the caller. */
async function add(token: string, key: Pick<Key, 'create'>, name = 'Work laptop', at: TestApp = app) {
  const options = await app.send(passkeyEndpoints.addOptions, { token })
  if (options.status !== 200) return options
  const body = { name, response: key.create(options.body) }
  return await at.send(passkeyEndpoints.add, { token, body, ...withCookie(options) })
}

/** Signs in; what the key answers can differ from what it should. */
async function signIn(
  key: Key,
  { at = app, answer = {} }: { at?: TestApp; answer?: Parameters<Key['get']>[1] } = {},
) {
  const options = await app.send(passkeyEndpoints.signInOptions, {})
  const body = { response: key.get(options.body, answer) }
  return await at.send(passkeyEndpoints.signIn, { body, ...withCookie(options) })
}

async function confirm(token: string, key: Key) {
  const options = await app.send(passkeyEndpoints.confirmOptions, { token })
  const body = { passkey: key.get(options.body) }
  return await app.send(ownAccountEndpoints.confirm, { token, body, ...withCookie(options) })
}

const login = (email: string, more: object = {}) =>
  app.send(sessionEndpoints.login, { body: { email, password, ...more } })

let number = 0
/** An employee with a passkey. */
async function holder(role: Role = 'manager') {
  number += 1
  const { id, email, token } = await app.member(role, `holder${number}@example.org`)
  const key = softwarePasskey()
  const { body } = await add(token, key)
  return { id, email, token, key, recoveryCodes: body.recoveryCodes as string[] }
}

const refusal = {
  status: 401,
  body: {
    code: 'wrong-passkey',
    message: 'This passkey was not accepted. Try again, or use the password instead.',
  },
}

async function actionsOf(id: string): Promise<string[]> {
  return (await app.audited({ record_id: id }, 'action')).map(({ action }) => action)
}

const mailTo = async (id: string) =>
  (await app.db.selectFrom('outbox').select('kind').where('employee_id', '=', id).execute()).map(
    ({ kind }) => kind,
  )

describe('adding', () => {
  test('the first returns recovery codes and ends the other sessions; each is told by email [T1560]', async () => {
    const { id, email, token } = await app.member('employee', 'adds@example.org')
    const elsewhere = await app.signIn(email)
    const first = await add(token, softwarePasskey(), ' Work laptop ')
    expect(first).toMatchObject({
      status: 201,
      body: { name: 'Work laptop', host: 'localhost', usedAt: null, synced: false },
    })
    expect(new Set(first.body.recoveryCodes).size).toBe(10)
    expect([await statusWith(token), await statusWith(elsewhere)]).toEqual([200, 401])
    later(1)
    const second = await add(token, softwarePasskey(), 'Phone', other)
    expect(second).toMatchObject({ status: 201, body: { name: 'Phone' } })
    expect(second.body).not.toHaveProperty('recoveryCodes')
    const { body } = await app.send(passkeyEndpoints.list, { token })
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Work laptop', 'Phone'])
    expect((await app.send(ownAccountEndpoints.twoStep, { token })).body).toEqual({
      isOn: true,
      isRequired: false,
      recoveryCodesLeft: 10,
      hasApp: false,
      passkeys: 2,
    })
    expect(await mailTo(id)).toEqual(['passkey-added', 'passkey-added'])
    expect((await actionsOf(id)).slice(-2)).toEqual(['added a passkey', 'added a passkey'])
  })

  test('needs a sign-in or confirmation of the last 15 minutes, as do renaming and removing [T1561]', async () => {
    const { token, key } = await holder()
    const params = { id: key.id }
    const body = { name: 'Tablet', response: key.create({ challenge: 'x' }) }
    later(15 * 60 + 1)
    const answers = await Promise.all([
      app.send(passkeyEndpoints.addOptions, { token }),
      app.send(passkeyEndpoints.add, { token, body }),
      app.send(passkeyEndpoints.rename, { token, params, body: { name: 'Tablet' } }),
      app.send(passkeyEndpoints.remove, { token, params }),
    ])
    expect(answers.map((answer) => answer.body.code)).toEqual(Array(4).fill('confirm-password'))
    expect((await app.send(passkeyEndpoints.list, { token })).body).toHaveLength(1)
    expect((await confirm(token, key)).status).toBe(200)
    expect((await add(token, softwarePasskey())).status).toBe(201)
  })

  test('checks the name, and stops at ten [T1562]', async () => {
    const { token } = await holder()
    const name = async (text: string) => (await add(token, softwarePasskey(), text)).body.fields
    expect(await name(' ')).toEqual({ name: 'Enter a name for the passkey.' })
    expect(await name('x'.repeat(61))).toEqual({ name: 'Name can have at most 60 characters' })
    for (let count = 2; count <= 10; count += 1)
      expect((await add(token, softwarePasskey(), `Key ${count}`)).status).toBe(201)
    expect(await add(token, softwarePasskey())).toMatchObject({
      status: 409,
      body: { code: 'too-many', message: 'You already have 10 passkeys. Remove one of them first.' },
    })
  })

  test('refuses a key that is not new, or was not made for this challenge in this session [T1563]', async () => {
    const { id, token, key } = await holder()
    const stranger = await holder()
    const options = await app.send(passkeyEndpoints.addOptions, { token })
    const strangers = await app.send(passkeyEndpoints.addOptions, { token: stranger.token })
    const signingIn = await app.send(passkeyEndpoints.signInOptions, {})
    const made = (response: object, from = options) =>
      app.send(passkeyEndpoints.add, {
        token,
        body: { name: 'X', response: response as never },
        ...withCookie(from),
      })
    const fresh = softwarePasskey()
    const answers = [
      // Each uses up a challenge only if it is the caller's own.
      await made(fresh.create(strangers.body), strangers),
      await made(fresh.create(signingIn.body), signingIn),
      await made({ id: fresh.id }, signingIn),
      await made(fresh.create({ challenge: 'AAAA' })),
      await made(fresh.create(options.body)),
    ]
    for (const again of [
      (challenge: never) => key.create(challenge),
      (challenge: never) => stranger.key.create(challenge),
      (challenge: never) => fresh.create(challenge, { isVerified: false }),
      (challenge: never) => fresh.create(challenge, { origin: 'http://localhost:4000' }),
      (challenge: never) => fresh.create(challenge, { host: 'example.org' }),
      (challenge: never) => fresh.get(challenge),
    ]) {
      const next = await app.send(passkeyEndpoints.addOptions, { token })
      answers.push(await made(again(next.body as never), next))
    }
    for (const answer of answers) expect(answer).toMatchObject(refusal)
    expect((await app.send(passkeyEndpoints.list, { token })).body).toHaveLength(1)
    expect((await actionsOf(id)).filter((action) => action === 'passkey refused')).toHaveLength(11)
    expect(await statusWith(token)).toBe(200)
  })

  test('trusts no attestation certificate, and calls no address in it [T1640]', async () => {
    const { token } = await app.member('employee', 'attested@example.org')
    const called: unknown[] = []
    const server = createServer(({ url }, reply) => {
      called.push(url)
      reply.end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const attested = (attest: Attest) => {
      const key = softwarePasskey()
      return { create: (options: { challenge: string }) => key.create(options, {}, attest) }
    }
    const withAddress = attestationWithAddress(`http://127.0.0.1:${port}/revoked`)
    expect(await add(token, attested(withAddress))).toMatchObject(refusal)
    expect(called).toEqual([])
    expect(await add(token, attested(selfAttestation))).toMatchObject({ status: 201 })
  })

  test('ignores transports that are not a list', async () => {
    const { token } = await app.member('employee', 'transports@example.org')
    for (const transports of [5, 'usb', { usb: true }, null]) {
      const key = softwarePasskey()
      const create = (options: { challenge: string }) => {
        const made = key.create(options)
        return { ...made, response: { ...made.response, transports } as never }
      }
      expect(await add(token, { create })).toMatchObject({ status: 201 })
    }
  })
})

describe('signing in', () => {
  test('needs neither password nor code, and can be finished on another instance [T1564]', async () => {
    const { id, key } = await holder()
    const answer = await signIn(key, { at: other })
    expect(answer.status).toBe(200)
    expect(await statusWith(answer.body.token)).toBe(200)
    expect(cookieOf(answer)).toMatch(/^device=[\w-]{43}$/)
    const [row] = await app.audited({ record_id: id, action: 'signed in with a passkey' }, 'session_id')
    expect(row?.session_id).toMatch(/^[\w-]{36}$/)
    const { body } = await app.send(passkeyEndpoints.list, { token: answer.body.token })
    expect(body[0].usedAt).toBe(start.toISOString())
  })

  test('binds the challenge to the browser by a cookie that no script reads [T1565]', async () => {
    const secured = await createTestApp({ db: app.db, publicUrl: 'https://portal.example.org' })
    const options = await secured.send(passkeyEndpoints.signInOptions, {})
    expect(options.body).toMatchObject({ rpId: 'portal.example.org', userVerification: 'required' })
    expect(options.body).not.toHaveProperty('allowCredentials')
    expect(options.headers['set-cookie']).toMatch(
      /^__Secure-passkey-sign-in=[\w.-]+; Path=\/api\/auth; Max-Age=300; HttpOnly; SameSite=Strict; Secure$/,
    )
  })

  test('refuses every other answer alike, opens no session, and leaves a row [T1566]', async () => {
    const { id, token, key } = await holder()
    const other = await holder()
    const options = await app.send(passkeyEndpoints.signInOptions, {})
    const again = () => app.send(passkeyEndpoints.signInOptions, {})
    const send = (response: object, from: Answer, headers: object = withCookie(from)) =>
      app.send(passkeyEndpoints.signIn, { body: { response: response as never }, ...headers })
    const sessions = async () => (await app.db.selectFrom('sessions').select('id').execute()).length
    const used = key.get(options.body)
    expect((await send(used, options)).status).toBe(200)
    const before = await sessions()

    const answers = [
      await send(used, options),
      await send(key.get(options.body), options),
      await send(key.get((await again()).body), await again()),
      await send(key.get((await again()).body), options, {}),
      await send(softwarePasskey().get(options.body), await again()),
      await send({ id: key.id }, await again()),
      await send({ id: 'x'.repeat(2000) }, await again()),
      await send({ id: key.id, response: { clientDataJSON: 'x' } }, await again()),
    ]
    const from = async (respond: (challenge: { challenge: string }) => object) => {
      const next = await again()
      answers.push(await send(respond(next.body), next))
    }
    await from((challenge) => ({ ...other.key.get(challenge), id: key.id, rawId: key.id }))
    await from((challenge) => key.get(challenge, { isVerified: false }))
    await from((challenge) => key.get(challenge, { origin: 'https://localhost.example' }))
    await from((challenge) => key.get(challenge, { host: 'example.org' }))
    await from((challenge) => key.create(challenge))
    await from((challenge) => key.get(challenge, { counter: 1 }))
    const confirming = await app.send(passkeyEndpoints.confirmOptions, { token })
    // As someone would who sends cookies by hand.
    const renamed = cookieOf(confirming).replace('passkey-confirm', 'passkey-sign-in')
    const asSignIn = { headers: { cookie: renamed } }
    answers.push(await send(key.get(confirming.body), confirming, asSignIn))
    const expired = await again()
    later(5 * 60 + 1)
    answers.push(await send(key.get(expired.body), expired))

    for (const answer of answers) expect(answer).toMatchObject(refusal)
    expect(await sessions()).toBe(before)
    const rows = await app.audited({ action: 'passkey refused', record_id: id }, 'actor_id')
    // All but those of two unknown keys.
    expect(rows).toEqual(Array(answers.length - 2).fill({ actor_id: null }))
    expect((await signIn(key, { answer: { counter: 50 } })).status).toBe(200)
  })

  test('with one answer on two instances at once opens one session [T1567]', async () => {
    const { key } = await holder()
    const options = await app.send(passkeyEndpoints.signInOptions, {})
    const request = { body: { response: key.get(options.body) }, ...withCookie(options) }
    const answers = await Promise.all(
      [app, other, app, other].map((at) => at.send(passkeyEndpoints.signIn, request)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  test('is refused to a deleted employee, and after 30 failures to a network that has no known browser [T1568]', async () => {
    const { id, key } = await holder()
    const gone = await holder()
    await app.db.updateTable('employees').set({ deleted_at: start }).where('id', '=', gone.id).execute()
    expect(await signIn(gone.key)).toMatchObject(refusal)
    const known = cookieOf(await signIn(key))
    for (let count = 1; count < 30; count += 1) await signIn(softwarePasskey())
    expect((await signIn(key)).status).toBe(429)
    const options = await app.send(passkeyEndpoints.signInOptions, {})
    const headers = { cookie: `${cookieOf(options)}; ${known}` }
    const body = { response: key.get(options.body) }
    const answer = await app.send(passkeyEndpoints.signIn, { body, headers })
    expect([answer.status, cookieOf(answer)]).toEqual([200, known])
    expect(await actionsOf(id)).not.toContain('passkey refused')
  })

  test('with the password asks for a recovery code of an account that has passkeys alone [T1569]', async () => {
    const { email, recoveryCodes } = await holder()
    expect(await login(email)).toMatchObject({
      status: 401,
      body: {
        code: 'second-step-needed',
        message: 'Use your passkey, or enter a recovery code.',
        secondSteps: ['passkey'],
      },
    })
    expect((await login(email, { code: '123456' })).body.code).toBe('wrong-code')
    const [code] = recoveryCodes
    expect((await login(email, { code })).status).toBe(200)
    expect((await login(email, { code })).body.code).toBe('wrong-code')
    expect((await login(email, { password: 'not the password' })).body.secondSteps).toBeUndefined()
  })
})

describe('an account with an authenticator app', () => {
  test('has both, and keeps each when the other is removed [T1570]', async () => {
    const { id, email, token, key } = await holder()
    const { secret } = await turnOnTwoStep(app, token)
    const code = (seconds: number) => appCode(secret, new Date(start.getTime() + seconds * 1000))
    expect((await login(email)).body.secondSteps).toEqual(['app', 'passkey'])
    later(60)
    const off = { token, body: { password, code: code(60) } }
    expect((await app.send(ownAccountEndpoints.removeTwoStep, off)).status).toBe(204)
    expect((await login(email)).body.secondSteps).toEqual(['passkey'])
    expect((await login(email, { code: code(90) })).body.code).toBe('wrong-code')

    const again = await turnOnTwoStep(app, token)
    await app.send(passkeyEndpoints.remove, { token, params: { id: key.id } })
    expect(await signIn(key)).toMatchObject(refusal)
    expect((await login(email)).body.secondSteps).toEqual(['app'])
    const now = appCode(again.secret, new Date(app.context.now.getTime() + 30_000))
    expect((await login(email, { code: now })).status).toBe(200)
    expect(await mailTo(id)).toEqual([
      'passkey-added',
      'two-step-set-up',
      'two-step-removed',
      'two-step-set-up',
      'passkey-removed',
    ])
  })

  test('removing the app needs one, and uses up no recovery code', async () => {
    const { email, token, recoveryCodes } = await holder()
    const [code = ''] = recoveryCodes
    const off = { token, body: { password, code } }
    expect((await app.send(ownAccountEndpoints.removeTwoStep, off)).status).toBe(404)
    expect((await login(email, { code })).status).toBe(200)
  })
})

describe('confirming', () => {
  const exporting = async (token: string) =>
    (await app.send(clientEndpoints.exportCsv, { token, body: {} })).status

  test('takes a passkey in place of password and code [T1571]', async () => {
    const { id, token, key } = await holder('super-admin')
    later(15 * 60 + 1)
    expect(await exporting(token)).toBe(403)
    const options = await app.send(passkeyEndpoints.confirmOptions, { token })
    expect(options.body.allowCredentials).toEqual([
      { id: key.id, transports: ['internal'], type: 'public-key' },
    ])
    expect((await confirm(token, key)).body).toEqual({ message: 'Password confirmed.' })
    expect(await exporting(token)).toBe(200)
    expect(await actionsOf(id)).toContain('confirmed with a passkey')
    expect((await app.send(ownAccountEndpoints.confirm, { token, body: {} })).body.fields).toEqual({
      password: 'Enter your current password.',
    })
  })

  test('refuses another employee’s passkey, another session’s challenge and one for signing in [T1572]', async () => {
    const { id, email, token, key, recoveryCodes } = await holder('super-admin')
    const thief = await holder('super-admin')
    const elsewhere = (await login(email, { code: recoveryCodes[0] })).body.token
    later(15 * 60 + 1)
    expect(await confirm(token, thief.key)).toMatchObject(refusal)
    const send = (passkey: object, from: Answer) =>
      app.send(ownAccountEndpoints.confirm, {
        token,
        body: { passkey: passkey as never },
        ...withCookie(from),
      })
    const ofOther = await app.send(passkeyEndpoints.confirmOptions, { token: elsewhere })
    expect(await send(key.get(ofOther.body), ofOther)).toMatchObject(refusal)
    const signingIn = await app.send(passkeyEndpoints.signInOptions, {})
    expect(await send(key.get(signingIn.body), signingIn)).toMatchObject(refusal)
    expect(await exporting(token)).toBe(403)
    expect(await statusWith(token), 'still signed in').toBe(200)
    const rows = await app.audited({ action: 'passkey refused', record_id: id }, 'actor_id')
    expect(rows).toEqual([{ actor_id: id }, { actor_id: id }])
  })

  test('makes new recovery codes, which replace the old ones [T1573]', async () => {
    const { email, token, key, recoveryCodes } = await holder()
    const options = await app.send(passkeyEndpoints.confirmOptions, { token })
    const body = { passkey: key.get(options.body) }
    const answer = await app.send(ownAccountEndpoints.newRecoveryCodes, {
      token,
      body,
      ...withCookie(options),
    })
    expect(answer.body.recoveryCodes).toHaveLength(10)
    expect((await login(email, { code: recoveryCodes[0] })).body.code).toBe('wrong-code')
    expect((await login(email, { code: answer.body.recoveryCodes[9] })).status).toBe(200)
  })
})

describe('losing and leaving', () => {
  test('removing the last one ends the second step, and is told by email; only one’s own can be changed [T1574]', async () => {
    const { id, email, token, key } = await holder()
    const stranger = await holder()
    const foreign = { token: stranger.token, params: { id: key.id } }
    const renamed = { ...foreign, body: { name: 'Mine' } }
    expect((await app.send(passkeyEndpoints.rename, renamed)).status).toBe(404)
    expect((await app.send(passkeyEndpoints.remove, foreign)).status).toBe(404)
    const params = { id: key.id }
    const rename = await app.send(passkeyEndpoints.rename, { token, params, body: { name: 'Old phone' } })
    expect(rename).toMatchObject({ status: 200, body: { id: key.id, name: 'Old phone' } })
    expect((await app.send(passkeyEndpoints.remove, { token, params })).status).toBe(204)
    expect((await app.send(passkeyEndpoints.remove, { token, params })).status).toBe(404)
    expect((await login(email)).status).toBe(200)
    expect(await mailTo(id)).toEqual(['passkey-added', 'passkey-removed'])
    expect((await actionsOf(id)).filter((action) => /passkey$/.test(action))).toEqual([
      'added a passkey',
      'renamed a passkey',
      'removed a passkey',
    ])
  })

  test('a reset removes passkeys, too, and ends the sessions [T1575]', async () => {
    const chief = await app.member('super-admin', 'resets.keys@example.org')
    const { id, email, token, key } = await holder()
    const reset = { token: chief.token, params: { id } }
    expect((await app.send(employeeEndpoints.resetTwoStep, reset)).status).toBe(204)
    expect(await statusWith(token)).toBe(401)
    expect(await signIn(key)).toMatchObject(refusal)
    expect((await login(email)).status).toBe(200)
    expect((await mailTo(id)).at(-1)).toBe('two-step-reset')
  })

  test('satisfies a required second step, and can be the setup itself [T1576]', async () => {
    const strict = await createTestApp({
      db: app.db,
      clock: () => app.context.now,
      twoStep: { policy: 'everyone', key: 'only-for-tests-only-for-tests-only-for-tests' },
    })
    const { token } = await app.member('employee', 'must.use@example.org')
    const summary = async () => (await strict.send(clientEndpoints.summary, { token })).body.code
    expect(await summary()).toBe('two-step-required')
    const key = softwarePasskey()
    expect((await add(token, key, 'Phone', strict)).status).toBe(201)
    expect(await summary()).toBeUndefined()
    await strict.send(passkeyEndpoints.remove, { token, params: { id: key.id } })
    expect(await summary()).toBe('two-step-required')
  })

  test('works at the address where it was added, and at no other [T1577]', async () => {
    const moved = await createTestApp({
      db: app.db,
      clock: () => app.context.now,
      publicUrl: 'https://portal.example.org',
    })
    const { email, key, recoveryCodes } = await holder()
    const options = await moved.send(passkeyEndpoints.signInOptions, {})
    const place = { origin: 'https://portal.example.org', host: 'portal.example.org' }
    const body = { response: key.get(options.body, place) }
    expect(await moved.send(passkeyEndpoints.signIn, { body, ...withCookie(options) })).toMatchObject(refusal)
    const signedIn = await moved.send(sessionEndpoints.login, {
      body: { email, password, code: recoveryCodes[0] },
    })
    const { token } = signedIn.body
    expect((await login(email)).body.code, 'the second step stays').toBe('second-step-needed')
    const list = await moved.send(passkeyEndpoints.list, { token })
    expect(list.body).toMatchObject([{ id: key.id, host: 'localhost' }])
    expect((await moved.send(ownAccountEndpoints.twoStep, { token })).body.passkeys).toBe(0)
    expect((await moved.send(passkeyEndpoints.remove, { token, params: { id: key.id } })).status).toBe(204)
  })

  test.each([
    'http://portal.example.org',
    'http://192.0.2.7:3000',
    'https://192.0.2.7',
    'https://[2001:db8::1]',
  ])('is not available at %s [T1578]', async (publicUrl) => {
    const plain = await createTestApp({ db: app.db, publicUrl })
    const { token, key } = await holder()
    const response = key.get({ challenge: 'x' })
    const answers = await Promise.all([
      plain.send(passkeyEndpoints.signInOptions, {}),
      plain.send(passkeyEndpoints.signIn, { body: { response } }),
      plain.send(passkeyEndpoints.confirmOptions, { token }),
      plain.send(ownAccountEndpoints.confirm, { token, body: { passkey: response } }),
      plain.send(passkeyEndpoints.list, { token }),
      plain.send(passkeyEndpoints.addOptions, { token }),
      plain.send(passkeyEndpoints.add, { token, body: { name: 'X', response } }),
      plain.send(passkeyEndpoints.rename, { token, params: { id: key.id }, body: { name: 'X' } }),
      plain.send(passkeyEndpoints.remove, { token, params: { id: key.id } }),
    ])
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'passkeys-unavailable'])
  })
})

test('is refused to people whose passwords the setting PASSWORDS rules out [T1587]', async () => {
  const only = await createTestApp({
    db: app.db,
    clock: () => app.context.now,
    oidc: {
      issuer: 'https://login.example.org',
      clientId: 'portal',
      clientSecret: 'x'.repeat(32),
      name: 'Example',
      trustsEmail: false,
      answersForTwoStep: false,
      passwordPolicy: 'super-admins',
    },
  })
  const manager = await holder()
  const chief = await holder('super-admin')
  expect(await signIn(manager.key, { at: only })).toMatchObject(refusal)
  expect((await signIn(chief.key, { at: only })).status).toBe(200)
  const list = (token: string) => only.send(passkeyEndpoints.list, { token })
  expect((await list(manager.token)).body.code).toBe('passkeys-unavailable')
  expect((await list(chief.token)).body).toHaveLength(1)
})

test('neither log nor database holds what an authenticator signed', async () => {
  const { key } = await holder()
  const options = await app.send(passkeyEndpoints.signInOptions, {})
  const response = key.get(options.body)
  await app.send(passkeyEndpoints.signIn, { body: { response }, ...withCookie(options) })
  const stored = JSON.stringify([
    await app.db.selectFrom('throttling').selectAll().execute(),
    await app.db.selectFrom('audit_events').select(['details', 'record_id']).execute(),
    app.logged,
  ])
  for (const secret of [options.body.challenge, response.response.signature, key.id])
    expect(stored).not.toContain(secret)
})
