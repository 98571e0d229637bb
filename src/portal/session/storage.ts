/** Never throws: browsers can refuse to store anything, and a storage can be full. */
function safeStorage(open: () => Storage) {
  return {
    read(key: string): string | null {
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
    /** False when nothing was stored. */
    write(key: string, value: string): boolean {
      try {
        open().setItem(key, value)
        return true
      } catch {
        return false
      }
    },
    remove(key: string): void {
      try {
        open().removeItem(key)
      } catch {
        // Nothing was stored.
      }
    },
  }
}

/** What this tab keeps over a full page load and forgets when it is closed. */
export const tabStorage = safeStorage(() => sessionStorage)

/** What all tabs of this browser share. */
export const browserStorage = safeStorage(() => localStorage)
