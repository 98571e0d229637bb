import { mayUsePassword } from '#contract/access/passwords.ts'
import { mustUseTwoStep } from '#contract/access/permissions.ts'
import { freshSeconds, organizationSignInSeconds } from '#contract/session/limits.ts'
import { organizationEndpoints } from '#contract/session/organization-endpoints.ts'
import type { Actor, Origin } from '#server/access/actor.ts'
import {
  type Account,
  accountById,
  linkAccount,
  lockAccountByEmail,
  lockAccountByProvider,
  unlinkAccount,
} from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { queueAccountNotice } from '#server/outgoing-mail/store.ts'
import { networkOf } from '#server/throttling/caller.ts'
import { countAttempt, limitPerCaller } from '#server/throttling/store.ts'
import { encryptedCookie } from './cookies.ts'
import { deviceCookie, deviceName, newDevice, readDevice } from './device.ts'
import { lockOwnAccount, ownRow, type SessionContext } from './own-password.ts'
import type { Begun, ProviderIdentity } from './provider.ts'
import { assertAttemptAllowed } from './sign-in-limits.ts'
import { endOrganizationSessions, findActiveSession, noteConfirmation } from './store.ts'
import { openSession } from './token.ts'
import { consumeCode, secondStepNeeded } from './two-step.ts'

/** Sign-ins that a network, or a browser of staff, may start: an office in the morning, and no flood of requests. */
const startsPerWindow = 200
const window = 15 * 60

interface Carried {
  returnTo?: string | undefined
  /** The session that is to be confirmed; without it, this is a sign-in. */
  sessionId?: string | undefined
}

/** Before the provider has answered. */
type Unanswered = Carried & { begun: Begun }

/** After that, while the second step is missing; `state` is what the answer had to repeat. */
type Answered = Carried & { state: string; identity: ProviderIdentity }

interface FinishCall {
  body: { query?: string | undefined; code?: string | undefined }
  actor: Actor | undefined
  origin: Origin
  ip: string
  cookies: string | undefined
  userAgent: string | undefined
}

/** Signing in, and confirming that, with an account of the organization (docs/product.md 126). */
export function organizationRoutes(route: AddRoute, context: SessionContext): void {
  const { db, trail, clock, mail, tokens, limits, cipher, twoStep, oidc, passwordPolicy, publicUrl } = context
  const { sessionSecret: secret } = context
  const cookie = encryptedCookie<Unanswered | Answered>(secret, {
    ...{ publicUrl, name: 'sign-in', path: '/', seconds: organizationSignInSeconds },
  })
  const startLimit = limitPerCaller(secret, {
    name: 'organization start',
    attempts: startsPerWindow,
    seconds: window,
  })
  const once = limitPerCaller(secret, {
    name: 'organization answer',
    attempts: 1,
    seconds: organizationSignInSeconds,
  })

  function provider() {
    if (context.provider) return context.provider
    throw new Failure('not-found', { message: 'Signing in with the organization’s account is not set up.' })
  }

  /** Writes the audit row of a failed attempt. */
  async function recordRefused(trx: Connection, { actor, origin }: Pick<FinishCall, 'actor' | 'origin'>) {
    const by = actor ? ownRow(actor, clock()) : { at: clock(), origin, kind: 'employee' as const }
    await trail.record(trx, { ...by, action: 'organization refused' })
  }

  route(organizationEndpoints.start, async ({ body: { returnTo, confirm }, actor, ...call }) => {
    const { begin } = provider()
    if (confirm && !actor) throw new Failure('not-signed-in')
    const now = clock()
    const { knownDevice } = await limits.beginByAddress(db, call.ip, now, readDevice(call.cookies))
    const caller = knownDevice ?? networkOf(call.ip)
    assertAttemptAllowed(await countAttempt(db, now, startLimit(caller)))
    const { url, ...begun } = await begin(confirm === true).catch(async (error: unknown) => {
      await recordRefused(db, { actor, origin: call.origin })
      throw error
    })
    const sessionId = confirm ? actor?.sessionId : undefined
    call.setHeaders(await cookie.set({ begun, returnTo, sessionId }, now))
    return { url }
  })

  route(organizationEndpoints.finish, async (call) => {
    const { finish } = provider()
    const { body, actor, ip, cookies, setHeaders } = call
    const now = clock()
    const attempt = await limits.beginByAddress(db, ip, now, readDevice(cookies))

    /** Counts the failed attempt, unless the provider can't be reached: then nobody has guessed. */
    async function refuse(failure: Failure): Promise<never> {
      await db.transaction().execute(async (trx) => {
        if (failure.code !== 'provider-unavailable') await attempt.failed(trx)
        await recordRefused(trx, call)
      })
      throw failure
    }

    /** The first step, taken with the provider's answer. Each answer is tried once. */
    async function firstStep({ begun, ...rest }: Unanswered, query: string): Promise<Answered> {
      const isOurs = new URLSearchParams(query).get('state') === begun.state
      if (!isOurs || (await countAttempt(db, now, once(begun.state))) > 0)
        return await refuse(new Failure('sign-in-expired'))
      const identity = await finish(query, begun).catch(refuse)
      return { ...rest, state: begun.state, identity }
    }

    const carried = await cookie.read(cookies, now)
    const isSecondStep = carried !== undefined && 'identity' in carried
    const sent = isSecondStep ? body.code : body.query
    if (!carried || sent === undefined) return await refuse(new Failure('sign-in-expired'))
    if (carried.sessionId && actor?.sessionId !== carried.sessionId) throw new Failure('not-signed-in')
    const passed = isSecondStep ? carried : await firstStep(carried as Unanswered, sent)
    const device = attempt.knownDevice ?? newDevice()
    const completing = { call, attempt, isSecondStep, device, now }
    const outcome = await complete(passed, completing)
    if (outcome instanceof Failure) {
      if (outcome.code === 'second-step-needed') setHeaders(await cookie.set(passed, now))
      if (['second-step-needed', 'wrong-code'].includes(outcome.code)) throw outcome
      return await refuse(outcome)
    }
    mail.wake()
    setHeaders(cookie.clear())
    if (outcome.device) setHeaders(deviceCookie(outcome.device, publicUrl))
    return { token: outcome.token, returnTo: passed.returnTo }
  })

  interface Completing {
    call: FinishCall
    attempt: Awaited<ReturnType<typeof limits.beginByAddress>>
    isSecondStep: boolean
    device: string
    now: Date
  }

  /** Opens a session for whom the provider has named, or confirms theirs. Returns a failure whose counts are to be kept. */
  async function complete(
    { identity, sessionId, state }: Answered,
    { call, attempt, isSecondStep, device, now }: Completing,
  ): Promise<Failure | { token?: string; device?: string }> {
    const { body, actor, origin, ip, cookies, userAgent } = call
    return await db.transaction().execute(async (trx) => {
      const account = await findAccount(trx, identity)
      if (account instanceof Failure) return account
      if (sessionId) {
        if (!(await findActiveSession(trx, sessionId, now))) throw new Failure('not-signed-in')
        if (account.id !== actor?.employeeId)
          return new Failure('no-such-employee', {
            message: 'You have signed in to another person’s account there. Nothing was confirmed.',
          })
        // With the second step this was checked before the code was asked for.
        if (!isSecondStep && !isFresh(identity, now)) return new Failure('not-confirmed')
      }
      if (account.two_step_at && !oidc?.answersForTwoStep) {
        const { code } = body
        if (code === undefined) return await secondStepNeeded(trx, account.id, publicUrl)
        const claim = { email: account.email, ip, device: readDevice(cookies) }
        const ofAccount = await limits.begin(trx, claim, now)
        const checking = { attempt: ofAccount, cipher, trail, by: { at: now, origin } }
        const wrong = await consumeCode(trx, account, code, checking)
        if (wrong) return wrong
        await ofAccount.succeeded(trx, account.id, sessionId ? undefined : device)
        // Another code must not open a second session.
        if ((await countAttempt(trx, now, once('code', state))) > 0) throw new Failure('sign-in-expired')
      } else if (!sessionId) await attempt.succeeded(trx, account, device)
      if (account.oidc_issuer !== identity.issuer || account.oidc_subject !== identity.subject)
        await link(trx, account, { identity, origin, now })
      const row = { at: now, kind: 'employee', id: account.id } as const
      if (sessionId) {
        await noteConfirmation(trx, sessionId, confirmedAt(identity, now) ?? now)
        await trail.record(trx, { ...row, actor: actor ?? account, action: 'confirmed with organization' })
        return {}
      }
      const opened = await openSession(trx, tokens, account, {
        device: deviceName(userAgent),
        byOrganization: true,
        confirmedAt: confirmedAt(identity, now),
        setUpTwoStep:
          !account.two_step_at && !oidc?.answersForTwoStep && mustUseTwoStep(account.role, twoStep.policy),
        now,
      })
      const from = { ...origin, sessionId: opened.sessionId }
      await trail.record(trx, { ...row, actor: account, origin: from, action: 'signed in with organization' })
      return { token: opened.token, device }
    })
  }

  /** By the link, or by the email address as long as no other account of this provider is linked. Locks the row. */
  async function findAccount(trx: Connection, identity: ProviderIdentity): Promise<Account | Failure> {
    const linked = await lockAccountByProvider(trx, identity)
    if (linked) return linked
    if (identity.email === undefined) return new Failure('email-not-verified')
    const account = await lockAccountByEmail(trx, identity.email)
    if (!account) return new Failure('no-such-employee')
    const isOther = account.oidc_issuer === identity.issuer && account.oidc_subject !== identity.subject
    return isOther ? new Failure('already-linked') : account
  }

  async function link(
    trx: Connection,
    account: Account,
    { identity, origin, now }: { identity: ProviderIdentity; origin: Origin; now: Date },
  ): Promise<void> {
    const { id, email: recipient } = account
    await linkAccount(trx, id, identity)
    await queueAccountNotice(trx, { employeeId: id, recipient, kind: 'account-linked' }, now)
    await trail.record(trx, {
      at: now,
      actor: account,
      origin,
      kind: 'employee',
      id,
      action: 'linked account',
    })
  }

  route(organizationEndpoints.status, async ({ actor }) => {
    const account = await accountById(db, actor.employeeId)
    return {
      isLinked: account?.oidc_subject != null,
      hasPassword: account?.password_hash != null && mayUsePassword(actor.role, passwordPolicy),
    }
  })

  route(organizationEndpoints.unlink, async ({ actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const { id: employeeId, email: recipient } = await lockOwnAccount(trx, actor, now)
      if (!(await unlinkAccount(trx, employeeId)))
        throw new Failure('not-found', { message: 'No account is linked to yours.' })
      await endOrganizationSessions(trx, employeeId, now, actor.sessionId)
      await queueAccountNotice(trx, { employeeId, recipient, kind: 'account-unlinked' }, now)
      await trail.record(trx, { ...ownRow(actor, now), action: 'unlinked account' })
    })
    mail.wake()
    return undefined
  })
}

/** Whether the provider has asked for the password within the last minute. */
function isFresh({ authenticatedAt }: ProviderIdentity, now: Date): boolean {
  return authenticatedAt !== undefined && now.getTime() / 1000 - authenticatedAt <= freshSeconds
}

/**
 * A sign-in counts as a confirmation from when the provider asked for the password: it may have let the person through without
 * asking. Null, for now, if it does not say.
 */
function confirmedAt({ authenticatedAt }: ProviderIdentity, now: Date): Date | null {
  if (authenticatedAt === undefined) return null
  return new Date(Math.min(authenticatedAt * 1000, now.getTime()))
}
