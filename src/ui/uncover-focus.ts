import { type RefObject, useEffect } from 'react'

/** When new `content` appears in an element above the page, scrolls the focused control out from under it (WCAG 2.4.11). */
export function useUncoveredFocus(cover: RefObject<Element | null>, content: unknown): void {
  useEffect(() => {
    const focused = document.activeElement
    if (!content || !cover.current || !focused?.matches(':focus-visible')) return
    const { top, bottom } = focused.getBoundingClientRect()
    const edge = cover.current.getBoundingClientRect()
    if (!cover.current.contains(focused) && bottom > edge.top && top < edge.bottom)
      scrollBy(0, bottom - edge.top + gap)
  }, [cover, content])
}

/** In pixels, for the focus ring. */
const gap = 8
