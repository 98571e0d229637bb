import { type ComponentProps, type ComponentType, createContext, useContext } from 'react'

export type AnchorProps = ComponentProps<'a'> & {
  href: string
  /** For the router: what the history entry keeps. */
  state?: unknown
}

/** The link of an app with a router, for all components; without it they use a plain `<a>`. */
export const AnchorContext = createContext<ComponentType<AnchorProps> | null>(null)

export function Anchor({ state, ...props }: AnchorProps) {
  const Link = useContext(AnchorContext)
  return Link ? <Link {...props} state={state} /> : <a {...props} />
}
