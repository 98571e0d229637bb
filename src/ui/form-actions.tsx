import './form-actions.css'
import type { ReactNode } from 'react'

/** Buttons in reading order: the main one first in the markup, so that Enter and Tab meet it first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>
}
