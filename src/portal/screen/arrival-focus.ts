import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useScreenMemory } from './screen-memory.ts'

let arrivals = 0

/**
 * Moves focus to the heading of a screen that was reached by a link inside the portal, so that screen readers announce it and
 * Tab goes on from there; if the link named a part of the screen, to that part; after Back, to the link by which the screen was
 * left. The first screen after a page load leaves focus to the browser, and so does one whose chunk loaded late, when focus
 * has moved elsewhere.
 */
export function useArrivalFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef<boolean>(null)
  const navigationType = useNavigationType()
  const { key, hash } = useLocation()
  const { followedLinks } = useScreenMemory()
  const focusOnArrival = useEffectEvent(() => {
    const isBack = navigationType === 'POP'
    // Once for each screen: React's strict mode runs effects twice in development.
    isFirst.current ??= arrivals++ === 0
    // The links of the shell can be followed before the first screen's chunk is loaded.
    if (isFirst.current && navigationType !== 'PUSH') return
    // The router scrolls to the part that the link named, and hides what is above it.
    if (hash && !isBack) scrollToTop()
    if (isFocusElsewhere()) return
    const targetId = isBack ? followedLinks.get(key) : hash.slice(1)
    // After Back the list is scrolled as it was left.
    const isFocused = () => focusTarget(targetId, { preventScroll: isBack })
    if (isFocused()) return
    heading.current?.focus({ preventScroll: true })
    if (targetId) return whileFocusStays(isFocused)
  })
  useEffect(() => focusOnArrival(), [])
  return heading
}

/** Whether it is there. A field comes into view with its whole form. */
function focusTarget(id: string | undefined, options: FocusOptions): boolean {
  const target = document.getElementById(id ?? '')
  if (!target) return false
  target.focus(options)
  if (!options.preventScroll) target.closest('form')?.scrollIntoView({ block: 'nearest' })
  return true
}

/** For a list, or a form with a draft, that is still loading. Returns the clean-up. */
function whileFocusStays(isFocused: () => boolean): () => void {
  const { activeElement } = document
  const observer = new MutationObserver(() => {
    if (document.activeElement !== activeElement || isFocused()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Whether focus is elsewhere than on the link that led here or on an element that was removed with the screen before. */
function isFocusElsewhere(): boolean {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body) return false
  return !(activeElement instanceof HTMLAnchorElement) && !opensClosedPopover(activeElement)
}

/** A popover that closes returns focus to its button, although a link inside the popover was followed. */
function opensClosedPopover(element: Element): boolean {
  const popover = element instanceof HTMLButtonElement ? element.popoverTargetElement : null
  return popover !== null && popover !== undefined && !popover.matches(':popover-open')
}

/** At once, without smooth scrolling. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: 'instant' })
}
