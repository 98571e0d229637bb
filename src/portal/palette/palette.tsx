import './palette.css'
import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useToast } from '#ui/toast.tsx'
import type { PaletteDialogProps } from './palette-dialog.tsx'

/** Apple's keyboards have a key of their own for shortcuts. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

const shortcut = isApple
  ? { label: '⌘K', aria: 'Meta+K', isPressed: ({ metaKey, ctrlKey }: KeyboardEvent) => metaKey && !ctrlKey }
  : {
      label: 'Ctrl+K',
      aria: 'Control+K',
      isPressed: ({ metaKey, ctrlKey }: KeyboardEvent) => ctrlKey && !metaKey,
    }

/** Loaded on demand: most visits don't use it. */
const loadDialog = async () => (await import('./palette-dialog.tsx')).PaletteDialog

/** Milliseconds after which it is loaded ahead: nothing that is typed after the shortcut is lost. */
const preloadDelay = 2000

/** The search over clients, screens and actions: a button, and a shortcut from anywhere but another dialog. */
export function Palette({ area, screens }: Pick<PaletteDialogProps, 'area' | 'screens'>) {
  const [Dialog, setDialog] = useState<ComponentType<PaletteDialogProps>>()
  const [isOpen, setOpen] = useState(false)
  const leavingFor = useRef<{ part: string | undefined }>(null)
  const toast = useToast()

  async function open() {
    leavingFor.current = null
    // At once: after an `await` React would wait for other work, and the first letters would be lost.
    if (Dialog) return setOpen(true)
    try {
      const loaded = await loadDialog()
      setDialog(() => loaded)
      setOpen(true)
    } catch {
      toast({ tone: 'danger', text: 'The search could not be opened. Check your connection and try again.' })
    }
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !shortcut.isPressed(event))
      return
    if (!isOpen && document.querySelector('dialog[open]')) return
    // The browser's own search.
    event.preventDefault()
    if (isOpen) setOpen(false)
    else if (!event.repeat) void open()
  })
  useEffect(() => {
    const preload = () =>
      loadDialog()
        .then((loaded) => setDialog(() => loaded))
        .catch(() => undefined)
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    const timer = setTimeout(preload, preloadDelay)
    return () => {
      window.removeEventListener('keydown', listen)
      clearTimeout(timer)
    }
  }, [])

  // A closed dialog returns focus. The screen that was chosen takes it over only if nothing has it.
  useLayoutEffect(() => {
    if (isOpen || !leavingFor.current) return
    const { part } = leavingFor.current
    leavingFor.current = null
    if (part) document.getElementById(part)?.focus()
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }, [isOpen])

  return (
    <>
      <button
        type="button"
        className="button button-plain palette-open"
        aria-keyshortcuts={shortcut.aria}
        aria-haspopup="dialog"
        title={`Search (${shortcut.label})`}
        onClick={() => void open()}
      >
        <Icon name="search" />
        <span className="visually-hidden">Search</span> <kbd className="key-hint">{shortcut.label}</kbd>
      </button>
      {Dialog && isOpen && (
        <Dialog
          area={area}
          screens={screens}
          onClose={() => setOpen(false)}
          onLeave={(part) => {
            leavingFor.current = { part }
          }}
        />
      )}
    </>
  )
}
