import './page-heading.css'
import type { ReactNode, Ref } from 'react'
import { Anchor } from './anchor.tsx'
import { Icon } from './icon.tsx'

type PageHeadingProps = {
  title: string
  intro?: ReactNode
  back?: { href: string; label: string }
  /** Beside the title: a status or a count. */
  mark?: ReactNode
  actions?: ReactNode
  /** The h1; an app moves focus here after a navigation. */
  ref?: Ref<HTMLHeadingElement>
}

export function PageHeading({ title, intro, back, mark, actions, ref }: PageHeadingProps) {
  return (
    <div className="page-heading">
      {back && (
        <Anchor className="page-heading-back" href={back.href}>
          <Icon name="chevron-left" size="small" />
          {back.label}
        </Anchor>
      )}
      <div className="page-heading-row">
        <div className="page-heading-title">
          {/* A title may be a person's name, which may run from right to left. */}
          <h1 ref={ref} tabIndex={-1} dir="auto">
            {title}
          </h1>
          {mark}
        </div>
        {intro && <div className="page-heading-intro">{intro}</div>}
        {actions && <div className="page-heading-actions">{actions}</div>}
      </div>
    </div>
  )
}
