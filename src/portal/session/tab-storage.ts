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
  keys(): string[] {
    try {
      return Object.keys(sessionStorage)
    } catch {
      return []
    }
  },
}
