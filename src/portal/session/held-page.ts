import { useSyncExternalStore } from 'react'

/*
 * A session can end while the page holds an open form. The page is then not left: it hides what it shows until the same person
 * has signed in again, over it or in another tab (docs/product.md 128).
 */

interface OpenWork {
  /** Whether the page holds text that the server has not stored. */
  isUnstored: () => boolean
  isFormOpen: () => boolean
  store: () => Promise<void>
  /** Another person has signed in: nothing of it may be stored any more. */
  drop: () => void
}

const noWork = { isUnstored: () => false, isFormOpen: () => false, store: async () => {}, drop: () => {} }
let work: OpenWork = noWork
let state: 'left at once' | 'held' | 'given up' = 'left at once'
const listeners = new Set<() => void>()

/** `portal/shell` knows the work, and this folder imports no other. */
export function watchOpenWork(open: OpenWork): void {
  work = open
}

/** Called once the session is over. Whether the page must stay. After logging out, an untouched form is nothing to stay for. */
export function holdPage({ loggedOut = false } = {}): boolean {
  if (state === 'left at once' && (work.isUnstored() || (!loggedOut && work.isFormOpen()))) change('held')
  return isPageHeld()
}

export function isPageHeld(): boolean {
  return state === 'held'
}

export function useIsPageHeld(): boolean {
  return useSyncExternalStore(subscribe, isPageHeld, isPageHeld)
}

/** The same person has signed in again. */
export async function resumeHeldPage(): Promise<void> {
  change('left at once')
  await work.store()
}

/** Another person has signed in. The page stays hidden until it is left, which follows at once. */
export function dropOpenWork(): void {
  work.drop()
}

/** The person leaves without the text. */
export function giveUpHeldPage(): void {
  change('given up')
}

/** Whether the same person has signed in again, which a call that needs a session waits for. False if the page is not held. */
export async function isResumed(): Promise<boolean> {
  if (!isPageHeld()) return false
  return await new Promise((resolve) => {
    const stop = subscribe(() => {
      if (isPageHeld()) return
      stop()
      resolve(state === 'left at once')
    })
  })
}

function change(next: typeof state): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
