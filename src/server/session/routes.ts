import { mayUsePassword } from '#contract/access/passwords.ts'
import { mustUseTwoStep } from '#contract/access/permissions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { ownAccountEndpoints, sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionWording } from '#contract/session/wording.ts'
import type { Origin } from '#server/access/actor.ts'
import {
  accountByEmail,
  endEmployeeLinks,
  findEmployeeByLink,
  isStillAccount,
  lockAccount,
  normalizeEmail,
  replaceHash,
  storePassword,
  useLink,
} from '#server/accounts/store.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Connection } from '#server/database/connection.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { dropLinkMail, queueAccountNotice, queueResetRequest } from '#server/outgoing-mail/store.ts'
import { networkOf } from '#server/throttling/caller.ts'
import { countAttempt, limitPerCaller, secondsToWait } from '#server/throttling/store.ts'
import { isTooCommon } from './common-passwords.ts'
import { deviceCookie, deviceName, newDevice, readDevice } from './device.ts'
import { secretCipher } from './one-time-codes.ts'
import { organizationRoutes } from './organization-routes.ts'
import { lockOwnAccount, ownPassword, ownRow, type SessionContext } from './own-password.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passkeyCeremonies } from './passkeys.ts'
import { passwordHashing } from './password-hashing.ts'
import { organizationProvider } from './provider.ts'
import { type Attempt, assertAttemptAllowed, signInLimits } from './sign-in-limits.ts'
import {
  endEmployeeSessions,
  endOtherSessions,
  endOwnSession,
  endSession,
  findActiveSession,
  forgetSources,
  listSessions,
  noteActivity,
} from './store.ts'
import { openSession } from './token.ts'
import { consumeCode, secondStepNeeded } from './two-step.ts'
import { twoStepRoutes } from './two-step-routes.ts'

/** Links that one network may request: enough for an office, too few to flood the outbox. */
const resetRequestsPerHour = 20
/** Mails to one address: strangers can't flood a mailbox. */
const resetMailsPerHour = 3

export function sessionRoutes(route: AddRoute, context: AppContext): void {
  const { passwords = passwordHashing() } = context
  const limits = signInLimits(context.sessionSecret)
  const passwordPolicy = context.oidc?.passwordPolicy ?? 'everyone'
  const shared = {
    ...context,
    passwords,
    passwordPolicy,
    limits,
    provider: context.oidc && organizationProvider(context.oidc, context),
    cipher: secretCipher(context.twoStep.key),
    verifyOwnPassword: ownPassword({ ...context, passwords, passwordPolicy, limits }),
    passkeys: passkeyCeremonies({ ...context, limits, passwordPolicy }),
  }
  signInRoutes(route, shared)
  organizationRoutes(route, shared)
  passwordRoutes(route, shared)
  twoStepRoutes(route, shared)
  passkeyRoutes(route, shared)
}

/** Where a sign-in comes from; `name` is that of the browser, `device` the value of its cookie from now on. */
interface SignInFrom {
  attempt: Attempt
  origin: Origin
  device: string
  name: string
  now: Date
}

/** Signing in and out, and staying signed in. */
function signInRoutes(route: AddRoute, context: SessionContext): void {
  const {
    db,
    trail,
    clock,
    tokens,
    passwords,
    passwordPolicy,
    limits,
    cipher,
    twoStep,
    publicUrl,
    provider,
  } = context

  route(sessionEndpoints.login, async ({ body, ip, origin, cookies, userAgent, setHeaders }) => {
    const now = clock()
    const attempt = await limits.begin(db, { email: body.email, ip, device: readDevice(cookies) }, now)
    const device = attempt.knownDevice ?? newDevice()
    // Tried again if the account changed meanwhile, for instance when a concurrent sign-in replaced an older hash.
    const from = { attempt, origin, device, name: deviceName(userAgent), now }
    const token = (await signIn(body, from)) ?? (await signIn(body, from))
    if (!token) throw new Failure('wrong-credentials')
    setHeaders(deviceCookie(device, publicUrl))
    return { token }
  })

  /** Returns undefined if the account changed while its password was verified. */
  async function signIn(
    { email, password, code }: BodyOf<typeof sessionEndpoints.login>,
    { attempt, origin, device, name, now }: SignInFrom,
  ): Promise<string | undefined> {
    const account = await accountByEmail(db, email)
    const order = { first: attempt.isOwnBrowser }
    const hash = account && mayUsePassword(account.role, passwordPolicy) ? account.password_hash : null
    if (!(await passwords.verify(password, hash, order)) || !account) {
      await db.transaction().execute(async (trx) => {
        await attempt.failed(trx)
        const row = { at: now, origin, kind: 'employee', id: account?.id } as const
        await trail.record(trx, { ...row, action: 'sign-in refused' })
      })
      throw new Failure('wrong-credentials')
    }
    const rehashed =
      account.password_hash && passwords.isOutdated(account.password_hash)
        ? await passwords.hash(password)
        : undefined
    const outcome = await db.transaction().execute(async (trx) => {
      // The account may have changed during hashing, and a new password must end this sign-in, too.
      if (!(await isStillAccount(trx, account))) return undefined
      if (account.two_step_at) {
        await attempt.requireAllowed(trx)
        if (code === undefined) throw await secondStepNeeded(trx, account.id, publicUrl)
        const by = { at: now, origin }
        const failure = await consumeCode(trx, account, code, { attempt, cipher, trail, by })
        if (failure) return failure
      }
      await attempt.succeeded(trx, account.id, device)
      if (rehashed) await replaceHash(trx, account.id, rehashed)
      const setUpTwoStep = !account.two_step_at && mustUseTwoStep(account.role, twoStep.policy)
      const opened = await openSession(trx, tokens, account, { device: name, setUpTwoStep, now })
      const row = { at: now, actor: account, kind: 'employee', id: account.id } as const
      const from = { ...origin, sessionId: opened.sessionId }
      await trail.record(trx, { ...row, origin: from, action: 'signed in' })
      return opened.token
    })
    if (outcome instanceof Failure) throw outcome
    return outcome
  }

  route(sessionEndpoints.logout, async ({ actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      await endSession(trx, actor.sessionId, 'signed out', now)
      await trail.record(trx, { ...ownRow(actor, now), action: 'signed out' })
    })
    const endSessionUrl = actor.byOrganization ? await provider?.endSessionUrl() : undefined
    return { message: 'You are signed out.', ...(endSessionUrl && { endSessionUrl }) }
  })

  route(ownAccountEndpoints.sessions, async ({ actor }) => {
    const sessions = await listSessions(db, actor.employeeId, clock())
    return sessions.map(({ id, started_at, active_at, device }) => ({
      id,
      startedAt: started_at.toISOString(),
      activeAt: active_at.toISOString(),
      device,
      current: id === actor.sessionId,
    }))
  })

  route(ownAccountEndpoints.endSession, async ({ params, actor }) => {
    const now = clock()
    const { employeeId } = actor
    await db.transaction().execute(async (trx) => {
      if (!(await endOwnSession(trx, params.id, { employeeId, now })))
        throw new Failure('not-found', { message: 'This session has already ended.' })
      await trail.record(trx, { ...ownRow(actor, now), action: 'ended a session' })
    })
    return undefined
  })

  route(ownAccountEndpoints.endOtherSessions, async ({ actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      // Of two sessions that end each other concurrently, the first one stays.
      await lockOwnAccount(trx, actor, now)
      await endOtherSessions(trx, actor, 'signed out elsewhere', now)
      await trail.record(trx, { ...ownRow(actor, now), action: 'signed out other sessions' })
    })
    return undefined
  })

  route(sessionEndpoints.activity, async ({ actor }) => {
    await noteActivity(db, actor.sessionId, clock())
    return { message: 'Activity recorded.' }
  })
}

type LinkCall = { body: { token: string }; ip: string; origin: Origin }

/** Asking for a link, setting a password by it, and changing one's own password. */
function passwordRoutes(route: AddRoute, context: SessionContext): void {
  const {
    db,
    trail,
    clock,
    mail,
    organization,
    tokens,
    passwords,
    passwordPolicy,
    limits,
    verifyOwnPassword,
  } = context
  const hourly = (name: string, attempts: number) =>
    limitPerCaller(context.sessionSecret, { name, attempts, seconds: 60 * 60 })
  const requestLimit = hourly('reset-request', resetRequestsPerHour)
  const mailLimit = hourly('reset-mail', resetMailsPerHour)

  function assertUncommonPassword(password: string, email: string): void {
    if (isTooCommon(password, { email, organization }))
      throw invalidInput({ password: sessionWording.passwordTooCommon })
  }

  route(sessionEndpoints.forgot, async ({ body, ip }) => {
    const now = clock()
    const requests = requestLimit(networkOf(ip))
    assertAttemptAllowed(await secondsToWait(db, now, requests))
    await db.transaction().execute(async (trx) => {
      assertAttemptAllowed(await countAttempt(trx, now, requests))
      // The account is looked up when the mail is sent: neither answer nor time reveals whether it exists.
      const isOverLimit = (await countAttempt(trx, now, mailLimit(normalizeEmail(body.email)))) > 0
      if (!isOverLimit) await queueResetRequest(trx, body.email, now)
    })
    mail.wake()
    return { message: sessionWording.forgotSent }
  })

  /** Finds the owner of a valid link. Guesses are counted. */
  async function ownerOfLink({ body: { token }, ip, origin }: LinkCall) {
    const attempt = await limits.beginByAddress(db, ip, clock())
    const owner = await findEmployeeByLink(db, token, clock())
    if (owner && mayUsePassword(owner.role, passwordPolicy)) return { owner, attempt }
    const now = clock()
    await db.transaction().execute(async (trx) => {
      await attempt.failed(trx)
      await trail.record(trx, { at: now, origin, action: 'link refused', kind: 'employee' })
    })
    throw new Failure('link-not-valid')
  }

  route(sessionEndpoints.link, async (call) => {
    const { owner } = await ownerOfLink(call)
    return { email: owner.email }
  })

  route(sessionEndpoints.save, async (call) => {
    const { body, origin } = call
    const { owner, attempt } = await ownerOfLink(call)
    assertUncommonPassword(body.password, owner.email)
    const passwordHash = await passwords.hash(body.password)
    const now = clock()
    await db.transaction().execute(async (trx) => {
      await lockAccount(trx, owner.id)
      if (!(await useLink(trx, body.token, now))) throw new Failure('link-not-valid')
      await applyNewPassword(trx, owner, passwordHash, now)
      // Otherwise the second step must still follow.
      if (!owner.two_step_at) await attempt.succeeded(trx, owner)
      const row = { at: now, actor: owner, origin, kind: 'employee', id: owner.id } as const
      await trail.record(trx, { ...row, action: 'set password' })
    })
    mail.wake()
    return { message: sessionWording.passwordSaved }
  })

  route(sessionEndpoints.changePassword, async (call) => {
    const { body, actor, userAgent } = call
    assertUncommonPassword(body.password, actor.email)
    const { account, attempt } = await verifyOwnPassword(
      call,
      body.currentPassword,
      'password change refused',
    )
    const passwordHash = await passwords.hash(body.password)
    const now = clock()
    const token = await db.transaction().execute(async (trx) => {
      const isUnchanged = await isStillAccount(trx, account)
      if (!isUnchanged || !(await findActiveSession(trx, actor.sessionId, now)))
        throw new Failure('not-signed-in')
      await attempt.requireAllowed(trx)
      await applyNewPassword(trx, account, passwordHash, now)
      // Or a password that is known would give more guesses at the code.
      if (!account.two_step_at) await attempt.succeeded(trx, account.id)
      await trail.record(trx, { ...ownRow(actor, now), action: 'changed password' })
      // Without a code it is no fresh confirmation of an account that has one.
      const confirmedAt = account.two_step_at ? actor.confirmedAt : null
      const session = { device: deviceName(userAgent), confirmedAt, now }
      return (await openSession(trx, tokens, account, session)).token
    })
    mail.wake()
    return { token }
  })
}

/**
 * Stores a new password's hash, ends all sessions, links and waiting link mail, and forgets known networks and browsers
 * (docs/decisions/0020). Tells the owner if there was a password before. The caller has locked the employee's row.
 */
async function applyNewPassword(
  trx: Connection,
  owner: { id: string; email: string; password_hash: string | null },
  passwordHash: string,
  now: Date,
): Promise<void> {
  const { id: employeeId, email: recipient } = owner
  await storePassword(trx, employeeId, passwordHash, now)
  await endEmployeeSessions(trx, employeeId, 'password set', now)
  await endEmployeeLinks(trx, employeeId, 'password set', now)
  await dropLinkMail(trx, employeeId)
  await forgetSources(trx, employeeId)
  if (owner.password_hash)
    await queueAccountNotice(trx, { employeeId, recipient, kind: 'password-changed' }, now)
}
