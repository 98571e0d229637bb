import './dialog.css'
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

export type DialogProps = {
  open: boolean
  /** Asked for by Escape or the close button; the owner then sets `open`. */
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  describedBy?: string
  /** While something runs the dialog must not vanish. */
  locked?: boolean
  width?: 'narrow' | 'wide'
}

/** Its content exists only while it is open, so a form inside starts fresh each time. */
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
}: Omit<DialogProps, 'open'>) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    const first = dialog.querySelector<HTMLElement>(
      '[data-first-focus], .dialog-body :is(input, select, textarea)',
    )
    first?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  function close(event: SyntheticEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!locked) onClose()
  }

  return (
    <dialog
      ref={element}
      className={`dialog dialog-${width}`}
      role={role === 'alertdialog' ? role : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      // A file chooser inside sends `cancel` upwards, too.
      onCancel={(event) => event.target === element.current && close(event)}
      // Chrome closes the dialog at a second Escape whatever `cancel` says; the key itself can be stopped.
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && close(event)}
    >
      <div className="dialog-top">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {role === 'dialog' && (
          <button
            type="button"
            className="dialog-close"
            aria-label="Close"
            disabled={locked}
            onClick={() => onClose()}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-footer">{footer}</div>}
    </dialog>
  )
}
