import './picture.css'
import type { ReactNode } from 'react'

type PictureProps = {
  /** What a screen reader says. Without it the drawing only decorates, and is passed over. */
  label?: string
  width?: number
  height?: number
  children: ReactNode
}

/** A drawing of this project. Its colors come from classes, so that at night it is night in the picture, too. */
export function Picture({ label, width = 400, height = 300, children }: PictureProps) {
  const drawing = {
    className: 'picture',
    viewBox: `0 0 ${width} ${height}`,
    // Fills whatever room it gets; its middle stays.
    preserveAspectRatio: 'xMidYMid slice',
    children,
  }
  return label ? <svg {...drawing} role="img" aria-label={label} /> : <svg {...drawing} aria-hidden="true" />
}
