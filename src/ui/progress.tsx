import './progress.css'
import { useId } from 'react'

export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <p className="progress-spinner" role="status">
      <span aria-hidden="true" />
      {label}
    </p>
  )
}

export function Progress({ label, value, max = 100 }: { label: string; value?: number; max?: number }) {
  const id = useId()
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} value={value} max={max} />
    </div>
  )
}
