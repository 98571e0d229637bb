import './page-heading.css'
import type { ReactNode, Ref } from 'react'
import { Anchor } from './anchor.tsx'
import { Icon } from './icon.tsx'

type BackLink = { href: string; label: string; state?: unknown }

type PageHeadingProps = {
  title: string
  intro?: ReactNode
  /** Before the title, on the screen and for screen readers: what is more important than the screen's name. */
  about?: ReactNode
  back?: BackLink | readonly BackLink[]
  /** Beside the title: a status or a count. */
  mark?: ReactNode
  actions?: ReactNode
  /** The h1; an app moves focus here after a navigation. */
  ref?: Ref<HTMLHeadingElement>
}

export function PageHeading({ title, intro, about, back, mark, actions, ref }: PageHeadingProps) {
  return (
    <div className="page-heading">
      {back && (
        <div className="page-heading-backs screen-only">
          {[back].flat().map(({ label, ...link }) => (
            <Anchor key={label} className="touch-line" {...link}>
              <Icon name="chevron-left" size="small" />
              {label}
            </Anchor>
          ))}
        </div>
      )}
      {about}
      <div className="page-heading-row">
        <div className="page-heading-title">
          {/* A title may be a person's name, which may run from right to left. */}
          <h1 ref={ref} tabIndex={-1} dir="auto">
            {title}
          </h1>
          {mark}
        </div>
        {intro && <div className="page-heading-intro">{intro}</div>}
        {actions && <div className="page-heading-actions screen-only">{actions}</div>}
      </div>
    </div>
  )
}
