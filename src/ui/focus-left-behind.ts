import { type RefObject, useLayoutEffect } from 'react'

/**
 * What goes while it holds focus hands it on, instead of to nobody: to the element that `next` names, if it is still
 * there, else to the heading of the dialog or the page around it.
 */
export function useFocusLeftBehind(
  place: RefObject<HTMLElement | null>,
  next?: RefObject<Element | null>,
): void {
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const around = element.closest('dialog') ?? document
    return () => {
      if (!element.contains(document.activeElement)) return
      if (next?.current instanceof HTMLElement) next.current.focus()
      if (!element.contains(document.activeElement)) return
      around.querySelector<HTMLElement>('h1, .dialog-top h2')?.focus({ preventScroll: true })
    }
  }, [place, next])
}
