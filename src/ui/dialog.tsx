import './dialog.css'
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { returnFocus } from './focus-on-removal.ts'
import { Icon } from './icon.tsx'
import { ToastsInDialog } from './toast.tsx'

export type DialogProps = {
  open: boolean
  /** Called for Escape and the close button; the parent then sets `open`. */
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  describedBy?: string
  /** Ignores Escape and the close button, while something runs. */
  locked?: boolean
  width?: 'narrow' | 'wide'
  /** For a dialog that hides the page, whose messages may name a client. */
  hidesToasts?: boolean
}

/** Mounts its content only while it is open: a form inside starts afresh each time. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({
  onClose,
  title,
  children,
  footer,
  role = 'dialog',
  describedBy,
  locked = false,
  width = 'narrow',
  hidesToasts = false,
}: Omit<DialogProps, 'open'>) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    const first =
      dialog.querySelector<HTMLElement>('[data-first-focus]') ??
      dialog.querySelector<HTMLElement>('.dialog-body :is(input:not([hidden]), select, textarea)')
    first?.focus()
    return () => {
      dialog.close()
      returnFocus(before)
    }
  }, [])

  function close(event: SyntheticEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!locked) onClose()
  }

  /** Chrome closes the dialog at a second Escape whatever `cancel` says; the key itself can be stopped. */
  function onKeyDown(event: KeyboardEvent) {
    // In an input method editor, Escape ends a word.
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    close(event)
  }

  return (
    <dialog
      ref={element}
      className={`dialog dialog-${width}`}
      role={role === 'alertdialog' ? role : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      // The `cancel` of a file input inside bubbles up, too.
      onCancel={(event) => event.target === element.current && close(event)}
      onKeyDown={onKeyDown}
    >
      <div className="dialog-top">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {role === 'dialog' && (
          <button
            type="button"
            className="icon-button dialog-close"
            aria-label="Close"
            disabled={locked}
            onClick={() => onClose()}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <div className="dialog-body">{children}</div>
      {!hidesToasts && <ToastsInDialog />}
      {footer && <div className="dialog-footer">{footer}</div>}
    </dialog>
  )
}
