import { mustUseTwoStep } from '#contract/access/permissions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { ownAccountEndpoints } from '#contract/session/endpoints.ts'
import { codeRequired } from '#contract/session/form.ts'
import { passkeyHost } from '#contract/session/passkeys.ts'
import { isTwoStepOfProvider } from '#server/access/actor.ts'
import { type AccountWithCode, isStillAccount } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { queueAccountNotice } from '#server/outgoing-mail/store.ts'
import { readDevice } from './device.ts'
import {
  appCodeOf,
  enrollmentOf,
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  timeStepOf,
} from './one-time-codes.ts'
import { lockOwnAccount, type OwnCall, ownRow, type SessionContext } from './own-password.ts'
import { endOtherSessions, findActiveSession, noteConfirmation } from './store.ts'
import { consumeCode, recordWrongCode } from './two-step.ts'
import {
  confirmSecret,
  removeSecret,
  requireSecondStep,
  secondSteps,
  storeRecoveryCodes,
  storeSecret,
} from './two-step-store.ts'

const noSecondStep = { message: 'Two-step sign-in is not on for this account.' }

/** One's own two-step sign-in, and confirming the password. */
export function twoStepRoutes(route: AddRoute, context: SessionContext): void {
  const { db, trail, clock, mail, organization, limits, cipher, twoStep, oidc, publicUrl } = context
  const { verifyOwnPassword, passkeys } = context

  route(ownAccountEndpoints.twoStep, async ({ actor }) => ({
    isOn: actor.hasTwoStep,
    isRequired: mustUseTwoStep(actor.role, twoStep.policy) && !isTwoStepOfProvider(actor, oidc),
    ...(await secondSteps(db, actor.employeeId, passkeyHost(publicUrl))),
  }))

  route(ownAccountEndpoints.beginTwoStep, async ({ actor }) => {
    const { employeeId, email } = actor
    const secret = newSecret()
    if (!(await storeSecret(db, employeeId, cipher.encrypt(secret, employeeId))))
      throw new Failure('two-step-already-on')
    return enrollmentOf(secret, { email, organization: organization.name })
  })

  route(ownAccountEndpoints.confirmTwoStep, async ({ body, actor, ip, cookies }) => {
    const now = clock()
    const attempt = await limits.begin(db, { email: actor.email, ip, device: readDevice(cookies) }, now)
    const recoveryCodes = newRecoveryCodes()
    const failure = await db.transaction().execute(async (trx) => {
      const account = await lockOwnAccount(trx, actor, now)
      const { id, email, two_step_secret: secret } = account
      if (account.two_step_last !== null) throw new Failure('two-step-already-on')
      if (!secret)
        throw new Failure('not-found', {
          message: 'Start the setup again. It was not started, or it was restarted somewhere else.',
        })
      const timeStep = timeStepOf(cipher.decrypt(secret, id), appCodeOf(body.code) ?? '', now)
      if (timeStep === undefined)
        return await recordWrongCode(trx, id, { attempt, trail, by: { at: now, actor } })
      await confirmSecret(trx, id, timeStep)
      await requireSecondStep(trx, id, { recoveryCodes: recoveryCodes.map(hashRecoveryCode), now })
      // They were opened with the password alone.
      await endOtherSessions(trx, actor, 'two-step sign-in set up', now)
      await queueAccountNotice(trx, { employeeId: id, recipient: email, kind: 'two-step-set-up' }, now)
      await trail.record(trx, { ...ownRow(actor, now), action: 'set up two-step sign-in' })
      return undefined
    })
    if (failure) throw failure
    mail.wake()
    return { recoveryCodes }
  })

  route(ownAccountEndpoints.removeTwoStep, async (call) => {
    await changeConfirmed(call, async (trx, { id, email }, row) => {
      if (!(await removeSecret(trx, id)))
        throw new Failure('not-found', { message: 'No authenticator app is set up for this account.' })
      await queueAccountNotice(trx, { employeeId: id, recipient: email, kind: 'two-step-removed' }, row.at)
      await trail.record(trx, { ...row, action: 'removed two-step sign-in' })
    })
    mail.wake()
    return undefined
  })

  route(ownAccountEndpoints.newRecoveryCodes, async (call) => {
    const recoveryCodes = newRecoveryCodes()
    await changeConfirmed(call, async (trx, { id, two_step_at }, row) => {
      if (!two_step_at) throw new Failure('not-found', noSecondStep)
      await storeRecoveryCodes(trx, id, recoveryCodes.map(hashRecoveryCode))
      await trail.record(trx, { ...row, action: 'made recovery codes' })
    })
    return { recoveryCodes }
  })

  route(ownAccountEndpoints.confirm, async (call) => {
    await changeConfirmed(call, async (trx, _account, row) => {
      await noteConfirmation(trx, call.actor.sessionId, row.at)
      const action = call.body.passkey ? 'confirmed with a passkey' : 'confirmed password'
      await trail.record(trx, { ...row, action })
    })
    return { message: 'Password confirmed.' }
  })

  type ConfirmedCall = OwnCall & { body: BodyOf<typeof ownAccountEndpoints.confirm> }

  /** Makes a change once the password and, with two-step sign-in, the code are verified, or a passkey. */
  async function changeConfirmed(
    call: ConfirmedCall,
    change: (
      trx: Connection,
      account: AccountWithCode & { email: string; two_step_at: Date | null },
      row: ReturnType<typeof ownRow>,
    ) => Promise<void>,
  ): Promise<void> {
    const { body, actor } = call
    if (body.passkey)
      return await passkeys.withPasskey(call, body.passkey, async (trx, { account, now }) => {
        if (!(await findActiveSession(trx, actor.sessionId, now))) throw new Failure('not-signed-in')
        await change(trx, account, ownRow(actor, now))
      })
    const { password = '' } = body
    const { account, attempt } = await verifyOwnPassword(call, password, 'confirmation refused')
    const now = clock()
    const failure = await db.transaction().execute(async (trx) => {
      const isUnchanged = await isStillAccount(trx, account)
      if (!isUnchanged || !(await findActiveSession(trx, actor.sessionId, now)))
        throw new Failure('not-signed-in')
      await attempt.requireAllowed(trx)
      if (account.two_step_at && body.code === undefined) throw invalidInput({ code: codeRequired })
      if (body.code !== undefined) {
        if (!account.two_step_at) throw new Failure('not-found', noSecondStep)
        const by = { at: now, actor }
        const refused = await consumeCode(trx, account, body.code, { attempt, cipher, trail, by })
        if (refused) return refused
        await attempt.succeeded(trx, account.id)
      }
      await change(trx, account, ownRow(actor, now))
      return undefined
    })
    if (failure) throw failure
  }
}
