import './error-state.css'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { useFocusLeftBehind } from './focus-left-behind.ts'
import { Icon } from './icon.tsx'

type ErrorStateProps = {
  /** What could not be done, in the product's words. */
  message: string
  /** What happened, as far as it is known. */
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
  const place = useRef<HTMLDivElement>(null)
  useFocusLeftBehind(place)
  return (
    <div className="error-state" role="alert" ref={place}>
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
