import { Link, useLocation } from 'react-router'
import type { AnchorProps } from '#ui/anchor.tsx'
import { staysInDocument } from './document-links.ts'

/** The link that all blocks of the portal use. */
export function RouterAnchor({ href, ...rest }: AnchorProps) {
  const { pathname } = useLocation()
  return staysInDocument(pathname, href) ? <Link {...rest} to={href} /> : <a {...rest} href={href} />
}
