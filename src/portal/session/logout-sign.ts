const signKey = 'loggedOut'

/**
 * Tells the other tabs that somebody logged out on purpose: a token that is merely gone may as well have expired, and
 * then what they were writing is kept. The sign passes through the storage, ahead of the token's removal, and stays
 * there for no longer than that.
 */
export function announceLogout(): void {
  try {
    localStorage.setItem(signKey, 'yes')
    localStorage.removeItem(signKey)
  } catch {
    // A browser that keeps nothing: then no other tab was signed in by this one.
  }
}

export function isLogoutSign({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): boolean {
  return key === signKey && newValue !== null
}
