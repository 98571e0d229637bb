import { storageKeys } from '#contract/session/storage.ts'

/** Null if no one is signed in, or the browser blocks storage. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(storageKeys.token)
  } catch {
    return null
  }
}

/** docs/product.md 66: on every request of a script; the server ignores it on public pages. */
export function authorization(): Record<string, string> {
  const token = readToken()
  return token ? { authorization: `Bearer ${token}` } : {}
}
