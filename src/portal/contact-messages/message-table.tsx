import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { Moment } from '#portal/screen/moment.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { useToast } from '#ui/toast.tsx'
import { MessageText } from './message-text.tsx'
import { useMarkRead } from './queries.ts'
import { messageWording as wording } from './wording.ts'

type MessageTableProps = {
  messages: readonly ContactMessage[]
  refreshing: boolean
  onMakeClient: (message: ContactMessage) => void
  onDelete: (message: ContactMessage) => void
}

export function MessageTable({ messages, refreshing, onMakeClient, onDelete }: MessageTableProps) {
  const { columns: headers } = wording
  const columns: Column<ContactMessage>[] = [
    {
      key: 'name',
      header: headers.name,
      rowHeader: true,
      cell: (message) => <SenderName message={message} />,
    },
    {
      key: 'email',
      header: headers.email,
      inCard: 'start',
      cell: ({ email }) => (
        <a className="message-email" href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
          <EmailAddress address={email} />
        </a>
      ),
    },
    {
      key: 'message',
      header: headers.message,
      cell: (message) => <MessageText text={message.message} nameId={nameId(message)} />,
    },
    {
      key: 'received',
      header: headers.received,
      cell: ({ receivedAt }) => <Moment instant={receivedAt} />,
    },
    {
      key: 'actions',
      header: headers.actions,
      align: 'end',
      inCard: 'start',
      cell: (message) => (
        <>
          <ReadMarkButton message={message} nameId={nameId(message)} />
          <Button small icon="plus" aria-describedby={nameId(message)} onClick={() => onMakeClient(message)}>
            {wording.makeClient}
          </Button>
          <Button small icon="trash" aria-describedby={nameId(message)} onClick={() => onDelete(message)}>
            {wording.remove}
          </Button>
        </>
      ),
    },
  ]
  return (
    <DataTable
      caption={wording.title}
      hideCaption
      columns={columns}
      rows={messages}
      rowKey={({ id }) => id}
      refreshing={refreshing}
    />
  )
}

function SenderName({ message }: { message: ContactMessage }) {
  return (
    <div className="message-name">
      <span id={nameId(message)} dir="auto">
        {message.name}
      </span>
      {message.readAt === null && <Badge tone="blue">{wording.unread}</Badge>}
    </div>
  )
}

const nameId = ({ id }: ContactMessage): string => `message-${id}`

type ReadMarkButtonProps = { message: ContactMessage; nameId: string }

/** Read is read for everybody who looks after the messages. */
function ReadMarkButton({ message, nameId }: ReadMarkButtonProps) {
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
