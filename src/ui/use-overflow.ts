import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether what is in an element is wider or higher than the element. Known before the first painting: nothing moves. */
export function useOverflow(box: RefObject<HTMLElement | null>, side: 'Width' | 'Height'): boolean {
  const [overflows, setOverflows] = useState(false)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setOverflows(element[`scroll${side}`] > element[`client${side}`] + 1)
    measure()
    const observer = new ResizeObserver(measure)
    for (const part of [element, ...element.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [box, side])
  return overflows
}
