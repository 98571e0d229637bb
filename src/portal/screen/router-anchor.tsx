import type { MouseEvent } from 'react'
import { useLinkClickHandler, useLocation } from 'react-router'
import type { AnchorProps } from '#ui/anchor.tsx'
import { keepLeftLink } from './arrival-focus.ts'
import { addressInDocument, staysInDocument } from './document-links.ts'

/** The link that all blocks of the portal use. */
export function RouterAnchor({ href, ...rest }: AnchorProps) {
  const { pathname } = useLocation()
  return staysInDocument(pathname, href) ? (
    <InnerAnchor {...rest} href={href} to={addressInDocument(pathname, href)} />
  ) : (
    <a {...rest} href={href} />
  )
}

/** `href` is what the address bar of a new tab gets, `to` where a plain click leads. */
function InnerAnchor({ to, href, onClick, ...rest }: AnchorProps & { to: string }) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to)

  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented) return
    // Back finds the link again that was left by.
    if (rest.id) keepLeftLink(rest.id)
    follow(event)
  }

  return <a {...rest} href={href} onClick={click} />
}
