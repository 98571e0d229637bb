import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { shortened } from './shortened.ts'
import { messageWording as wording } from './wording.ts'

type MessageTextProps = {
  text: string
  /** Id of the name in the row: whose message a button shows is said after its word. */
  nameId: string
}

/** Line breaks stay as they were typed; a very long message is shown whole when it is asked for. */
export function MessageText({ text, nameId }: MessageTextProps) {
  const [isWhole, setWhole] = useState(false)
  const beginning = shortened(text)
  return (
    <>
      <p className="message-text" dir="auto">
        <UnbrokenText text={isWhole ? text : beginning} />
      </p>
      {beginning !== text && (
        <Button
          className="message-more"
          tone="quiet"
          small
          aria-expanded={isWhole}
          aria-describedby={nameId}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? wording.showLess : wording.showAll}
        </Button>
      )}
    </>
  )
}
