import { useEffect, useRef } from 'react'

/**
 * Does something now or, while a mouse button or a finger is down, once it is up and what it pressed has been clicked: a
 * message that comes in between would move the button away from under it.
 */
export function useWhenReleased(): (work: () => void) => void {
  const isPressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    const left = new AbortController()
    const options = { capture: true, signal: left.signal }

    function press() {
      isPressed.current = true
    }

    function release() {
      isPressed.current = false
      // The click follows in the same turn.
      setTimeout(() => {
        for (const work of waiting.current.splice(0)) work()
      })
    }

    addEventListener('pointerdown', press, options)
    for (const event of ['pointerup', 'pointercancel']) addEventListener(event, release, options)
    return () => {
      left.abort()
      waiting.current = []
    }
  }, [])

  return (work) => {
    if (isPressed.current) waiting.current.push(work)
    else work()
  }
}
