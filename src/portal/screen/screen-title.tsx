/** From the page's head, because an operator changes the name without a build. */
export function organizationName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="organization"]')?.content ?? ''
}

export function documentTitle(screen: string, organization: string): string {
  return organization ? `${screen} – ${organization}` : screen
}

/** The browser tab's title; React puts it into the head. */
export function ScreenTitle({ title }: { title: string }) {
  return <title>{documentTitle(title, organizationName())}</title>
}
