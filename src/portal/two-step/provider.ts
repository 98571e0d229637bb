import { call } from '#portal/calls/call.ts'
import { metaContent } from '#portal/screen/page-meta.ts'

/** What the provider of the organization's accounts is called; empty if nobody signs in with them. */
export const providerName = (): string => metaContent('sign-in-with')

/** Leaves the page for the provider, which returns to `/sign-in`. */
export async function goToProvider(body: { returnTo?: string | undefined; confirm?: boolean }) {
  const { url } = await call('POST /auth/organization/start', { body })
  location.assign(url)
}
