import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
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
  const [wanted, setWanted] = useState<{ place: Place; state?: unknown }>()
  const [asked, setAsked] = useState(inAddress)
  const written = useRef(inAddress)
  const differ = (some: Place, others: Place) => write(some).toString() !== write(others).toString()
  const ahead = wanted && differ(wanted.place, inAddress) ? wanted : undefined
  const address = ahead?.place ?? inAddress

  /** The list is still drawn while the program of the screen that somebody left it for is on its way. */
  const isLeft = () => window.location.pathname !== pathname

  /** For Back, what was typed a moment ago is a step of its own: written past the router, which goes on from it at once. */
  function keepTyped() {
    if (ahead && !isLeft())
      window.history.replaceState(window.history.state, '', `${pathname}?${write(ahead.place)}`)
  }

  function goTo(next: Place, { state, replace, toTop }: Going = {}) {
    if (!replace) keepTyped()
    setWanted({ place: next, state })
    setAsked(next)
    written.current = next
    navigate({ pathname, search: write(next).toString() }, { state, replace })
    if (toTop) scrollToTop()
  }

  // An address that was not written here has the last word.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the one moment to ask is when the address has changed
  useLayoutEffect(() => {
    if (!differ(inAddress, written.current)) return
    written.current = inAddress
    setWanted(undefined)
    setAsked(inAddress)
  }, [search])

  /** Back may come before the router has drawn what was gone to: then it draws nothing, as nothing has changed for it. */
  const comeBack = useEffectEvent(() => {
    const there = read(new URLSearchParams(window.location.search))
    if (isLeft() || !differ(there, written.current)) return
    written.current = there
    // What its entry remembers stands where the router keeps it.
    setWanted({ place: there, state: window.history.state?.usr })
    setAsked(there)
  })
  useEffect(() => {
    const listen = () => comeBack()
    addEventListener('popstate', listen)
    return () => removeEventListener('popstate', listen)
  }, [])

  const text = write(address).toString()
  const isAsked = !differ(address, asked)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause begins with each letter, not with each drawing
  useEffect(() => {
    if (isAsked) return
    const timer = setTimeout(() => setAsked(address), askingPause)
    return () => clearTimeout(timer)
  }, [text, isAsked])

  useEffect(() => {
    // What was gone to is in the address already, with what its entry remembers: the router draws it when it can.
    if (!ahead || !differ(ahead.place, written.current)) return
    // Each keystroke would be a step back; the whole search is none.
    const timer = setTimeout(() => isLeft() || goTo(ahead.place, { replace: true }), addressPause)
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
    /** What the history entry of this place remembers, as far as it is known here already. */
    state: ahead ? ahead.state : (state as unknown),
    goTo,
    /** As somebody types. */
    goSoon: (next: Place) => setWanted({ place: next }),
  }
}
