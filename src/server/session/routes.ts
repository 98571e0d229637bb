import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { recordAudit } from '#server/audit/store.ts'
import { accountByEmail, isStillAccount, replaceHash, storePassword } from '#server/employees/store.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import type { Surroundings } from '#server/surroundings.ts'
import { employeeOfLink, endLinksOf, useLink } from './account-link-store.ts'
import { isTooCommon } from './common-passwords.ts'
import { passwordHashing } from './password-hashing.ts'
import { signInLimits } from './sign-in-limits.ts'
import { endSession, endSessionsOf, noteActivity, openSession } from './store.ts'
import type { TokenKey } from './token.ts'

type Needs = Pick<Surroundings, 'db' | 'clock' | 'organization' | 'sessionSecret'> & { tokens: TokenKey }

export function serveSession(serve: Serve, needs: Needs): void {
  const { db, clock, organization, tokens } = needs
  const passwords = passwordHashing()
  const limits = signInLimits(needs.sessionSecret)

  serve(sessionEndpoints.login, async ({ body, ip }) => {
    const now = clock()
    const attempt = await limits.begin(db, body.email, ip, now)
    const account = await accountByEmail(db, body.email)
    if (!(await passwords.verify(body.password, account?.password_hash ?? null)) || !account) {
      await db.transaction().execute(async (trx) => {
        await attempt.failed(trx)
        await recordAudit(trx, { at: now, action: 'sign-in refused', kind: 'employee', id: account?.id })
      })
      throw new Failure('wrong-credentials')
    }
    const rehashed =
      account.password_hash && passwords.isOutdated(account.password_hash)
        ? await passwords.hash(body.password)
        : undefined
    const session = await db.transaction().execute(async (trx) => {
      // Hashing took a while: what was verified must still be true, or a new password would not end this sign-in.
      if (!(await isStillAccount(trx, account))) throw new Failure('wrong-credentials')
      await attempt.succeeded(trx, account.id)
      if (rehashed) await replaceHash(trx, account.id, rehashed)
      await recordAudit(trx, {
        at: now,
        actor: account,
        action: 'signed in',
        kind: 'employee',
        id: account.id,
      })
      return await openSession(trx, account.id, now)
    })
    const token = await tokens.sign({
      role: account.role,
      email: account.email,
      sub: account.id,
      sid: session.id,
      iat: Math.floor(now.getTime() / 1000),
      exp: Math.floor(session.expiresAt.getTime() / 1000),
    })
    return { token }
  })

  serve(sessionEndpoints.save, async ({ body, ip }) => {
    const attempt = await limits.beginByAddress(db, ip, clock())
    const owner = await employeeOfLink(db, body.token, clock())
    if (!owner) {
      await attempt.failed(db)
      throw new Failure('link-not-valid')
    }
    if (await isTooCommon(body.password, { email: owner.email, organization: organization.name })) {
      throw invalidInput({ password: sessionWording.passwordTooCommon })
    }
    const passwordHash = await passwords.hash(body.password)
    const now = clock()
    await db.transaction().execute(async (trx) => {
      if (!(await useLink(trx, body.token, now))) throw new Failure('link-not-valid')
      await storePassword(trx, owner.id, passwordHash, now)
      await endSessionsOf(trx, owner.id, 'password set', now)
      await endLinksOf(trx, owner.id, 'password set', now)
      await recordAudit(trx, {
        at: now,
        actor: owner,
        action: 'set password',
        kind: 'employee',
        id: owner.id,
      })
    })
    return { message: sessionWording.passwordSaved }
  })

  serve(sessionEndpoints.logout, async ({ actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      await endSession(trx, actor.sessionId, 'signed out', now)
      await recordAudit(trx, { at: now, actor, action: 'signed out', kind: 'employee', id: actor.employeeId })
    })
    return { message: sessionWording.loggedOut }
  })

  serve(sessionEndpoints.activity, async ({ actor }) => {
    await noteActivity(db, actor.sessionId, clock())
    return { message: sessionWording.activityNoted }
  })
}
