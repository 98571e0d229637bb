import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
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

/** So much of a message is shown at once. */
const most = { characters: 400, lines: 8 }

/** A little more is shown whole: a button that shows a few words is worth less than they are. */
const tolerance = 1.25

/** The beginning of a long message, cut between words where that is possible; a short one as it is. */
export function shortened(text: string): string {
  const lines = text.split('\n')
  const characters = Array.from(text)
  const isLong =
    characters.length > most.characters * tolerance || lines.length > Math.ceil(most.lines * tolerance)
  if (!isLong) return text
  const beginning = Array.from(lines.slice(0, most.lines).join('\n'))
  if (beginning.length <= most.characters) return `${beginning.join('').trimEnd()}…`
  const cut = beginning.slice(0, most.characters).join('')
  const end = cut.search(/\s\S*$/)
  return `${(end > cut.length / 2 ? cut.slice(0, end) : cut).trimEnd()}…`
}
