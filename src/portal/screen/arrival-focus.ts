import { type RefObject, useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

let arrivals = 0

/**
 * Moves focus to the heading of a screen that was reached by a link inside the portal, so that screen readers say
 * where one is and Tab goes on from there. The first screen after a page load leaves focus to the browser; so does one
 * whose program came late, when the person is busy elsewhere by then.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const cameByHistory = useRef(useNavigationType() === 'POP')
  useEffect(() => {
    arrivals += 1
    if (arrivals === 1) return
    if (!hasMovedOn()) heading.current?.focus({ preventScroll: true })
    // After Back the browser brings back the place where one was.
    if (!cameByHistory.current) scrollToTop()
  }, [])
  return heading
}

/** Focus is no longer on the link that was followed, nor on what was removed with the screen before. */
function hasMovedOn(): boolean {
  const { activeElement, body } = document
  return activeElement !== null && activeElement !== body && !(activeElement instanceof HTMLAnchorElement)
}

/** At once: a screen that glides into place looks like one that moves. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: 'instant' })
}
