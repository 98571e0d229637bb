import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { sessionWording } from '#contract/session/wording.ts'
import { employeeOfLink, useLink } from '#server/accounts/link-store.ts'
import { accountById, isStillAccount, lockEmployee } from '#server/accounts/store.ts'
import { recordAudit } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import type { Serve } from '#server/http/serve-endpoint.ts'
import { queueForgotten } from '#server/outgoing-mail/store.ts'
import { networkOf } from '#server/throttling/network-of.ts'
import { refuseWhile } from '#server/throttling/refuse-while.ts'
import { throttle } from '#server/throttling/store.ts'
import { isTooCommon } from './common-passwords.ts'
import { openSession } from './open-session.ts'
import type { SessionContext } from './session-context.ts'
import { findActiveSession } from './store.ts'
import { takeNewPassword } from './take-new-password.ts'

/** Asked from one network address: more than a household forgets, few enough that nobody can flood the outbox. */
const resetRequestsPerHour = 20

/** Asking for a link, setting a password by it, and changing one's own. */
export function servePasswords(serve: Serve, needs: SessionContext): void {
  const { db, clock, mail, organization, tokens, passwords, limits, sessionSecret } = needs
  const resetRequests = throttle({
    name: 'reset-request',
    points: resetRequestsPerHour,
    seconds: 60 * 60,
    secret: sessionSecret,
  })

  async function refuseTooCommon(password: string, email: string): Promise<void> {
    if (await isTooCommon(password, { email, organization: organization.name }))
      throw invalidInput({ password: sessionWording.passwordTooCommon })
  }

  serve(sessionEndpoints.forgot, async ({ body, ip }) => {
    const caller = networkOf(ip)
    refuseWhile(await resetRequests.look(db, caller), sessionWording.tooManyAttempts)
    await db.transaction().execute(async (trx) => {
      refuseWhile(await resetRequests.spend(trx, caller), sessionWording.tooManyAttempts)
      // Whose address it is, if anybody's, is looked up when the mail is sent: nothing here can tell.
      await queueForgotten(trx, body.email, clock())
    })
    mail.wake()
    return { message: sessionWording.forgotSent }
  })

  serve(sessionEndpoints.save, async ({ body, ip }) => {
    const attempt = await limits.beginByAddress(db, ip, clock())
    const owner = await employeeOfLink(db, body.token, clock())
    if (!owner) {
      const now = clock()
      await db.transaction().execute(async (trx) => {
        await attempt.failed(trx)
        await recordAudit(trx, { at: now, action: 'link refused', kind: 'employee' })
      })
      throw new Failure('link-not-valid')
    }
    await refuseTooCommon(body.password, owner.email)
    const passwordHash = await passwords.hash(body.password)
    const now = clock()
    await db.transaction().execute(async (trx) => {
      await lockEmployee(trx, owner.id)
      if (!(await useLink(trx, body.token, now))) throw new Failure('link-not-valid')
      await takeNewPassword(trx, owner.id, passwordHash, now)
      await attempt.succeeded(trx, owner)
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

  serve(sessionEndpoints.changePassword, async ({ body, actor, ip }) => {
    const begun = clock()
    const attempt = await limits.begin(db, actor.email, ip, begun)
    await refuseTooCommon(body.password, actor.email)
    const account = await accountById(db, actor.employeeId)
    if (!account) throw new Failure('not-signed-in')
    const subject = { actor, kind: 'employee', id: account.id } as const
    if (!(await passwords.verify(body.currentPassword, account.password_hash))) {
      await db.transaction().execute(async (trx) => {
        await attempt.failed(trx)
        await recordAudit(trx, { at: begun, action: 'password change refused', ...subject })
      })
      throw new Failure('wrong-password')
    }
    const passwordHash = await passwords.hash(body.password)
    const now = clock()
    const token = await db.transaction().execute(async (trx) => {
      const isStill = (await isStillAccount(trx, account)) && (await isLiving(trx, actor.sessionId, now))
      if (!isStill) throw new Failure('not-signed-in')
      await takeNewPassword(trx, account.id, passwordHash, now)
      await attempt.succeeded(trx, account.id)
      await recordAudit(trx, { at: now, action: 'changed password', ...subject })
      return await openSession(trx, tokens, account, now)
    })
    return { token }
  })
}

async function isLiving(db: Connection, sessionId: string, now: Date): Promise<boolean> {
  return (await findActiveSession(db, sessionId, now)) !== undefined
}
