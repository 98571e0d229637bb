import './picture.css'
import type { ReactNode } from 'react'

type PictureProps = {
  /** What a screen reader says. Without it the drawing only decorates, and is passed over. */
  label?: string
  width?: number
  height?: number
  children: ReactNode
}

/** A drawing of this project. Its colors are custom properties, so that at night it is night in the picture, too. */
export function Picture({ label, width = 400, height = 300, children }: PictureProps) {
  const drawing = {
    className: 'picture',
    viewBox: `0 0 ${width} ${height}`,
    // Fills its box; what doesn't fit is cut off around the middle.
    preserveAspectRatio: 'xMidYMid slice',
    children,
  }
  return label ? <svg {...drawing} role="img" aria-label={label} /> : <svg {...drawing} aria-hidden="true" />
}

/** The colors of every drawing, by day and at night; `picture.css` says which they are. */
type Paint =
  | 'sky'
  | 'sun'
  | 'far'
  | 'near'
  | 'water'
  | 'glint'
  | 'ground'
  | 'path'
  | 'wood'
  | 'pine'
  | 'bark'
  | 'leaves'
  | 'wall'
  | 'roof'
  | 'frame'
  | 'lit'
  | 'lake'
  | 'clay'
  | 'skin'
  | 'deep-skin'
  | 'hair'
  | 'dark'
  | 'shade'

type PathProps = { of: Paint; d: string }

export function Fill({ of, d }: PathProps) {
  return <path fill={`var(--${of})`} d={d} />
}

export function Line({ of, d, width }: PathProps & { width: number }) {
  return <path fill="none" stroke={`var(--${of})`} strokeWidth={width} d={d} />
}

export function Dot({ of, x, y, r }: { of: Paint; x: number; y: number; r: number }) {
  return <circle fill={`var(--${of})`} cx={x} cy={y} r={r} />
}
