import './banner.css'
import './button.css'
import { type ReactNode, useRef } from 'react'
import { focusOnRemoval } from './focus-on-removal.ts'
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
  return (
    <div className={`banner banner-${tone}`} role={announce === 'none' ? undefined : announce}>
      <Icon name={toneIcons[tone]} />
      <div className="banner-text">
        {title && <p className="banner-title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {onDismiss && <DismissButton onDismiss={onDismiss} />}
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

/** Returns focus to where it came from: in a long list, to the row that the banner is about. */
function DismissButton({ onDismiss }: { onDismiss: () => void }) {
  const before = useRef<Element>(null)
  return (
    <button
      type="button"
      className="icon-button banner-dismiss screen-only"
      aria-label="Dismiss"
      ref={focusOnRemoval(() => before.current as HTMLElement | null)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.parentElement?.contains(relatedTarget)) before.current = relatedTarget
      }}
      onClick={onDismiss}
    >
      <Icon name="close" />
    </button>
  )
}
