import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { useDeleteMessage } from './queries.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.removeDialog

type DeleteMessageDialogProps = { message: ContactMessage; onClose: () => void; onDeleted: () => void }

/** docs/product.md 45: asks in the page, and names who wrote what is deleted. */
export function DeleteMessageDialog({ message, onClose, onDeleted }: DeleteMessageDialogProps) {
  const removal = useDeleteMessage(message)
  const { error } = removal
  const reason = error && sentenceOf(error)
  return (
    <ConfirmDialog
      open
      title={wording.title}
      cancelLabel={wording.cancel}
      confirmLabel={wording.confirm}
      busy={removal.isPending}
      error={reason ? `${wording.failed} ${reason}` : undefined}
      onCancel={onClose}
      onConfirm={() => removal.mutate(undefined, { onSuccess: onDeleted })}
    >
      <div className="message-dialog">
        <p>{wording.question}</p>
        <p dir="auto">
          {wording.from} <strong>{message.name}</strong> (<EmailAddress address={message.email} />)
        </p>
      </div>
    </ConfirmDialog>
  )
}
