import './card.css'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type CardProps = {
  title?: ReactNode
  /** Small buttons. */
  actions?: ReactNode
  className?: string
  /** Stands out among the others, because something in it waits to be done. */
  asksForAction?: boolean | undefined
  /** What a link leads to. */
  id?: string
  children: ReactNode
}

/** With a title it is a named region for screen readers. */
export function Card({ title, actions, className, asksForAction, id, children }: CardProps) {
  const titleId = useId()
  return (
    <section
      className={classNames('card', asksForAction && 'card-for-action', className)}
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={title ? titleId : undefined}
    >
      {(title || actions) && (
        <div className="card-top row row-apart">
          {title && (
            <h2 className="card-title" id={titleId}>
              {title}
            </h2>
          )}
          {actions && <div className="row card-actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
