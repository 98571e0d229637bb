import { isRole } from '#contract/access/roles.ts'
import type { TokenClaims } from '#contract/session/schema.ts'

/** What a token says about itself, or undefined when it can't be read; that is logged, and not shown (§8). Only the server can tell whether it is good. */
export function decodeToken(token: string | null): TokenClaims | undefined {
  try {
    const content = (token ?? '').split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(content.replaceAll('-', '+').replaceAll('_', '/')), byteOf)
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return areTokenClaims(claims) ? claims : undefined
  } catch {
    if (token !== null) console.warn('The stored token can’t be read.')
    return undefined
  }
}

/** Checked by hand: every screen loads this file, and only forms need the schemas. */
function areTokenClaims(value: unknown): value is TokenClaims {
  const claims = value as Partial<TokenClaims> | null
  return (
    isRole(claims?.role) &&
    [claims?.email, claims?.sub, claims?.sid].every((part) => typeof part === 'string') &&
    [claims?.exp, claims?.iat].every((part) => typeof part === 'number')
  )
}

const byteOf = (character: string): number => character.charCodeAt(0)

/** §4, §9: authenticated only while the expiry, in seconds, is later than now, in milliseconds. */
export function isRunning(claims: Pick<TokenClaims, 'exp'>, now: number): boolean {
  return claims.exp > now / 1000
}
