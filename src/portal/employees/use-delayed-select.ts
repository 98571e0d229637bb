import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Milliseconds, more than between two key presses on the way to another option. */
const commitDelay = 1000

const steps = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** Whether the key selects another option of a closed dropdown, instead of opening its list. */
export function goesThroughOptions({ key, altKey, ctrlKey, metaKey }: PressedKey): boolean {
  if (altKey || ctrlKey || metaKey) return false
  return steps.includes(key) || (key.length === 1 && key !== ' ')
}

/**
 * For a dropdown that takes effect at once. Arrow keys select every option on the way, so an option selected by key waits until
 * it is committed by Enter, by leaving the dropdown or by a pause; Escape cancels it. An option chosen by mouse, or in the open
 * list, takes effect at once (docs/decisions/0029).
 */
export function useDelayedSelect<Value extends string>(choose: (value: Value) => void) {
  const [pending, setPending] = useState<Value>()
  const byKey = useRef(false)

  function commit() {
    if (pending === undefined) return
    setPending(undefined)
    choose(pending)
  }

  // Leaving the screen commits, too.
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
        // Enter would open the list.
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
