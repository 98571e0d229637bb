import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Milliseconds: somebody on the way to another option presses again sooner. */
const stay = 1000

const steps = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Whether the key goes from option to option of a closed dropdown; with a modifier, or with others, its list opens. */
export function goesThroughOptions({ key, altKey, ctrlKey, metaKey }: PressedKey): boolean {
  if (altKey || ctrlKey || metaKey) return false
  return steps.includes(key) || (key.length === 1 && key !== ' ')
}

/**
 * For a dropdown that takes effect at once. On the way to an option by keys it takes on every option in between: each is
 * held until it is stayed on, by Enter, by leaving the dropdown or by a pause; Escape lets it go. What is chosen by mouse,
 * or in the opened list, is chosen at once.
 */
export function useHeldChoice<Value extends string>(choose: (value: Value) => void) {
  const [held, setHeld] = useState<Value>()
  const byKey = useRef(false)

  function stayOn() {
    if (held === undefined) return
    setHeld(undefined)
    choose(held)
  }

  // Whoever leaves the screen by another way than a click has stayed, too.
  const stayOnAtLast = useEffectEvent(stayOn)
  useEffect(() => () => stayOnAtLast(), [])

  useEffect(() => {
    if (held === undefined) return
    const timer = setTimeout(stayOn, stay)
    return () => clearTimeout(timer)
  })

  return {
    held,
    handlers: {
      onChange({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
        const value = currentTarget.value as Value
        if (byKey.current) return setHeld(value)
        setHeld(undefined)
        choose(value)
      },
      onKeyDown(event: KeyboardEvent) {
        byKey.current = goesThroughOptions(event)
        if (held === undefined) return
        if (event.key === 'Escape') setHeld(undefined)
        if (event.key !== 'Enter') return
        // It would open the list.
        event.preventDefault()
        stayOn()
      },
      onMouseDown() {
        byKey.current = false
      },
      onBlur: stayOn,
    },
  }
}
