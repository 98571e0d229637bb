/** From the page's head, because an operator changes it without a build; '' where there is no page, as in a test. */
export const metaContent = (name: string): string =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
