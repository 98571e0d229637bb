import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from 'react'

export type AnchorProps = ComponentProps<'a'> & {
  href: string
  /** For the router: what the history entry keeps. */
  state?: unknown
}

const AnchorContext = createContext<ComponentType<AnchorProps> | null>(null)

/** Makes all components use the router's link; without it they use a plain `<a>`. */
export function AnchorProvider({
  component,
  children,
}: {
  component: ComponentType<AnchorProps>
  children: ReactNode
}) {
  return <AnchorContext value={component}>{children}</AnchorContext>
}

export function Anchor({ state, ...props }: AnchorProps) {
  const Link = useContext(AnchorContext)
  return Link ? <Link {...props} state={state} /> : <a {...props} />
}
