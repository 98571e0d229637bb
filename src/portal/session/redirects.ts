import { signInPaths } from '#contract/paths.ts'
import { holdPage } from './held-page.ts'
import { tabStorage } from './storage.ts'
import { clearSession, readToken } from './stored-session.ts'

/*
 * All are full page loads: nothing stays in memory. The first redirect wins: what fails afterwards on the page that
 * is being left changes nothing.
 */

const returnAddressKey = 'wantedAddress'
const endedKey = 'sessionEnded'
const accountKey = 'account'

let redirecting = false

export function redirectTo(address: string): void {
  if (redirecting) return
  redirecting = true
  location.replace(address)
}

/** To the login page, which returns to this address after the sign-in. Does nothing while the page is held. */
export function redirectToLogin({ ended }: { ended: boolean }): void {
  if (redirecting || holdPage()) return
  if (ended) tabStorage.write(endedKey, 'yes')
  redirectWithReturn(signInPaths.login)
}

/** Redirects to the two-step setup, which the account must finish first. Does nothing on that page itself. */
export function redirectToTwoStep(): void {
  if (location.pathname !== signInPaths.twoStep) redirectWithReturn(signInPaths.twoStep)
}

/** To the page that offers the same screen in the person's own area. */
export function redirectToUnauthorized(): void {
  redirectWithReturn(signInPaths.unauthorized)
}

function redirectWithReturn(address: string): void {
  if (redirecting) return
  tabStorage.write(returnAddressKey, location.pathname + location.search)
  redirectTo(address)
}

/**
 * The server no longer accepts this token. Does nothing if it is no longer the stored one: the user has logged out or
 * signed in again since.
 */
export function endSession(refusedToken: string | null): void {
  if (redirecting || readToken() !== refusedToken) return
  clearSession()
  redirectToLogin({ ended: true })
}

export function rememberReturnAddress(address: string): void {
  tabStorage.write(returnAddressKey, address)
}

export function readReturnAddress(): string | null {
  return tabStorage.read(returnAddressKey)
}

/** Whether the login page has to say why it is shown. */
export function hasSessionEnded(): boolean {
  return tabStorage.read(endedKey) !== null
}

/** To the login page, which then knows the address. */
export function redirectToLoginAs(email: string | undefined): void {
  if (email) tabStorage.write(accountKey, email)
  redirectTo(signInPaths.login)
}

/** The address of the account whose password was just set in this tab. */
export function readAccount(): string | null {
  return tabStorage.read(accountKey)
}

/** Where the login page returns to, and why it was shown. */
export function forgetRedirect(): void {
  tabStorage.remove(returnAddressKey)
  tabStorage.remove(endedKey)
  tabStorage.remove(accountKey)
}
