import type { AnchorProps } from '../anchor.tsx'

/** Samples of links lead nowhere: an address of this page alone does not take one away from it. */
export function KitAnchor({ href, ...rest }: AnchorProps) {
  return <a {...rest} href={href.startsWith('#') ? href : '#main'} />
}
