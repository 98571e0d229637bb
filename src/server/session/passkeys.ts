import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { mayUsePassword, type PasswordPolicy } from '#contract/access/passwords.ts'
import { challengeSeconds, passkeyHost } from '#contract/session/passkeys.ts'
import type { Actor, Origin } from '#server/access/actor.ts'
import { lockAccountById } from '#server/accounts/store.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Connection } from '#server/database/connection.ts'
import { Failure } from '#server/http/failure.ts'
import { countAttempt, limitPerCaller } from '#server/throttling/store.ts'
import { encryptedCookie } from './cookies.ts'
import { readDevice } from './device.ts'
import { findPasskey, noteUse } from './passkey-store.ts'
import type { LinkAttempt, SignInLimits } from './sign-in-limits.ts'

/* Challenges of Web Authentication, and the answers to them (docs/decisions/0071). */

/** What a challenge is for. An answer is good for nothing else. */
type Purpose = 'sign-in' | 'confirm' | 'add'

/** What browsers are asked for: ES256 and RS256, which every authenticator has one of. */
export const supportedAlgorithmIDs = [-7, -257]

/**
 * What browsers leave of an attestation that nobody asked for. The others have certificates of the caller's choice, and the
 * library calls the addresses that stand in them.
 */
const attestationFormats = ['none', 'packed']

/** Loaded when a passkey is first used, to keep the start fast. */
export const loadLibrary = () => import('@simplewebauthn/server')

export type Credential = Pick<WebAuthnCredential, 'id' | 'transports'>

interface PasskeyCall {
  ip: string
  cookies: string | undefined
  origin: Origin
  /** Undefined while signing in. */
  actor?: Actor | undefined
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccountById>>>

export type Passkeys = ReturnType<typeof passkeyCeremonies>

export function passkeyCeremonies(
  context: Pick<AppContext, 'db' | 'trail' | 'clock' | 'publicUrl' | 'sessionSecret'> & {
    limits: SignInLimits
    passwordPolicy: PasswordPolicy
  },
) {
  const { db, trail, clock, publicUrl, sessionSecret, limits, passwordPolicy } = context
  const once = limitPerCaller(sessionSecret, { name: 'passkey', attempts: 1, seconds: challengeSeconds })
  /** Each purpose has its own: a confirmation may be asked for while a passkey is added. */
  const cookieFor = (purpose: Purpose) =>
    encryptedCookie<{ challenge: string; sessionId: string | undefined }>(sessionSecret, {
      ...{ publicUrl, name: `passkey-${purpose}`, path: '/api/auth', seconds: challengeSeconds },
    })

  /** The relying party, in the words of Web Authentication. A passkey works for whom a password would. */
  function requireParty(actor?: Actor) {
    const id = passkeyHost(publicUrl)
    if (id === undefined || (actor && !mayUsePassword(actor.role, passwordPolicy)))
      throw new Failure('passkeys-unavailable')
    return { id, origin: new URL(publicUrl).origin }
  }

  /** Binds a challenge to this browser and, where somebody is signed in, to the session. */
  const challengeCookie = (purpose: Purpose, challenge: string, actor?: Actor) =>
    cookieFor(purpose).set({ challenge, sessionId: actor?.sessionId }, clock())

  /** The challenge that this browser was given for that purpose. It is used up, whatever becomes of the answer. */
  async function takeChallenge(
    trx: Connection,
    { cookies, actor }: Pick<PasskeyCall, 'cookies' | 'actor'>,
    purpose: Purpose,
    now: Date,
  ): Promise<string | undefined> {
    const bound = await cookieFor(purpose).read(cookies, now)
    if (!bound || bound.sessionId !== actor?.sessionId) return undefined
    return (await countAttempt(trx, now, once(bound.challenge))) === 0 ? bound.challenge : undefined
  }

  /** Any passkey of this host, or only the given ones. */
  async function requestOptions(
    purpose: Purpose,
    { allowed, actor }: { allowed?: Credential[]; actor?: Actor } = {},
  ) {
    const { id: rpID } = requireParty(actor)
    const { generateAuthenticationOptions } = await loadLibrary()
    const options = await generateAuthenticationOptions({
      rpID,
      userVerification: 'required',
      timeout: challengeSeconds * 1000,
      ...(allowed && { allowCredentials: allowed }),
    })
    return { options, cookie: await challengeCookie(purpose, options.challenge, actor) }
  }

  /**
   * Runs `work` in a transaction with the account, locked, whose passkey has signed the challenge of this browser. Whatever is
   * wrong counts as a failed sign-in from this network, leaves an audit row and is the same failure.
   */
  async function withPasskey<T>(
    call: PasskeyCall,
    answer: { id: string },
    work: (trx: Connection, found: { account: Account; attempt: LinkAttempt; now: Date }) => Promise<T>,
  ): Promise<T> {
    const { actor, cookies, ip, origin } = call
    const party = requireParty(actor)
    const response = answer as AuthenticationResponseJSON
    const now = clock()
    const attempt = await limits.beginByAddress(db, ip, now, readDevice(cookies))
    const { verifyAuthenticationResponse } = await loadLibrary()

    async function verifiedAccount(trx: Connection, employeeId: string, expectedChallenge: string) {
      const account = await lockAccountById(trx, employeeId)
      // Behind the lock, because of the counter.
      const passkey = account && (await findPasskey(trx, response.id, party.id))
      if (!passkey || !mayUsePassword(account.role, passwordPolicy)) return undefined
      const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
        },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      if (!verified || !info) return undefined
      await noteUse(trx, passkey.id, { counter: info.newCounter, synced: info.credentialBackedUp, now })
      return account
    }

    const outcome = await db.transaction().execute(async (trx) => {
      const challenge = await takeChallenge(trx, call, actor ? 'confirm' : 'sign-in', now)
      const known = await findPasskey(trx, response.id, party.id)
      const isOwn = !actor || actor.employeeId === known?.employee_id
      const account =
        challenge && known && isOwn && (await verifiedAccount(trx, known.employee_id, challenge))
      if (account) return { result: await work(trx, { account, attempt, now }) }
      await attempt.failed(trx)
      const row = { at: now, kind: 'employee', id: known?.employee_id } as const
      await trail.record(trx, { ...row, ...(actor ? { actor } : { origin }), action: 'passkey refused' })
      return undefined
    })
    if (!outcome) throw new Failure('wrong-passkey')
    return outcome.result
  }

  /** What the authenticator has made; undefined if anything about it is wrong. */
  async function verifiedRegistration(
    trx: Connection,
    call: Pick<PasskeyCall, 'cookies'> & { actor: Actor },
    answer: { id: string },
    now: Date,
  ) {
    const party = requireParty(call.actor)
    const expectedChallenge = await takeChallenge(trx, call, 'add', now)
    if (!expectedChallenge) return undefined
    const { verifyRegistrationResponse } = await loadLibrary()
    const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
    const response = answer as RegistrationResponseJSON
    const verify = async () => {
      const attestation = isoBase64URL.toBuffer(response.response.attestationObject)
      if (!attestationFormats.includes(decodeAttestationObject(attestation).get('fmt'))) return undefined
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      })
      return verified ? registrationInfo : undefined
    }
    return await verify().catch(() => undefined)
  }

  return { requireParty, challengeCookie, requestOptions, withPasskey, verifiedRegistration }
}
