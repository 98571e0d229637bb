import './description-list.css'
import type { ReactNode } from 'react'

export type Description = { term: string; value: ReactNode }

export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className="description-list">
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt className="small-soft">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
