import { passkeyHost } from '#contract/session/passkeys.ts'
import type { AccountWithCode } from '#server/accounts/store.ts'
import type { AuditEvent, AuditTrail } from '#server/audit/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { Failure } from '#server/http/failure.ts'
import { OperatorError } from '#server/operator-error.ts'
import { queueAccountNotice } from '#server/outgoing-mail/store.ts'
import { appCodeOf, hashRecoveryCode, type SecretCipher, secretCipher, timeStepOf } from './one-time-codes.ts'
import type { Attempt } from './sign-in-limits.ts'
import { endEmployeeSessions } from './store.ts'
import {
  consumeRecoveryCode,
  consumeTimeStep,
  listSecrets,
  secondSteps,
  turnOffTwoStep,
} from './two-step-store.ts'

/** Who did something to the account, for its audit row. */
type AuditedBy = Pick<AuditEvent, 'at' | 'actor' | 'origin'>

interface CodeAttempt {
  attempt: Pick<Attempt, 'failed'>
  trail: AuditTrail
  by: AuditedBy
}

/**
 * Uses up a code of the account, which the caller has locked. A wrong one is counted and its failure is returned: commit,
 * then throw it.
 */
export async function consumeCode(
  trx: Connection,
  account: AccountWithCode,
  typed: string,
  { attempt, cipher, trail, by }: CodeAttempt & { cipher: SecretCipher },
): Promise<Failure | undefined> {
  const { id, two_step_secret: secret } = account
  const row = { ...by, kind: 'employee', id } as const
  const appCode = appCodeOf(typed)
  if (appCode) {
    const timeStep = secret && timeStepOf(cipher.decrypt(secret, id), appCode, by.at)
    if (timeStep && (await consumeTimeStep(trx, id, timeStep))) return undefined
  } else if (await consumeRecoveryCode(trx, id, hashRecoveryCode(typed))) {
    await trail.record(trx, { ...row, action: 'used a recovery code' })
    return undefined
  }
  return await recordWrongCode(trx, id, { attempt, trail, by })
}

/** For the right password alone. Says which second steps there are. */
export async function secondStepNeeded(trx: Connection, id: string, publicUrl: string): Promise<Failure> {
  const { hasApp, passkeys } = await secondSteps(trx, id, passkeyHost(publicUrl))
  const steps = [...(hasApp ? ['app' as const] : []), ...(passkeys > 0 ? ['passkey' as const] : [])]
  return new Failure('second-step-needed', {
    secondSteps: steps,
    ...(!hasApp && { message: 'Use your passkey, or enter a recovery code.' }),
  })
}

/** Returns the failure to throw after the transaction. */
export async function recordWrongCode(
  trx: Connection,
  id: string,
  { attempt, trail, by }: CodeAttempt,
): Promise<Failure> {
  await attempt.failed(trx)
  await trail.record(trx, { ...by, action: 'code refused', kind: 'employee', id })
  return new Failure('wrong-code')
}

/** For an employee who has lost the phone. Returns false if it was off. The caller has locked the employee's row. */
export async function resetTwoStep(
  trx: Connection,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<boolean> {
  if (!(await turnOffTwoStep(trx, id))) return false
  await endEmployeeSessions(trx, id, 'two-step sign-in reset', now)
  await queueAccountNotice(trx, { employeeId: id, recipient: email, kind: 'two-step-reset' }, now)
  return true
}

/** Throws an OperatorError if there are secrets that the key does not open, because no code would be accepted. */
export async function checkTwoStepKey(db: Connection, key: string | undefined): Promise<void> {
  const cipher = secretCipher(key)
  const unreadable = (await listSecrets(db)).filter(({ id, two_step_secret: secret }) => {
    try {
      return secret && !cipher.decrypt(secret, id)
    } catch {
      return true
    }
  })
  if (unreadable.length === 0) return
  const emails = unreadable.map(({ email }) => email).join(', ')
  const what = key
    ? 'TWO_STEP_KEY, or the file two-step-key in DATA_DIR, is not'
    : 'TWO_STEP_KEY is not set. It is'
  throw new OperatorError(
    `${what} the key that the secrets of two-step sign-in are encrypted with. Set it to the former key, or restore the file. If the key is lost, run npm run ops -- two-step-reset EMAIL for each of these accounts: ${emails}`,
  )
}
