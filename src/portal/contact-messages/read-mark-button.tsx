import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { useMarkRead } from './queries.ts'
import { messageWording as wording } from './wording.ts'

type ReadMarkButtonProps = { message: ContactMessage; nameId: string }

/** Read is read for everybody who looks after the messages. */
export function ReadMarkButton({ message, nameId }: ReadMarkButtonProps) {
  const marking = useMarkRead()
  const toast = useToast()
  const isUnread = message.readAt === null

  function mark() {
    marking.mutate(
      { id: message.id, read: isUnread },
      {
        onError: (error) => {
          const reason = sentenceOf(error, { 'not-found': wording.gone })
          toast({ tone: 'danger', text: `${wording.markFailed} ${reason}` })
        },
      },
    )
  }

  return (
    <Button
      small
      icon={isUnread ? 'check' : 'mail'}
      busy={marking.isPending}
      aria-describedby={nameId}
      onClick={mark}
    >
      {isUnread ? wording.markRead : wording.markUnread}
    </Button>
  )
}
