import './skeleton.css'

type SkeletonProps = {
  /** About as many as the content will have: nothing moves when it arrives. */
  lines?: number
  shape?: 'text' | 'rows' | 'box'
  label?: string
}

const allLines = Array.from({ length: 50 }, (_, line) => `line-${line}`)

export function Skeleton({ lines = 3, shape = 'text', label = 'Loading…' }: SkeletonProps) {
  return (
    <div className={`skeleton skeleton-${shape}`} role="status">
      <span className="visually-hidden">{label}</span>
      {allLines.slice(0, lines).map((line) => (
        <span key={line} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
