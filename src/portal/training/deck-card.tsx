import { useId, useRef } from 'react'
import type { Deck } from '#contract/training/endpoints.ts'
import { useAction } from '#portal/action/action.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useMark } from './queries.ts'
import { listenForSlideKeys } from './slide-keys.ts'

/** A deck in a frame, with the mark that this person has done it. */
export function DeckCard({ deck: { deck, title, url, doneAt } }: { deck: Deck }) {
  const titleId = useId()
  const frame = useRef<HTMLIFrameElement>(null)
  const mark = useAction(useMark(deck), { failed: 'This could not be saved.' })
  const done = doneAt !== null

  /** Focus goes to the slides, which get the keys. */
  async function fillScreen() {
    await frame.current?.requestFullscreen()
    frame.current?.focus()
  }

  return (
    <Card
      className="screen-only"
      title={<span id={titleId}>{title}</span>}
      actions={
        <>
          {document.fullscreenEnabled && (
            <Button small icon="external" aria-describedby={titleId} onClick={() => void fillScreen()}>
              Full screen
            </Button>
          )}
          <LinkButton
            small
            icon="print"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-describedby={titleId}
          >
            Open for printing
          </LinkButton>
        </>
      }
    >
      <iframe
        ref={frame}
        onLoad={({ currentTarget }) => listenForSlideKeys(currentTarget)}
        className="deck-frame"
        title={`Slides: ${title}`}
        src={url}
        loading="lazy"
        allow="fullscreen"
        referrerPolicy="no-referrer"
      />
      <p className="small-soft">Use the arrow keys, scroll, or click the arrows under each slide.</p>
      <div className="deck-mark row row-apart">
        <span role="status">{done && <Badge tone="green">Done {shortDate(doneAt)}</Badge>}</span>
        <Button
          tone={done ? 'quiet' : 'secondary'}
          icon={done ? undefined : 'check'}
          busy={mark.isPending}
          aria-describedby={titleId}
          onClick={() => void mark.start(!done)}
        >
          {done ? 'Mark as not done' : 'Mark as done'}
        </Button>
      </div>
    </Card>
  )
}
