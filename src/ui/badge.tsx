import './badge.css'
import type { ReactNode } from 'react'

export type BadgeTone = 'green' | 'yellow' | 'gray' | 'blue' | 'violet' | 'red'

export function Badge({ tone = 'gray', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>
}
