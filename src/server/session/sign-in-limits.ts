import { sessionWording } from '#contract/session/wording.ts'
import { foldedEmail } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { keyedHash, networkOf, refuseIfLimited } from '#server/throttling/caller.ts'
import {
  type Counted,
  countFailure,
  type FailureLimit,
  forgetFailures,
  waitFor,
} from '#server/throttling/failed-attempts-store.ts'
import { isKnownNetwork, rememberNetwork } from './store.ts'

/* Guessing is slowed down, and nobody can lock an employee out by guessing (docs/decisions/0018). */

const window = 15 * 60
const limits = {
  pair: { free: 5, window, after: 'growing delay' },
  email: { free: 20, window, after: 'growing delay' },
  address: { free: 30, window, after: 'nothing' },
} as const satisfies Record<string, FailureLimit>

/** One attempt to sign in; everything in it runs alike whether the email is known or not. */
export interface Attempt {
  /** Counts a wrong guess. Refuses instead when others at the same moment have used up what was free. */
  failed(trx: Connection): Promise<void>
  /** Forgets the failures from here. Refuses when failures at the same moment have used up what was free. */
  succeeded(trx: Connection, employeeId: string): Promise<void>
}

interface LinkAttempt extends Pick<Attempt, 'failed'> {
  /** Like a sign-in: the failures from here are forgotten, and the network is known. */
  succeeded(trx: Connection, owner: { id: string; email: string }): Promise<void>
}

export interface SignInLimits {
  /** Refuses with 429 and Retry-After while one has to wait. */
  begin(db: Connection, email: string, ip: string, now: Date): Promise<Attempt>
  /** The same for what has no email: guessing the token of a link. */
  beginByAddress(db: Connection, ip: string, now: Date): Promise<LinkAttempt>
}

export function signInLimits(secret: string): SignInLimits {
  const keyOf = keyedHash(secret)
  const counted = (name: keyof typeof limits, ...who: string[]): Counted => ({
    ...limits[name],
    key: `sign-in ${name} ${keyOf(JSON.stringify(who))}`,
  })
  return {
    async begin(db, typed, ip, now) {
      const [email, network] = [foldedEmail(typed), networkOf(ip)]
      const networkHash = keyOf(network)
      const here = counted('pair', email, network)
      const isKnown = await isKnownNetwork(db, email, networkHash)
      const everywhere = isKnown ? [] : [counted('email', email)]
      const all = [here, ...everywhere, counted('address', network)]
      refuseAttempt(await waitFor(db, all, now))
      return {
        failed: (trx) => countAll(trx, all, now),
        async succeeded(trx, employeeId) {
          refuseAttempt(await waitFor(trx, all, now))
          await forgetFailures(trx, here)
          await rememberNetwork(trx, employeeId, networkHash, now)
        },
      }
    },
    async beginByAddress(db, ip, now) {
      const network = networkOf(ip)
      const address = [counted('address', network)]
      refuseAttempt(await waitFor(db, address, now))
      return {
        failed: (trx) => countAll(trx, address, now),
        async succeeded(trx, { id, email }) {
          await forgetFailures(trx, counted('pair', foldedEmail(email), network))
          await rememberNetwork(trx, id, keyOf(network), now)
        },
      }
    },
  }
}

/** Always in the same order, so that two attempts never wait for each other's rows. */
async function countAll(trx: Connection, all: readonly Counted[], now: Date): Promise<void> {
  for (const one of all) refuseAttempt(await countFailure(trx, one, now))
}

function refuseAttempt(waitSeconds: number): void {
  refuseIfLimited(waitSeconds, sessionWording.tooManyAttempts)
}
