import './skeleton.css'

type SkeletonProps = { lines?: number; label?: string }

/** Stands in for content that is loading, whatever its shape. */
export function Skeleton({ lines = 4, label = 'Loading…' }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
