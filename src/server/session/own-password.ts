import { mayUsePassword, type PasswordPolicy } from '#contract/access/passwords.ts'
import type { Actor, Origin } from '#server/access/actor.ts'
import { type Account, accountById, lockAccountById } from '#server/accounts/store.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Connection } from '#server/database/connection.ts'
import { Failure } from '#server/http/failure.ts'
import { readDevice } from './device.ts'
import type { SecretCipher } from './one-time-codes.ts'
import type { Passkeys } from './passkeys.ts'
import type { PasswordHashing } from './password-hashing.ts'
import type { OrganizationProvider } from './provider.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { findActiveSession } from './store.ts'

export interface OwnCall {
  actor: Actor
  origin: Origin
  ip: string
  cookies: string | undefined
}

/** The routes about signing in share one hashing queue, one count of failures and one key of secrets. */
export interface SessionContext extends AppContext {
  passwords: PasswordHashing
  passwordPolicy: PasswordPolicy
  provider: OrganizationProvider | undefined
  limits: SignInLimits
  cipher: SecretCipher
  verifyOwnPassword: ReturnType<typeof ownPassword>
  passkeys: Passkeys
}

/** The audit row of what callers do to their own account, without the action. */
export const ownRow = (actor: Actor, at: Date) =>
  ({ at, actor, kind: 'employee', id: actor.employeeId }) as const

/** Locks the caller's row until the transaction ends, unless the session has ended since the call began. */
export async function lockOwnAccount(
  trx: Connection,
  { employeeId, sessionId }: Actor,
  now: Date,
): Promise<Account> {
  const account = await lockAccountById(trx, employeeId)
  if (!account || !(await findActiveSession(trx, sessionId, now))) throw new Failure('not-signed-in')
  return account
}

/** Verifies the password of a caller who is signed in. A wrong one counts as a failed sign-in and leaves an audit row. */
export function ownPassword({
  db,
  trail,
  clock,
  passwords,
  passwordPolicy,
  limits,
}: Pick<SessionContext, 'db' | 'trail' | 'clock' | 'passwords' | 'passwordPolicy' | 'limits'>) {
  return async (
    { actor, ip, cookies }: OwnCall,
    password: string,
    refused: 'password change refused' | 'confirmation refused',
  ) => {
    const now = clock()
    const attempt = await limits.begin(db, { email: actor.email, ip, device: readDevice(cookies) }, now)
    const account = await accountById(db, actor.employeeId)
    if (!account) throw new Failure('not-signed-in')
    const hash = mayUsePassword(account.role, passwordPolicy) ? account.password_hash : null
    if (await passwords.verify(password, hash, { first: true })) return { account, attempt }
    await db.transaction().execute(async (trx) => {
      await attempt.failed(trx)
      await trail.record(trx, { ...ownRow(actor, now), action: refused })
    })
    throw new Failure('wrong-password')
  }
}
