import { signInPaths } from '#contract/paths.ts'
import { clearSession, readToken } from './stored-session.ts'
import { tabStorage } from './tab-storage.ts'

/*
 * Ways out of the portal. All are full page loads: whatever this page holds in memory goes with it. The first
 * departure wins; what fails afterwards on the page that is being left changes nothing.
 */

const wantedKey = 'wantedAddress'
const endedKey = 'sessionEnded'

let leaving = false

export function leaveFor(address: string): void {
  if (leaving) return
  leaving = true
  location.replace(address)
}

/** To the login page, which later returns to the address that was wanted. */
export function leaveForLogin({ ended }: { ended: boolean }): void {
  if (leaving) return
  if (ended) tabStorage.write(endedKey, 'yes')
  leaveWanting(signInPaths.login)
}

/** To the page that says so, which offers what was wanted in the person's own area. */
export function leaveAsUnauthorized(): void {
  leaveWanting(signInPaths.unauthorized)
}

function leaveWanting(address: string): void {
  if (leaving) return
  tabStorage.write(wantedKey, location.pathname + location.search)
  leaveFor(address)
}

/**
 * The server no longer takes this token. A token that is not the stored one says nothing about the session of now:
 * another one has begun, or this one was left, in the meantime.
 */
export function endSession(refusedToken: string | null): void {
  if (leaving || readToken() !== refusedToken) return
  clearSession()
  leaveForLogin({ ended: true })
}

export function readWantedAddress(): string | null {
  return tabStorage.read(wantedKey)
}

export function forgetWantedAddress(): void {
  tabStorage.remove(wantedKey)
}

/** Whether the login page has to say why it is shown. */
export function hasSessionEnded(): boolean {
  return tabStorage.read(endedKey) !== null
}

export function forgetSessionEnd(): void {
  tabStorage.remove(endedKey)
}
