import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

interface CookieSettings {
  publicUrl: string
  name: string
  path: '/' | '/api/auth'
  /** How long it is good for. */
  seconds: number
}

/** A cookie that no script reads and no other site sends. Over https its prefix keeps others of the same domain from setting it. */
export function privateCookie({ publicUrl, name, path, seconds }: CookieSettings) {
  const isSecure = publicUrl.startsWith('https:')
  const fullName = isSecure ? `${path === '/' ? '__Host-' : '__Secure-'}${name}` : name
  const written = new RegExp(`(?:^|;\\s*)${fullName}=([\\w.-]+)(?:;|$)`)
  const header = (value: string, maxAge: number) => ({
    'set-cookie': `${fullName}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
  })
  return {
    /** The Set-Cookie header. */
    set: (value: string) => header(value, seconds),
    clear: () => header('', 0),
    read: (cookies: string | undefined) => written.exec(cookies ?? '')?.[1],
  }
}

/**
 * What a browser carries until its user comes back, encrypted with a key for this cookie alone. It names its own end, and any
 * instance can read it.
 */
export function encryptedCookie<Content>(secret: string, settings: CookieSettings) {
  const cookie = privateCookie(settings)
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `cookie ${settings.name}`, 32))
  return {
    async set(content: Content, now: Date) {
      const seconds = Math.floor(now.getTime() / 1000)
      const jwt = new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(seconds + settings.seconds)
      return cookie.set(await jwt.encrypt(key))
    },
    clear: cookie.clear,
    /** Undefined without a cookie, with one that is not ours, and when its time is over. */
    async read(cookies: string | undefined, now: Date): Promise<Content | undefined> {
      const options = {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp'],
        currentDate: now,
      }
      const value = cookie.read(cookies) ?? ''
      const opened = await jwtDecrypt<{ content: Content }>(value, key, options).catch(() => undefined)
      return opened?.payload.content
    },
  }
}
