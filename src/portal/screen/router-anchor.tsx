import type { MouseEvent, ReactNode } from 'react'
import { useLinkClickHandler, useLocation } from 'react-router'
import { areaOfPath } from '#contract/access/areas.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import type { AnchorProps } from '#ui/anchor.tsx'
import { ToastProvider } from '#ui/toast.tsx'
import { useScreenMemory } from './screen-memory.ts'

/** The link that the design system's components use in the portal. */
export function RouterAnchor({ href, state, ...rest }: AnchorProps) {
  const { pathname } = useLocation()
  return staysInDocument(pathname, href) ? (
    <InnerAnchor {...rest} state={state} href={href} to={addressInDocument(pathname, href)} />
  ) : (
    <a {...rest} href={href} />
  )
}

/** `href` is for a new tab, `to` for a plain click. */
function InnerAnchor({ to, href, state, onClick, ...rest }: AnchorProps & { to: string }) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  const { followedLinks } = useScreenMemory()
  const { key } = useLocation()

  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented) return
    // Back focuses this link again.
    if (rest.id) followedLinks.set(key, rest.id)
    follow(event)
  }

  return <a {...rest} href={href} onClick={click} />
}

/** Toasts that can hold the router's links, and that disappear when the address changes. */
export function ScreenToasts({ children }: { children: ReactNode }) {
  return <ToastProvider screen={useLocation().pathname}>{children}</ToastProvider>
}

/** Whether a link can be followed without a full page load: inside an area. */
export function staysInDocument(from: string, to: string): boolean {
  if (!to.startsWith('/') || to.startsWith('//')) return false
  const target = to.split(/[?#]/, 1)[0] ?? to
  const area = areaOfPath(from)
  return area !== undefined && (areaOfPath(target) === area || target === signInPaths.profile)
}

/** Inside an area '/profile' becomes the profile of that area, which keeps the shell. */
export function addressInDocument(from: string, to: string): string {
  const area = areaOfPath(from)
  return area && to === signInPaths.profile ? screenPath(area, 'profile') : to
}
