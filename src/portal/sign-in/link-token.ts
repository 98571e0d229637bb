import { signInPaths } from '#contract/paths.ts'
import { tabStorage } from '#portal/session/storage.ts'

const linkTokenKey = 'linkToken'

/**
 * Takes the one-time token out of the address, so that it is in no history, bookmark or shared screen. It stays in this tab
 * until it is used, so that a reload does not lose it.
 */
export function takeLinkToken(): void {
  if (location.pathname !== signInPaths.setPassword) return
  const address = new URL(location.href)
  const token = address.searchParams.get('token')
  if (token === null) return
  if (token) tabStorage.write(linkTokenKey, token)
  else tabStorage.remove(linkTokenKey)
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
}

export function readLinkToken(): string | null {
  return tabStorage.read(linkTokenKey)
}

export function forgetLinkToken(): void {
  tabStorage.remove(linkTokenKey)
}
