import './empty-state.css'
import type { ReactNode } from 'react'
import { focusOnRemoval } from './focus-on-removal.ts'
import { Icon, type IconName } from './icon.tsx'

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode; icon?: IconName }

export function EmptyState({ title, children, action, icon = 'file' }: EmptyStateProps) {
  return (
    <div className="empty-state" ref={focusOnRemoval()}>
      <span className="empty-state-sign">
        <Icon name={icon} size="large" />
      </span>
      <p className="empty-state-title">{title}</p>
      {children && <div className="empty-state-text">{children}</div>}
      {action}
    </div>
  )
}
