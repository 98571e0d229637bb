import { type FocusEvent, useRef } from 'react'

/** How focus moves on from each removed element. */
const moves = new WeakMap<Element, () => void>()

/**
 * A ref for an element that may be removed while it holds focus, or while a dialog is open that was opened from it. Focus
 * then moves to the element that `next` returns once the new content is in the page, or else to the heading of the dialog
 * or the page.
 */
export function focusOnRemoval(next?: () => HTMLElement | null | undefined) {
  return (element: HTMLElement | null) => () => {
    if (!element) return
    const container = element.closest('dialog') ?? document
    const heading = container.querySelector<HTMLElement>('h1, .dialog-top h2')

    function move() {
      for (const target of [next?.(), heading]) {
        if (document.activeElement !== document.body) return
        // Scrolls to controls only: elsewhere, focus is just where Tab continues from.
        target?.focus({ preventScroll: target.tabIndex < 0 })
      }
    }

    moves.set(element, move)
    if (element.contains(document.activeElement)) queueMicrotask(move)
  }
}

/** When a message disappears, focus returns to where it was; in a long list, to the row that the message is about. */
export function useReturnedFocus() {
  const before = useRef<HTMLElement>(null)
  return {
    ref: focusOnRemoval(() => before.current),
    onFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget as HTMLElement | null
    },
  }
}

/**
 * Returns focus after a dialog: to the element that had it or, if that was removed, to where its `focusOnRemoval`
 * leads.
 */
export function returnFocus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus()
  if (element?.isConnected) return
  let removed = element
  while (removed && !moves.has(removed)) removed = removed.parentElement
  const move = removed && moves.get(removed)
  if (move) queueMicrotask(move)
}
