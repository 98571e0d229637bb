import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog, type DialogProps } from '#ui/dialog.tsx'
import type { IconName } from '#ui/icon.tsx'

type FormDialogProps = Pick<DialogProps, 'title' | 'describedBy' | 'onClose' | 'children'> & {
  submitLabel: ReactNode
  icon?: IconName
  /** While it is sent: the dialog stays open, and a second Enter does nothing. */
  busy: boolean
  disabled?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A short form without a draft. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, icon, busy, disabled, onSubmit, onClose, children, ...dialog } = props
  const form = useId()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy) onSubmit(event)
  }

  return (
    <Dialog
      open
      {...dialog}
      locked={busy}
      onClose={onClose}
      footer={
        <>
          <Button aria-disabled={busy || undefined} onClick={() => busy || onClose()}>
            Cancel
          </Button>
          <Button type="submit" form={form} tone="primary" icon={icon} busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
