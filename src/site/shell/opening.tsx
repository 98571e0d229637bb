import './opening.css'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'

type OpeningProps = {
  /** Above the title: a link back or the tagline. */
  above?: ReactNode
  title: string
  lead: ReactNode
  picture?: ReactNode
  /** Buttons. */
  children?: ReactNode
  /** Puts the buttons before the lead on phones. */
  urgent?: boolean
}

/** The top of a page: title, lead, first actions and picture. */
export function Opening({ above, title, lead, picture, children, urgent }: OpeningProps) {
  return (
    <div className={classNames('site-opening', urgent && 'site-opening-urgent')}>
      <div className="site-page site-opening-columns">
        <div>
          {above && <p className="site-opening-above">{above}</p>}
          <h1>{title}</h1>
          <p className="site-opening-lead">{lead}</p>
          {children && <p className="site-opening-actions screen-only">{children}</p>}
        </div>
        {picture}
      </div>
    </div>
  )
}

/** Links to the parent page. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="back-link touch-line screen-only" href={href}>
      <Icon name="chevron-left" size="small" />
      {label}
    </a>
  )
}
