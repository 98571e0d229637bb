import { documentTitle, organizationName } from './organization.ts'

/** The browser tab's title; React puts it into the head. */
export function ScreenTitle({ title }: { title: string }) {
  return <title>{documentTitle(title, organizationName())}</title>
}
