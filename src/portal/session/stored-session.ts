import type { TokenClaims } from '#contract/session/schema.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { decodeToken, isRunning } from './token.ts'

/** Who is signed in, as far as this browser knows. */
export type Session = TokenClaims

export function readToken(): string | null {
  return read(storageKeys.token)
}

export function currentSession(now = Date.now()): Session | undefined {
  const claims = decodeToken(readToken())
  return claims && isRunning(claims, now) ? claims : undefined
}

/** False when the browser keeps nothing for this site: then nobody can stay signed in. */
export function storeSession(token: string, { role, email }: Session): boolean {
  try {
    localStorage.setItem(storageKeys.token, token)
    localStorage.setItem(storageKeys.role, role)
    localStorage.setItem(storageKeys.email, email)
    return true
  } catch {
    return false
  }
}

/** §4: logout clears token, role and email; the saved user name stays. */
export function clearSession(): void {
  for (const key of [storageKeys.token, storageKeys.role, storageKeys.email]) remove(key)
}

export function readSavedEmail(): string {
  return read(storageKeys.savedEmail) ?? ''
}

/** §4: ticked with an email present stores it, unticked removes it. */
export function saveEmail(email: string, ticked: boolean): void {
  if (!ticked) remove(storageKeys.savedEmail)
  if (!ticked || !email) return
  try {
    localStorage.setItem(storageKeys.savedEmail, email)
  } catch {
    // A browser that keeps nothing: the name is typed again next time.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
