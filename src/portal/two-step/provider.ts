import { mayUsePassword } from '#contract/access/passwords.ts'
import type { Role } from '#contract/access/roles.ts'
import { call } from '#portal/calls/call.ts'
import { metaContent } from '#portal/screen/page-meta.ts'

/** What the provider of the organization's accounts is called; empty if nobody signs in with them. */
export const providerName = (): string => metaContent('sign-in-with')

/** Whether the passwords of a role work. */
export const usesPassword = (role: Role): boolean =>
  mayUsePassword(role, metaContent('passwords') === 'super-admins' ? 'super-admins' : 'everyone')

/** Leaves the page for the provider, which returns to `/sign-in`. `confirm` is for a person who is signed in. */
export async function goToProvider(trip: {
  returnTo?: string | undefined
  confirm?: boolean
}): Promise<void> {
  const { url } = await call('POST /auth/organization/start', { body: trip })
  location.assign(url)
}

/** Where a trip from this page returns to. */
export const thisAddress = (): string => location.pathname + location.search
