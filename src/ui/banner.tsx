import './banner.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type MessageTone = 'info' | 'success' | 'warning' | 'danger'

export const toneIcons = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  danger: 'danger',
} as const satisfies Record<MessageTone, IconName>

type BannerProps = {
  tone?: MessageTone
  title?: string
  children?: ReactNode
  /** `alert` interrupts, `status` waits, `none` for what is there from the beginning. */
  announce?: 'alert' | 'status' | 'none'
  onDismiss?: () => void
  dismissLabel?: string
}

export function Banner({
  tone = 'info',
  title,
  children,
  announce = tone === 'danger' ? 'alert' : 'status',
  onDismiss,
  dismissLabel = 'Dismiss',
}: BannerProps) {
  return (
    <div className={`banner banner-${tone}`} role={announce === 'none' ? undefined : announce}>
      <Icon name={toneIcons[tone]} />
      <div className="banner-text">
        {title && <p className="banner-title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {onDismiss && (
        <button type="button" className="banner-dismiss" aria-label={dismissLabel} onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}
