/** What this tab keeps over a full page load and forgets when it is closed. Never throws. */
export const tabStorage = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string): void {
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // Full or refused: what would have been kept is lost with the page, nothing else.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  },
  take(key: string): string | null {
    const value = tabStorage.read(key)
    tabStorage.remove(key)
    return value
  },
  removeWhere(matches: (key: string) => boolean): void {
    try {
      for (const key of Object.keys(sessionStorage)) if (matches(key)) sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  },
}
