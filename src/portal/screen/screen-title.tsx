import { metaContent } from './page-meta.ts'

export const organizationName = (): string => metaContent('organization')

/** The organization's first phone number, or its email address for visitors. */
export const organizationContact = (kind: 'phone' | 'email'): string => metaContent(`organization-${kind}`)

function documentTitle(screen: string, organization: string): string {
  return organization ? `${screen} – ${organization}` : screen
}

/** The browser tab's title; React puts it into the head. */
export function ScreenTitle({ title }: { title: string }) {
  return <title>{documentTitle(title, organizationName())}</title>
}
