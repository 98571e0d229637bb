import './skeleton.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type SkeletonProps = {
  /** How many lines to draw; give as many as the content will probably have, so that nothing jumps. */
  lines?: number
  shape?: 'text' | 'rows' | 'box'
  label?: string
}

const allLines = Array.from({ length: 50 }, (_, line) => `line-${line}`)

export function Skeleton({ lines = 3, shape = 'text', label = 'Loading…' }: SkeletonProps) {
  return (
    <div className={`skeleton skeleton-${shape}`} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {allLines.slice(0, lines).map((line) => (
        <span key={line} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
