import { type ReactNode, useId } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  /** The question, and what confirming would lose. */
  children: ReactNode
  confirmLabel: string
  /** 'danger' where confirming loses something. */
  tone?: 'danger' | 'primary'
  cancelLabel?: string
  busy?: boolean
  error?: string | undefined
  onConfirm: () => void
  /** Not called while busy. */
  onCancel: () => void
}

/** Focus starts on Cancel, which changes nothing. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  tone = 'danger',
  cancelLabel = 'Cancel',
  busy = false,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const textId = useId()
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      role="alertdialog"
      describedBy={textId}
      locked={busy}
      footer={
        <>
          <Button data-first-focus="" onClick={() => busy || onCancel()} aria-disabled={busy || undefined}>
            {cancelLabel}
          </Button>
          <Button tone={tone} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div id={textId}>{children}</div>
      {error && <Banner tone="danger">{error}</Banner>}
    </Dialog>
  )
}
