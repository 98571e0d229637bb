import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Banner } from '#ui/banner.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { useUncoveredFocus } from '#ui/uncover-focus.ts'
import { type Message, useSay } from './message.ts'

/** Counted: the same message is announced again. */
type ShownMessage = Message & { count: number }

/** For the messages of a screen that shows them in a banner (docs/specification.md §2). */
export function useScreenResult() {
  const region = useRef<HTMLDivElement>(null)
  const [message, setMessage] = useState<ShownMessage>()
  const sayInToast = useSay()
  return {
    region,
    message,
    say(next: Message) {
      if (region.current) setMessage((before) => ({ ...next, count: (before?.count ?? 0) + 1 }))
      // The person has left the screen.
      else sayInToast(next)
    },
    dismiss: useCallback(() => setMessage(undefined), []),
  }
}

type ScreenResultProps = { result: Omit<ReturnType<typeof useScreenResult>, 'say'> }

/** The last message of a screen, which stays visible anywhere in a long list. */
export function ScreenResult({ result: { region, message, dismiss } }: ScreenResultProps) {
  const sayInToast = useSay()
  useUncoveredFocus(region, message)

  const moveIntoDialog = useEffectEvent(({ count: _, ...covered }: ShownMessage) => {
    dismiss()
    sayInToast(covered)
  })
  useEffect(() => {
    // A message behind a dialog could not be read. In an effect, because the dialog may open in the same moment.
    if (message && !message.children && document.querySelector('dialog[open]')) moveIntoDialog(message)
  }, [message])

  const isFailure = message?.tone === 'danger'
  const banner = message && (
    <Banner
      key={message.count}
      tone={message.tone ?? 'success'}
      title={message.title}
      announce={isFailure ? 'alert' : 'none'}
      onDismiss={dismiss}
    >
      {message.detail && <UnbrokenText text={message.detail} />}
      {message.children}
    </Banner>
  )
  return (
    <div className="screen-result screen-only" ref={region}>
      {/* In the page from the start: a status that is added with its text is often not announced. */}
      <div role="status">{!isFailure && banner}</div>
      {isFailure && banner}
    </div>
  )
}
