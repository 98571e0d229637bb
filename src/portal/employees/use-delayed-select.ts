import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Milliseconds: somebody on the way to another option presses again sooner. */
const commitDelay = 1000

const steps = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Whether the key goes from option to option of a closed dropdown; with a modifier, or with others, its list opens. */
export function goesThroughOptions({ key, altKey, ctrlKey, metaKey }: PressedKey): boolean {
  if (altKey || ctrlKey || metaKey) return false
  return steps.includes(key) || (key.length === 1 && key !== ' ')
}

/**
 * For a dropdown that takes effect at once. On the way to an option by keys it takes on every option in between: each
 * waits until it is committed by Enter, by leaving the dropdown or by a pause; Escape cancels it. What is chosen by
 * mouse, or in the opened list, is chosen at once (docs/decisions/0029).
 */
export function useDelayedSelect<Value extends string>(choose: (value: Value) => void) {
  const [pending, setPending] = useState<Value>()
  const byKey = useRef(false)

  function commit() {
    if (pending === undefined) return
    setPending(undefined)
    choose(pending)
  }

  // Leaving the screen by another way than a click commits, too.
  const commitAtLast = useEffectEvent(commit)
  useEffect(() => () => commitAtLast(), [])

  useEffect(() => {
    if (pending === undefined) return
    const timer = setTimeout(commit, commitDelay)
    return () => clearTimeout(timer)
  })

  return {
    pending,
    handlers: {
      onChange({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
        const value = currentTarget.value as Value
        if (byKey.current) return setPending(value)
        setPending(undefined)
        choose(value)
      },
      onKeyDown(event: KeyboardEvent) {
        byKey.current = goesThroughOptions(event)
        if (pending === undefined) return
        if (event.key === 'Escape') setPending(undefined)
        if (event.key !== 'Enter') return
        // It would open the list.
        event.preventDefault()
        commit()
      },
      onMouseDown() {
        byKey.current = false
      },
      onBlur: commit,
    },
  }
}
