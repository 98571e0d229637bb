import './list.css'
import type { ReactNode, Ref } from 'react'

type ListCountProps = { children: ReactNode; ref: Ref<HTMLParagraphElement> }

/** How many there are, said as it changes: takes focus when a row goes with it, or another page comes. */
export function ListCount({ children, ref }: ListCountProps) {
  return (
    <p className="list-count" role="status" ref={ref} tabIndex={-1}>
      {children}
    </p>
  )
}
