import './card.css'
import './error-state.css'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { focusOnRemoval } from './focus-on-removal.ts'
import { Icon } from './icon.tsx'

type ErrorStateProps = {
  /** What failed. */
  message: string
  /** Why, as far as it is known. */
  detail?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
}

export function ErrorState({
  message,
  detail,
  onRetry,
  retrying = false,
  retryLabel = 'Try again',
}: ErrorStateProps) {
  return (
    <div className="error-state card row" role="alert" ref={focusOnRemoval()}>
      <Icon name="danger" size="large" />
      <div className="error-state-text">
        <p className="error-state-message">{message}</p>
        {detail && <div>{detail}</div>}
      </div>
      {onRetry && (
        <Button icon="refresh" busy={retrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
