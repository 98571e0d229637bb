import { useId, useRef } from 'react'
import type { Deck } from '#contract/training/endpoints.ts'
import { useAction } from '#portal/action/action.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { useMark } from './queries.ts'

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

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ' ': 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * In a deck, one key press moves one whole slide (docs/product.md 68). From here, because decks run no scripts; a deck of
 * another site is out of reach.
 */
export function listenForSlideKeys(frame: HTMLIFrameElement): void {
  const deck = frame.contentDocument
  // In its own tab, a deck links to the training screen.
  deck?.querySelector('.alone')?.remove()
  deck?.addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
    const step = (key === ' ' && shiftKey ? -1 : 1) * (steps[key] ?? 0)
    const slides = [...deck.querySelectorAll('.screen')]
    if (step === 0 || slides.length === 0 || altKey || ctrlKey || metaKey) return
    // A wide table scrolls by itself.
    if (/^Arrow(Left|Right)$/.test(key) && (target as Element).closest('.table')) return
    const height = deck.documentElement.clientHeight
    const current = slides.findLastIndex((slide) => slide.getBoundingClientRect().top <= height / 2)
    const { top, bottom } = slides[current]?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    // A slide that is higher than the frame scrolls by the arrow keys to its ends.
    if (key === 'ArrowDown' && bottom > height + 2) return
    if (key === 'ArrowUp' && top < -2) return
    event.preventDefault()
    const next = Math.min(Math.max(current + step, 0), slides.length - 1)
    slides[next]?.scrollIntoView({ behavior: 'instant', block: 'start' })
  })
}
