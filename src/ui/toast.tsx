import './toast.css'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Anchor } from './anchor.tsx'
import { type MessageTone, toneIcons } from './banner.tsx'
import { useReturnedFocus } from './focus-on-removal.ts'
import { Icon } from './icon.tsx'
import { useUncoveredFocus } from './uncover-focus.ts'

export type Toast = {
  text: string
  tone?: MessageTone
  /** In milliseconds; with null the toast stays until it is dismissed. */
  duration?: number | null
  /** Stays when the screen is left. */
  lasts?: boolean
  link?: { href: string; label: string }
  /** Each ends the message. */
  actions?: readonly { label: string; onSelect: () => void }[]
}
/** `caller` identifies the component that showed it. */
type ShownToast = Toast & { key: number; caller: string }

/** Milliseconds. */
const defaultDuration = 8000

const ToastContext = createContext<((toast: Toast, caller: string) => void) | null>(null)

/** A dialog opens above the page and makes it inert: the toasts move into the topmost one. */
interface ToastPlaces {
  region: ReactNode
  topmost: string | undefined
  /** Returns the clean-up. */
  enter: (dialog: string) => () => void
}

const PlacesContext = createContext<ToastPlaces | null>(null)

/** In a dialog, from its opening: a live region that is added with its text is often not announced. */
export function ToastsInDialog() {
  const id = useId()
  const places = useContext(PlacesContext)
  const enter = places?.enter
  useLayoutEffect(() => enter?.(id), [enter, id])
  return places && <ToastRegion>{places.topmost === id && places.region}</ToastRegion>
}

function ToastRegion({ children }: { children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null)
  useUncoveredFocus(region, children)
  return (
    <div
      className="toast-region screen-only"
      ref={region}
      role="status"
      aria-live="polite"
      aria-relevant="additions"
    >
      {children}
    </div>
  )
}

/**
 * Returns a function that shows a message in the region of the `ToastProvider`. It replaces the earlier messages of the
 * same component, whose second try is all that counts, and success messages of all components.
 */
export function useToast(): (toast: Toast) => void {
  const show = useContext(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it.')
  const caller = useId()
  return useCallback((toast) => show(toast, caller), [show, caller])
}

/** `screen` identifies what is shown: when it changes, toasts about the earlier one disappear. */
export function ToastProvider({ screen, children }: { screen?: string; children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const [dialogs, setDialogs] = useState<readonly string[]>([])
  const [shownScreen, setShownScreen] = useState(screen)
  if (shownScreen !== screen) {
    setShownScreen(screen)
    setToasts(toasts.filter(({ lasts }) => lasts))
  }
  const show = useCallback((toast: Toast, caller: string) => {
    setToasts((toasts) => {
      // A new key even for the same message, because only a new element is announced.
      const key = (toasts.at(-1)?.key ?? 0) + 1
      return [...toasts.filter((older) => outlasts(older, toast, caller)), { ...toast, key, caller }]
    })
  }, [])
  const dismiss = useCallback((key: number) => {
    setToasts((toasts) => toasts.filter((toast) => toast.key !== key))
  }, [])
  const region = useMemo(
    () => toasts.map((toast) => <ToastMessage key={toast.key} toast={toast} dismiss={dismiss} />),
    [toasts, dismiss],
  )
  const enter = useCallback((dialog: string) => {
    setDialogs((open) => [...open, dialog])
    return () => setDialogs((open) => open.filter((known) => known !== dialog))
  }, [])
  const topmost = dialogs.at(-1)
  const places = useMemo(() => ({ region, topmost, enter }), [region, topmost, enter])
  return (
    <ToastContext value={show}>
      <PlacesContext value={places}>
        {children}
        <ToastRegion>{topmost === undefined && region}</ToastRegion>
      </PlacesContext>
    </ToastContext>
  )
}

/** Whether a toast stays beside a newer one, such as the failure of something else. */
function outlasts(older: ShownToast, newer: Toast, caller: string): boolean {
  const isRepeated = older.text === newer.text && older.tone === newer.tone
  return older.caller !== caller && (older.tone ?? 'success') !== 'success' && !isRepeated
}

type ToastMessageProps = { toast: ShownToast; dismiss: (key: number) => void }

function ToastMessage({ toast, dismiss }: ToastMessageProps) {
  const { key, text, tone = 'success', duration = defaultDuration, link, actions = [] } = toast
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointed || focused
  const { ref, onFocus } = useReturnedFocus()
  const element = useRef<HTMLDivElement>(null)
  const onKeyDown = useNextTab(element, link !== undefined || actions.length > 0)
  useEffect(() => {
    if (held || duration === null) return
    const timer = setTimeout(() => dismiss(key), duration)
    return () => clearTimeout(timer)
  }, [held, duration, key, dismiss])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer or focus inside keeps the toast open
    <div
      className={`toast toast-${tone}`}
      ref={(shown) => {
        element.current = shown
        return ref(shown)
      }}
      onKeyDown={onKeyDown}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => {
        onFocus(event)
        setFocused(true)
      }}
      // When the window loses focus, the element keeps it.
      onBlur={({ currentTarget }) => setFocused(currentTarget.contains(document.activeElement))}
    >
      <Icon name={toneIcons[tone]} />
      <p>{text}</p>
      {link && <Anchor href={link.href}>{link.label}</Anchor>}
      {actions.map(({ label, onSelect }) => (
        <button
          key={label}
          type="button"
          className="toast-action"
          onClick={() => {
            // First, so that a dialog that it opens returns focus to where it was before the message.
            flushSync(onSelect)
            dismiss(key)
          }}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        className="icon-button toast-dismiss"
        aria-label="Dismiss message"
        onClick={() => dismiss(key)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

/**
 * The region is at the end of the page, too far to tab to while a message is shown. So if Tab is the next key after a
 * message with actions has come, it leads into the message, and out of it to where it came from. Returns what the message
 * does with keys.
 */
function useNextTab(message: RefObject<HTMLElement | null>, hasActions: boolean) {
  const cameFrom = useRef<HTMLElement>(null)
  useEffect(() => {
    // Whoever fills in a form has moved on.
    if (!hasActions || document.activeElement?.matches('input, select, textarea')) return
    const waiting = new AbortController()
    const { signal } = waiting
    const stop = () => waiting.abort()
    function onNextKey(event: globalThis.KeyboardEvent) {
      if (event.repeat) return
      stop()
      if (event.key !== 'Tab' || event.shiftKey) return
      event.preventDefault()
      cameFrom.current = document.activeElement as HTMLElement | null
      controlsOf(message.current)[0]?.focus()
    }
    document.addEventListener('keydown', onNextKey, { signal })
    document.addEventListener('pointerdown', stop, { signal })
    return stop
  }, [message, hasActions])

  return (event: KeyboardEvent) => {
    const end = controlsOf(message.current).at(event.shiftKey ? 0 : -1)
    if (event.key !== 'Tab' || event.target !== end || !cameFrom.current) return
    event.preventDefault()
    cameFrom.current.focus()
    cameFrom.current = null
  }
}

function controlsOf(message: HTMLElement | null): HTMLElement[] {
  return [...(message?.querySelectorAll<HTMLElement>('a, button') ?? [])]
}
