import './badge.css'
import type { ReactNode } from 'react'

export type BadgeTone = 'green' | 'yellow' | 'grey' | 'blue' | 'red'

export function Badge({ tone = 'grey', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
