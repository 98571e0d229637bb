import { useEffect, useRef } from 'react'
import { Banner } from '#ui/banner.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import type { Message } from './refusal.ts'

/** Counted, so that the same sentence said twice is announced twice. */
export type ShownMessage = Message & { count: number }

type MessagePlaceProps = { message: ShownMessage | undefined; onDismiss: () => void }

/**
 * Where the list says what came of an action: in view wherever in a long list it was done. Takes the focus that was lost
 * with a row.
 */
export function MessagePlace({ message, onDismiss }: MessagePlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [message])
  const isSuccess = message?.tone === 'success'
  const banner = message && (
    <Banner
      key={message.count}
      tone={message.tone}
      title={message.title}
      announce={isSuccess ? 'none' : 'alert'}
      onDismiss={onDismiss}
    >
      {message.detail && <UnbrokenText text={message.detail} />}
    </Banner>
  )
  return (
    <div className="screen-result" ref={place} tabIndex={-1}>
      {/* In the page from the start: a status that arrives with its text is often not read. */}
      <div role="status">{isSuccess && banner}</div>
      {!isSuccess && banner}
    </div>
  )
}
