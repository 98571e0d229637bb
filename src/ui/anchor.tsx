import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from 'react'

export type AnchorProps = ComponentProps<'a'> & { href: string }

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

export function Anchor(props: AnchorProps) {
  const Link = useContext(AnchorContext)
  return Link ? <Link {...props} /> : <a {...props} />
}
