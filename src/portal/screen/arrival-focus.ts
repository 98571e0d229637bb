import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

let arrivals = 0

/**
 * Moves focus to the heading of a screen that was reached by a link inside the portal, so that screen readers say
 * where one is and Tab goes on from there; if the link named a part of the screen, to that part; after Back, to the
 * link that the screen was left by. The first screen after a page load leaves focus to the browser; so does one whose
 * program came late, when the person is busy elsewhere.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const way = useNavigationType()
  const cameByHistory = useRef(way === 'POP')
  const cameByLink = useRef(way === 'PUSH')
  const { state, hash } = useLocation()
  const left = useRef(readLeftLink(state))
  const named = useRef(hash.slice(1))
  useEffect(() => {
    arrivals += 1
    // The frame's links can be followed before the first screen's program is there.
    if (arrivals === 1 && !cameByLink.current) return
    // After Back the browser brings back the place where one was.
    if (!cameByHistory.current) scrollToTop()
    if (hasMovedOn()) return
    const part = cameByHistory.current ? null : document.getElementById(named.current)
    if (part) return part.focus()
    const link = cameByHistory.current && left.current ? document.getElementById(left.current) : null
    const target = link ?? heading.current
    target?.focus({ preventScroll: true })
    return link ? focusOnRemoval(link, heading) : undefined
  }, [])
  return heading
}

/** A list that is read again may lose the link that focus came back to: the heading takes it then. */
function focusOnRemoval(link: HTMLElement, heading: RefObject<HTMLElement | null>): () => void {
  const observer = new MutationObserver(() => {
    if (link.isConnected) return
    stop()
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
  // Its own blur tells nothing: the removal causes one, too.
  const goneElsewhere = ({ target }: FocusEvent) => target !== link && stop()
  function stop() {
    observer.disconnect()
    document.removeEventListener('focusin', goneElsewhere)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', goneElsewhere)
  return stop
}

/** Keeps by which link this history entry was left. Past the router, which would give the entry another key. */
export function keepLeftLink(id: string): void {
  const { state } = window.history
  window.history.replaceState({ ...state, usr: { ...state?.usr, left: id } }, '')
}

function readLeftLink(state: unknown): string | undefined {
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
