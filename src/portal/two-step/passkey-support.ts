import { metaContent } from '#portal/screen/page-meta.ts'

/** The host that passkeys are bound to; '' where the address of the portal allows none. */
export const passkeyHost = (): string => metaContent('passkey-host')

/** Whether this browser can use passkeys, at the address at which it has opened the portal. */
export function canUsePasskeys(): boolean {
  return passkeyHost() !== '' && passkeyHost() === location.hostname && 'PublicKeyCredential' in globalThis
}
