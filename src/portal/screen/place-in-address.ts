import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { scrollToTop } from './arrival-focus.ts'

/** Milliseconds. Without it each letter would be asked about; with more of it the rows would lag behind the fingers. */
const askingPause = 80

/** Milliseconds. Browsers refuse to change an address for each key of somebody who types fast. */
const addressPause = 300

interface Going {
  /** What the history entry remembers. */
  state?: unknown
  replace?: boolean
  toTop?: boolean
}

/**
 * The place in a list that the address names, as `read` and `write` have it. What was typed or chosen counts at once;
 * what is asked and the address follow, of a search after a pause.
 */
export function usePlaceInAddress<Place extends object>(
  read: (params: URLSearchParams) => Place,
  write: (place: Place) => URLSearchParams,
) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = read(new URLSearchParams(search))
  const [wanted, setWanted] = useState<Place>()
  const [asked, setAsked] = useState(inAddress)
  const written = useRef(inAddress)
  const differ = (some: Place, others: Place) => write(some).toString() !== write(others).toString()
  const ahead = wanted && differ(wanted, inAddress) ? wanted : undefined
  const address = ahead ?? inAddress

  /** The list is still drawn while the program of the screen that somebody left it for is on its way. */
  const isLeft = () => window.location.pathname !== pathname

  /** For Back, what was typed a moment ago is a step of its own: written past the router, which goes on from it at once. */
  function keepTyped() {
    if (ahead && !isLeft())
      window.history.replaceState(window.history.state, '', `${pathname}?${write(ahead)}`)
  }

  function goTo(next: Place, { state, replace, toTop }: Going = {}) {
    if (!replace) keepTyped()
    setWanted(next)
    setAsked(next)
    written.current = next
    navigate({ pathname, search: write(next).toString() }, { state, replace })
    if (toTop) scrollToTop()
  }

  // An address that was not written here, as after Back, has the last word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the one moment to ask is when the address has changed
  useLayoutEffect(() => {
    if (!differ(inAddress, written.current)) return
    written.current = inAddress
    setWanted(undefined)
    setAsked(inAddress)
  }, [search])

  const text = write(address).toString()
  const isAsked = !differ(address, asked)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause begins with each letter, not with each drawing
  useEffect(() => {
    if (isAsked) return
    const timer = setTimeout(() => setAsked(address), askingPause)
    return () => clearTimeout(timer)
  }, [text, isAsked])

  useEffect(() => {
    if (!ahead) return
    // Each keystroke would be a step back; the whole search is none.
    const timer = setTimeout(() => isLeft() || goTo(ahead, { replace: true }), addressPause)
    // A click may leave the screen, and the address with it.
    document.addEventListener('click', keepTyped, { capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('click', keepTyped, { capture: true })
    }
  })

  return {
    address,
    /** What to read while somebody types: neither each letter, nor only when the address has followed. */
    asked,
    /** False for the moment in which what was typed has yet to be asked. */
    isAsked,
    /** Where the address has followed: for what is not to be read for each letter. */
    settled: inAddress,
    /** What the history entry of this place remembers; one that the address has yet to follow has none. */
    state: ahead ? undefined : (state as unknown),
    goTo,
    /** As somebody types. */
    goSoon: setWanted as (next: Place) => void,
  }
}
