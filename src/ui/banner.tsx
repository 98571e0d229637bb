import './banner.css'
import { type ReactNode, useRef } from 'react'
import { useFocusLeftBehind } from './focus-left-behind.ts'
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
      {onDismiss && <DismissButton label={dismissLabel} onDismiss={onDismiss} />}
    </div>
  )
}

/** Focus goes back to where it came from: in a long list, to the row that the banner speaks of. */
function DismissButton({ label, onDismiss }: { label: string; onDismiss: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef<Element>(null)
  useFocusLeftBehind(button, before)
  return (
    <button
      type="button"
      className="banner-dismiss"
      aria-label={label}
      ref={button}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.parentElement?.contains(relatedTarget)) before.current = relatedTarget
      }}
      onClick={onDismiss}
    >
      <Icon name="close" />
    </button>
  )
}
