import { type TokenClaims, tokenClaims } from '#contract/session/schema.ts'

/** What a token says about itself, or undefined when it can't be read. Only the server can tell whether it is good. */
export function decodeToken(token: string | null): TokenClaims | undefined {
  try {
    const content = (token ?? '').split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(content.replaceAll('-', '+').replaceAll('_', '/')), byteOf)
    return tokenClaims.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}

const byteOf = (character: string): number => character.charCodeAt(0)

/** §4, §9: authenticated only while the expiry, in seconds, is later than now, in milliseconds. */
export function isRunning(claims: Pick<TokenClaims, 'exp'>, now: number): boolean {
  return claims.exp > now / 1000
}
