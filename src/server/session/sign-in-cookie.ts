import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { tripSeconds } from '#contract/session/limits.ts'
import type { Begun, ProviderIdentity } from './provider.ts'

/* What a browser carries while its user is at the provider of the organization's accounts. Any instance can finish it. */

interface Carried {
  returnTo?: string | undefined
  /** The session that is to be confirmed; without it, this is a sign-in. */
  sessionId?: string | undefined
}

/** Before the provider has answered. */
export type Trip = Carried & { begun: Begun }

/** After that, while the second step is missing; `state` is that of the trip. */
export type FirstStep = Carried & { state: string; identity: ProviderIdentity }

/**
 * The cookie `sign-in`, encrypted with a key derived from the session secret. Over https it has the prefix `__Host-`, so that no
 * other site of the same domain can set it.
 */
export function signInCookie(secret: string, publicUrl: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'sign-in with the organization’s account', 32))
  const [name, secure] = publicUrl.startsWith('https:') ? ['__Host-sign-in', '; Secure'] : ['sign-in', '']
  const header = (value: string, maxAge: number) => ({
    'set-cookie': `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`,
  })
  return {
    /** The Set-Cookie header. */
    async set(content: Trip | FirstStep, now: Date) {
      const seconds = Math.floor(now.getTime() / 1000)
      const jwt = new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + tripSeconds)
      return header(await jwt.encrypt(key), tripSeconds)
    },
    clear: () => header('', 0),
    /** Undefined without a cookie, with one that is not ours, and after ten minutes. */
    async read(cookies: string | undefined, now: Date): Promise<Trip | FirstStep | undefined> {
      const value = new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)(?:;|$)`).exec(cookies ?? '')?.[1]
      if (!value) return undefined
      const options = {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['iat', 'exp'],
        currentDate: now,
      }
      const opened = await jwtDecrypt<{ content: Trip | FirstStep }>(value, key, options).catch(
        () => undefined,
      )
      return opened?.payload.content
    },
  }
}
