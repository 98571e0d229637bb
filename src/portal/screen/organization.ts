/** The organization's name, which the page's head carries: an operator changes it without a build. */
export function organizationName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="organization"]')?.content ?? ''
}

export function documentTitle(screen: string, organization: string): string {
  return organization ? `${screen} – ${organization}` : screen
}
