const signKey = 'loggedOut'

/**
 * Tells the other tabs who logged out on purpose: a token that is merely gone may as well have expired, and
 * then what they were writing is kept. The sign passes through the storage, ahead of the token's removal, and stays
 * there for no longer than that.
 */
export function announceLogout(employeeId: string): void {
  try {
    localStorage.setItem(signKey, employeeId)
    localStorage.removeItem(signKey)
  } catch {
    // A browser that keeps nothing: then no other tab was signed in by this one.
  }
}

/** The id of the employee who logged out in another tab, if that is what the storage tells. */
export function readLogoutSign({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): string | null {
  return key === signKey ? newValue : null
}
