import { isRole } from '#contract/access/roles.ts'
import type { TokenClaims } from '#contract/session/schema.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { browserStorage } from './storage.ts'

/** Who is signed in, as far as this browser knows. */
export type Session = TokenClaims

export function readToken(): string | null {
  return browserStorage.read(storageKeys.token)
}

export function currentSession(now = Date.now()): Session | undefined {
  const claims = decodeToken(readToken())
  return claims && isRunning(claims, now) ? claims : undefined
}

/**
 * The claims of a token, or undefined when it can't be read; that is logged, and not shown (docs/specification.md §8). Only
 * the server can tell whether the token is valid.
 */
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
    [claims?.email, claims?.name, claims?.sub, claims?.sid].every((part) => typeof part === 'string') &&
    [claims?.exp, claims?.iat].every((part) => typeof part === 'number')
  )
}

const byteOf = (character: string): number => character.charCodeAt(0)

/** The expiry is in seconds, `now` in milliseconds. */
export function isRunning(claims: Pick<TokenClaims, 'exp'>, now: number): boolean {
  return claims.exp > now / 1000
}

/** False when the browser stores nothing for this site: no session can last. */
export function storeSession(token: string, { role, email }: Session): boolean {
  storeActiveAt(Date.now())
  return (
    browserStorage.write(storageKeys.token, token) &&
    browserStorage.write(storageKeys.role, role) &&
    browserStorage.write(storageKeys.email, email)
  )
}

/** The saved user name stays (docs/specification.md §4). */
export function clearSession(): void {
  const { token, role, email, activeAt, clockOffset } = storageKeys
  for (const key of [token, role, email, activeAt, clockOffset]) browserStorage.remove(key)
}

/** When the server last recorded activity, in any tab, by this device's clock; undefined until it has. */
export function readActiveAt(): number | undefined {
  return Number(browserStorage.read(storageKeys.activeAt)) || undefined
}

export function storeActiveAt(at: number): void {
  browserStorage.write(storageKeys.activeAt, String(at))
}

export function readSavedEmail(): string {
  return browserStorage.read(storageKeys.savedEmail) ?? ''
}

/**
 * Stores the email if the box is checked and one was entered; removes it if the box is not checked
 * (docs/specification.md §4).
 */
export function saveEmail(email: string, checked: boolean): void {
  if (!checked) browserStorage.remove(storageKeys.savedEmail)
  else if (email) browserStorage.write(storageKeys.savedEmail, email)
}
