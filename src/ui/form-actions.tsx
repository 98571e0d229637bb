import './form-actions.css'
import type { ReactNode } from 'react'

/** Buttons in reading order: the main one first in the markup, so that Enter and Tab meet it first. */
export function FormActions({ children, align = 'start' }: { children: ReactNode; align?: 'start' | 'end' }) {
  return <div className={`form-actions form-actions-${align}`}>{children}</div>
}
