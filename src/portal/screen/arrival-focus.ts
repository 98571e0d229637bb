import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

let arrivals = 0

/**
 * Moves focus to the heading of a screen that was reached by a link inside the portal, so that screen readers say
 * where one is and Tab goes on from there; after Back, to the link that the screen was left by. The first screen after
 * a page load leaves focus to the browser; so does one whose program came late, when the person is busy elsewhere.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const cameByHistory = useRef(useNavigationType() === 'POP')
  const left = useRef(readLeftLink(useLocation().state))
  useEffect(() => {
    arrivals += 1
    if (arrivals === 1) return
    const link = cameByHistory.current && left.current ? document.getElementById(left.current) : null
    if (!hasMovedOn()) (link ?? heading.current)?.focus({ preventScroll: true })
    // After Back the browser brings back the place where one was.
    if (!cameByHistory.current) scrollToTop()
  }, [])
  return heading
}

/** What a history entry remembers, and by which link it was left. */
export function withLeftLink(state: unknown, id: string): object {
  return { ...(typeof state === 'object' ? state : undefined), left: id }
}

export function readLeftLink(state: unknown): string | undefined {
  const left = (state as { left?: unknown } | null)?.left
  return typeof left === 'string' ? left : undefined
}

/** Focus is no longer on what was followed here, nor on what was removed with the screen before. */
function hasMovedOn(): boolean {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) return false
  return !(activeElement instanceof HTMLAnchorElement) && !opensClosedSheet(activeElement)
}

/** A sheet that closes gives focus back to its button: nobody went there, a link inside the sheet was followed. */
function opensClosedSheet(element: Element): boolean {
  const sheet = element instanceof HTMLButtonElement ? element.popoverTargetElement : null
  return sheet !== null && sheet !== undefined && !sheet.matches(':popover-open')
}

/** At once: a screen that glides into place looks like one that moves. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: 'instant' })
}
