/** From the page's head, because an operator changes it without a build. */
const metaContent = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

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
