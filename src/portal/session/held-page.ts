import { useSyncExternalStore } from 'react'

/*
 * A session can end while the page holds text that the server has not stored. The page is then not left: it hides what it
 * shows until the same person has signed in again in another tab (docs/product.md 85).
 */

interface UnstoredText {
  /** Whether the page holds text that the server has not stored. */
  exists: () => boolean
  store: () => Promise<void>
}

let text: UnstoredText = { exists: () => false, store: async () => undefined }
let state: 'left at once' | 'held' | 'given up' = 'left at once'
const listeners = new Set<() => void>()

/** `portal/drafts` knows the text, and this folder imports no other. */
export function watchUnstoredText(unstored: UnstoredText): void {
  text = unstored
}

/** Called once the session is over. Whether the page must stay. */
export function holdPage(): boolean {
  if (state === 'left at once' && text.exists()) change('held')
  return isPageHeld()
}

export function isPageHeld(): boolean {
  return state === 'held'
}

export function useIsPageHeld(): boolean {
  return useSyncExternalStore(subscribe, isPageHeld, isPageHeld)
}

/** The person has signed in again. */
export async function resumeHeldPage(): Promise<void> {
  change('left at once')
  await text.store()
}

/** The person leaves without the text. */
export function giveUpHeldPage(): void {
  change('given up')
}

function change(next: typeof state): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
