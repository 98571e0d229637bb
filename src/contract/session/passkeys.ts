/* Passkeys (Web Authentication), which stand in for password and second step (docs/product.md 127). */

/** Of an account. */
export const maxPasskeys = 10

/** In UTF-16 code units. */
export const passkeyNameLength = 60

/** Seconds for which a challenge can be answered. */
export const challengeSeconds = 5 * 60

/**
 * The host that passkeys are bound to. Browsers offer them only for names, and only over https or on this machine; otherwise
 * there is none.
 */
export function passkeyHost(publicUrl: string): string | undefined {
  const { protocol, hostname } = new URL(publicUrl)
  const isAddress = /^\[|^[\d.]+$/.test(hostname)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isSecure && !isAddress ? hostname : undefined
}
