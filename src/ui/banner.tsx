import './banner.css'
import './button.css'
import type { ReactNode } from 'react'
import { useReturnedFocus } from './focus-on-removal.ts'
import { Icon, type IconName } from './icon.tsx'

export type MessageTone = 'info' | 'success' | 'warning' | 'danger'

const toneColors = {
  info: 'blue',
  success: 'green',
  warning: 'yellow',
  danger: 'red',
} as const satisfies Record<MessageTone, string>

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
  /** `none` for a banner that is in the page from the start. */
  announce?: 'alert' | 'status' | 'none'
  onDismiss?: () => void
}

export function Banner({
  tone = 'info',
  title,
  children,
  announce = tone === 'danger' ? 'alert' : 'status',
  onDismiss,
}: BannerProps) {
  const focusReturn = useReturnedFocus()
  return (
    <div
      className={`banner tone-${toneColors[tone]}`}
      role={announce === 'none' ? undefined : announce}
      {...focusReturn}
    >
      <Icon name={toneIcons[tone]} />
      <div className="banner-text">
        {title && <p className="banner-title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {onDismiss && (
        <button
          type="button"
          className="icon-button banner-dismiss screen-only"
          aria-label="Dismiss"
          onClick={onDismiss}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

interface ErrorBannerProps {
  error: { title: string; detail?: string | undefined } | undefined
}

/** Why something failed, if it did. */
export function ErrorBanner({ error }: ErrorBannerProps) {
  if (!error) return null
  return (
    <Banner tone="danger" title={error.title}>
      {error.detail}
    </Banner>
  )
}
