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
