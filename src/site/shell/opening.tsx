import './opening.css'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

type OpeningProps = {
  /** Above the title: where one comes from, or one line about the organization. */
  above?: ReactNode
  title: string
  lead: ReactNode
  picture?: ReactNode
  /** The buttons. */
  children?: ReactNode
  /** On a phone the buttons come before the lead: whoever is in a hurry need not read first. */
  urgent?: boolean
}

/** How a page begins: its name, what it is about, what to do first. */
export function Opening({ above, title, lead, picture, children, urgent }: OpeningProps) {
  return (
    <div className={classNames('site-opening', urgent && 'site-opening-urgent')}>
      <div className="site-page site-opening-columns">
        <div>
          {above && <p className="site-opening-above">{above}</p>}
          <h1>{title}</h1>
          <p className="site-opening-lead">{lead}</p>
          {children && <p className="site-opening-actions">{children}</p>}
        </div>
        {picture}
      </div>
    </div>
  )
}
