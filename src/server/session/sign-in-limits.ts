import { deviceDays } from '#contract/session/limits.ts'
import { normalizeEmail } from '#server/accounts/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { assertNotLimited, keyedHash, networkOf } from '#server/throttling/caller.ts'
import {
  type CallerLimit,
  countAttempt,
  forgetAttempts,
  limitPerCaller,
  secondsToWait,
} from '#server/throttling/store.ts'
import { knownSources, rememberSources } from './store.ts'

/* Slows down password guessing without letting an attacker lock an employee out (docs/decisions/0018). */

/** Window of all limits, in seconds. */
const seconds = 15 * 60
/** Days after the last sign-in until a network becomes unknown. */
const networkDays = 90

/** One attempt to sign in. It runs the same way whether the email is known or not. */
export interface Attempt {
  /** Whether it comes from a browser that the account's owner has signed in with. */
  isOwnBrowser: boolean
  /** The value of the browser's cookie if anyone has signed in with it. Any other is made up. */
  knownDevice: string | undefined
  /** Counts a wrong guess, or refuses if concurrent guesses have used up the limit. */
  failed(trx: Connection): Promise<void>
  /** Refuses even the right password if concurrent failures have used up the limit. */
  requireAllowed(trx: Connection): Promise<void>
  /**
   * Forgets the failures from this network, or refuses if concurrent failures have used up the limit. `device` is the value
   * that the browser's cookie has from now on.
   */
  succeeded(trx: Connection, employeeId: string, device?: string): Promise<void>
}

export interface LinkAttempt extends Pick<Attempt, 'knownDevice' | 'failed'> {
  /** Forgets the failures from this network, which becomes known, and so does the browser if `device` is given. */
  succeeded(trx: Connection, owner: { id: string; email: string }, device?: string): Promise<void>
}

/** Who tries to sign in, and from where. */
interface Claim {
  email: string
  ip: string
  /** Value of the browser's cookie. */
  device: string | undefined
}

export interface SignInLimits {
  /** Refuses with 429 and Retry-After during a delay. */
  begin(db: Connection, claim: Claim, now: Date): Promise<Attempt>
  /**
   * The same without an email: for guessing the token of a link, and for what a provider answers. Failures of others do not
   * delay a browser that staff have signed in with.
   */
  beginByAddress(db: Connection, ip: string, now: Date, device?: string): Promise<LinkAttempt>
}

export function signInLimits(secret: string): SignInLimits {
  const keyOf = keyedHash(secret)
  const limitOf = (name: string, attempts: number, isDelaying = false) =>
    limitPerCaller(secret, { name: `sign-in ${name}`, attempts, seconds, isDelaying })
  const pairLimit = limitOf('pair', 5, true)
  const emailLimit = limitOf('email', 20, true)
  const networkLimit = limitOf('network', 30)
  const deviceLimit = limitOf('device', 10)
  return {
    async begin(db, { email: typed, ip, device }, now) {
      const [email, network] = [normalizeEmail(typed), networkOf(ip)]
      const pair = pairLimit(email, network)
      const [networkHash, deviceHash] = [keyOf(network), keyOf(`device ${device ?? ''}`)]
      const known = await knownSources(db, email, [networkHash, deviceHash], now)
      // From a network where anyone has signed in: the answer must not tell who has an account.
      const everywhere = known.has(networkHash) ? [] : [emailLimit(email)]
      const ofDevice = deviceLimit(email, deviceHash)
      // Failures that others have caused do not delay a browser that this person has signed in with, nor do those for
      // another account in it.
      const isOwnBrowser =
        known.get(deviceHash)?.isOwn === true && (await secondsToWait(db, now, ofDevice)) === 0
      const knownDevice = known.has(deviceHash) ? device : undefined
      const all = isOwnBrowser ? [ofDevice] : [pair, ...everywhere, networkLimit(network)]
      const requireAllowed = async (connection: Connection) =>
        assertAttemptAllowed(await secondsToWait(connection, now, ...all))
      await requireAllowed(db)
      return {
        isOwnBrowser,
        knownDevice,
        failed: (trx) => countAll(trx, all, now),
        requireAllowed,
        async succeeded(trx, employeeId, kept = knownDevice) {
          await requireAllowed(trx)
          await forgetAttempts(trx, pair)
          const sources = [{ source: networkHash, days: networkDays }]
          if (kept) sources.push({ source: keyOf(`device ${kept}`), days: deviceDays })
          await rememberSources(trx, employeeId, sources, now)
        },
      }
    },
    async beginByAddress(db, ip, now, given) {
      const network = networkOf(ip)
      const deviceHash = keyOf(`device ${given ?? ''}`)
      const isKnown = given !== undefined && (await knownSources(db, '', [deviceHash], now)).size > 0
      const ofDevice = deviceLimit('', deviceHash)
      const hasOwnLimit = isKnown && (await secondsToWait(db, now, ofDevice)) === 0
      const counted = hasOwnLimit ? ofDevice : networkLimit(network)
      assertAttemptAllowed(await secondsToWait(db, now, counted))
      return {
        knownDevice: isKnown ? given : undefined,
        failed: (trx) => countAll(trx, [counted], now),
        async succeeded(trx, { id, email }, device) {
          await forgetAttempts(trx, pairLimit(normalizeEmail(email), network))
          const sources = [{ source: keyOf(network), days: networkDays }]
          if (device) sources.push({ source: keyOf(`device ${device}`), days: deviceDays })
          await rememberSources(trx, id, sources, now)
        },
      }
    },
  }
}

/** Always in the same order, to avoid deadlocks. */
async function countAll(trx: Connection, all: readonly CallerLimit[], now: Date): Promise<void> {
  for (const limit of all) assertAttemptAllowed(await countAttempt(trx, now, limit))
}

/** `waitSeconds` is 0 if the attempt is allowed. */
export function assertAttemptAllowed(waitSeconds: number): void {
  assertNotLimited(waitSeconds, 'Too many attempts. Please wait a moment and try again.')
}
