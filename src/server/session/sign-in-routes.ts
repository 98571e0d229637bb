import type { BodyOf } from '#contract/endpoint.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { accountByEmail, isStillAccount, lockEmployee, replaceHash } from '#server/accounts/store.ts'
import { recordAudit } from '#server/audit/store.ts'
import { Failure } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { openSession } from './open-session.ts'
import type { SessionContext } from './session-context.ts'
import type { Attempt } from './sign-in-limits.ts'
import { endOtherSessions, endSession, findActiveSession, noteActivity } from './store.ts'

/** Signing in and out, and staying signed in. */
export function serveSignIn(serve: Serve, { db, clock, tokens, passwords, limits }: SessionContext): void {
  serve(sessionEndpoints.login, async ({ body, ip }) => {
    const now = clock()
    const attempt = await limits.begin(db, body.email, ip, now)
    // Once more for an account that has changed meanwhile, be it that a sign-in beside this one replaced an older hash.
    const token = (await signIn(body, attempt, now)) ?? (await signIn(body, attempt, now))
    if (!token) throw new Failure('wrong-credentials')
    return { token }
  })

  /** Undefined if the account changed while its password was verified. */
  async function signIn(
    { email, password }: BodyOf<typeof sessionEndpoints.login>,
    attempt: Attempt,
    now: Date,
  ): Promise<string | undefined> {
    const account = await accountByEmail(db, email)
    if (!(await passwords.verify(password, account?.password_hash ?? null)) || !account) {
      await db.transaction().execute(async (trx) => {
        await attempt.failed(trx)
        await recordAudit(trx, { at: now, action: 'sign-in refused', kind: 'employee', id: account?.id })
      })
      throw new Failure('wrong-credentials')
    }
    const rehashed =
      account.password_hash && passwords.isOutdated(account.password_hash)
        ? await passwords.hash(password)
        : undefined
    return await db.transaction().execute(async (trx) => {
      // Hashing took a while: what was verified must still be true, or a new password would not end this sign-in.
      if (!(await isStillAccount(trx, account))) return undefined
      await attempt.succeeded(trx, account.id)
      if (rehashed) await replaceHash(trx, account.id, rehashed)
      await recordAudit(trx, {
        at: now,
        actor: account,
        action: 'signed in',
        kind: 'employee',
        id: account.id,
      })
      return await openSession(trx, tokens, account, now)
    })
  }

  serve(sessionEndpoints.logout, async ({ actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      await endSession(trx, actor.sessionId, 'signed out', now)
      await recordAudit(trx, { at: now, actor, action: 'signed out', kind: 'employee', id: actor.employeeId })
    })
    return { message: sessionWording.loggedOut }
  })

  serve(sessionEndpoints.logoutOthers, async ({ actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      await lockEmployee(trx, actor.employeeId)
      // Of two sessions that end each other at the same moment the first one stays.
      if (!(await findActiveSession(trx, actor.sessionId, now))) throw new Failure('not-signed-in')
      await endOtherSessions(trx, actor, 'signed out elsewhere', now)
      await recordAudit(trx, {
        at: now,
        actor,
        action: 'signed out other sessions',
        kind: 'employee',
        id: actor.employeeId,
      })
    })
    return { message: sessionWording.othersSignedOut }
  })

  serve(sessionEndpoints.activity, async ({ actor }) => {
    await noteActivity(db, actor.sessionId, clock())
    return { message: sessionWording.activityNoted }
  })
}
