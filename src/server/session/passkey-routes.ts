import { passkeyEndpoints } from '#contract/session/passkey-endpoints.ts'
import { maxPasskeys } from '#contract/session/passkeys.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { queueAccountNotice } from '#server/outgoing-mail/store.ts'
import { deviceCookie, deviceName, newDevice } from './device.ts'
import { hashRecoveryCode, newRecoveryCodes } from './one-time-codes.ts'
import { lockOwnAccount, ownRow, type SessionContext } from './own-password.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from './passkey-store.ts'
import { type Credential, loadLibrary, supportedAlgorithmIDs } from './passkeys.ts'
import { endOtherSessions } from './store.ts'
import { openSession } from './token.ts'
import { endUnusedSecondStep, requireSecondStep } from './two-step-store.ts'

/** What authenticators say about how to reach them. Others are dropped. */
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** The library passes on what the caller has sent. */
const transportsOf = (given: unknown) =>
  knownTransports.filter((name) => Array.isArray(given) && given.includes(name))

/** Longer ids fit into no address of the API. Those of passkeys have at most a hundred characters. */
const maxIdLength = 500

type Row = Awaited<ReturnType<typeof listPasskeys>>[number]

const toPasskey = ({ id, name, host, created_at, used_at, synced }: Row) => ({
  id,
  name,
  host,
  createdAt: created_at.toISOString(),
  usedAt: used_at?.toISOString() ?? null,
  synced,
})

/** What the browser is told about them. */
function credentialsAt(host: string, own: readonly Row[]): Credential[] {
  const here = own.filter((passkey) => passkey.host === host)
  return here.map(({ id, transports }) => ({ id, transports: transports as Credential['transports'] }))
}

/** Signing in with a passkey, and one's own passkeys. */
export function passkeyRoutes(route: AddRoute, context: SessionContext): void {
  const { db, trail, clock, mail, organization, tokens, publicUrl, passkeys } = context

  route(passkeyEndpoints.signInOptions, async ({ setHeaders }) => {
    const { options, cookie } = await passkeys.requestOptions('sign-in')
    setHeaders(cookie)
    return { ...options }
  })

  route(passkeyEndpoints.signIn, async (call) => {
    const { body, origin, userAgent, setHeaders } = call
    const { token, device } = await passkeys.withPasskey(
      call,
      body.response,
      async (trx, { account, attempt, now }) => {
        const device = attempt.knownDevice ?? newDevice()
        await attempt.succeeded(trx, account, device)
        const opened = await openSession(trx, tokens, account, { device: deviceName(userAgent), now })
        const row = { at: now, actor: account, kind: 'employee', id: account.id } as const
        const from = { ...origin, sessionId: opened.sessionId }
        await trail.record(trx, { ...row, origin: from, action: 'signed in with a passkey' })
        return { token: opened.token, device }
      },
    )
    setHeaders(deviceCookie(device, publicUrl))
    return { token }
  })

  route(passkeyEndpoints.confirmOptions, async ({ actor, setHeaders }) => {
    const { id: host } = passkeys.requireParty(actor)
    const allowed = credentialsAt(host, await listPasskeys(db, actor.employeeId))
    const { options, cookie } = await passkeys.requestOptions('confirm', { allowed, actor })
    setHeaders(cookie)
    return { ...options }
  })

  route(passkeyEndpoints.list, async ({ actor }) => {
    passkeys.requireParty(actor)
    return (await listPasskeys(db, actor.employeeId)).map(toPasskey)
  })

  route(passkeyEndpoints.addOptions, async ({ actor, setHeaders }) => {
    const { id: host } = passkeys.requireParty(actor)
    const own = await listPasskeys(db, actor.employeeId)
    requireRoom(own)
    const { generateRegistrationOptions } = await loadLibrary()
    const options = await generateRegistrationOptions({
      rpName: organization.name,
      rpID: host,
      // Comes back with each answer; opaque, as it must be.
      userID: new TextEncoder().encode(actor.employeeId),
      userName: actor.email,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: credentialsAt(host, own),
      supportedAlgorithmIDs,
    })
    setHeaders(await passkeys.challengeCookie('add', options.challenge, actor))
    return { ...options }
  })

  route(passkeyEndpoints.add, async (call) => {
    const { actor, body } = call
    const { id: host } = passkeys.requireParty(actor)
    const now = clock()
    const recoveryCodes = newRecoveryCodes()
    await loadLibrary()
    const outcome = await db.transaction().execute(async (trx) => {
      const account = await lockOwnAccount(trx, actor, now)
      requireRoom(await listPasskeys(trx, account.id))
      const made = await passkeys.verifiedRegistration(trx, call, body.response, now)
      const row: Row | undefined = made && {
        id: made.credential.id,
        employee_id: account.id,
        host,
        public_key: Buffer.from(made.credential.publicKey),
        counter: made.credential.counter,
        transports: transportsOf(made.credential.transports),
        synced: made.credentialBackedUp,
        name: body.name,
        created_at: now,
        used_at: null,
      }
      if (!row || row.id.length > maxIdLength || !(await addPasskey(trx, row))) {
        await trail.record(trx, { ...ownRow(actor, now), action: 'passkey refused' })
        return undefined
      }
      const isFirstStep = !account.two_step_at
      if (isFirstStep) {
        await requireSecondStep(trx, account.id, { recoveryCodes: recoveryCodes.map(hashRecoveryCode), now })
        // They were opened with the password alone.
        await endOtherSessions(trx, actor, 'passkey added', now)
      }
      await trail.record(trx, { ...ownRow(actor, now), action: 'added a passkey' })
      const notice = { employeeId: account.id, recipient: account.email, kind: 'passkey-added' } as const
      await queueAccountNotice(trx, notice, now)
      return { ...toPasskey(row), ...(isFirstStep && { recoveryCodes }) }
    })
    if (!outcome) throw new Failure('wrong-passkey')
    mail.wake()
    return outcome
  })

  route(passkeyEndpoints.rename, async ({ params, body, actor }) => {
    passkeys.requireParty(actor)
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      await lockOwnAccount(trx, actor, now)
      const row = await renamePasskey(trx, { ...params, employeeId: actor.employeeId }, body.name)
      if (!row) throw new Failure('not-found')
      await trail.record(trx, { ...ownRow(actor, now), action: 'renamed a passkey' })
      return toPasskey(row)
    })
  })

  route(passkeyEndpoints.remove, async ({ params, actor }) => {
    passkeys.requireParty(actor)
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const { id: employeeId, email: recipient } = await lockOwnAccount(trx, actor, now)
      if (!(await removePasskey(trx, { ...params, employeeId }))) throw new Failure('not-found')
      await endUnusedSecondStep(trx, employeeId)
      await trail.record(trx, { ...ownRow(actor, now), action: 'removed a passkey' })
      await queueAccountNotice(trx, { employeeId, recipient, kind: 'passkey-removed' }, now)
    })
    mail.wake()
    return undefined
  })
}

function requireRoom(own: readonly unknown[]): void {
  if (own.length >= maxPasskeys)
    throw new Failure('too-many', {
      message: `You already have ${maxPasskeys} passkeys. Remove one of them first.`,
    })
}
