import './card.css'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type CardProps = {
  title?: ReactNode
  level?: 2 | 3
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** With a title it is a region that screen readers can name. */
export function Card({ title, level = 2, actions, className, children }: CardProps) {
  const titleId = useId()
  const Heading = `h${level}` as const
  return (
    <section className={classNames('card', className)} aria-labelledby={title ? titleId : undefined}>
      {(title || actions) && (
        <div className="card-top">
          {title && (
            <Heading className="card-title" id={titleId}>
              {title}
            </Heading>
          )}
          {actions && <div className="card-actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
