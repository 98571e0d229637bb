import { useRef, useState } from 'react'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { screens } from '#contract/paths.ts'
import { useAction } from '#portal/action/action.tsx'
import type { ShownRows } from '#portal/lists/record-list.tsx'
import { DateTime } from '#portal/screen/date-time.tsx'
import { EmailLink } from '#portal/screen/person.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { useOverflow } from '#ui/use-overflow.ts'
import { useMarkRead } from './queries.ts'

type MessageTableProps = ShownRows<ContactMessage> & {
  onAddAsClient: (message: ContactMessage) => void
  onDelete: (message: ContactMessage) => void
}

export function MessageTable({ onAddAsClient, onDelete, ...shown }: MessageTableProps) {
  const columns: Column<ContactMessage>[] = [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      width: 'clamp(10.5rem, 17cqi - 2.7rem, 16rem)',
      cell: (message) => <SenderName message={message} />,
    },
    {
      key: 'email',
      header: 'Email',
      inCard: 'start',
      width: 'clamp(12rem, 30cqi - 10.8rem, 18rem)',
      cell: ({ email }) => <EmailLink address={email} />,
    },
    {
      key: 'message',
      header: 'Message',
      inCard: 'start',
      cell: (message) => <MessageText text={message.message} nameId={nameId(message)} />,
    },
    {
      key: 'received',
      header: 'Received',
      cell: ({ receivedAt }) => <DateTime instant={receivedAt} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      inCard: 'start',
      oneLine: true,
      screenOnly: true,
      cell: (message) => (
        <>
          <ReadMarkButton message={message} nameId={nameId(message)} />
          <Button
            small
            tone="quiet"
            icon="plus"
            aria-describedby={nameId(message)}
            onClick={() => onAddAsClient(message)}
          >
            Add as client
          </Button>
          <Button
            small
            tone="quiet"
            icon="trash"
            aria-describedby={nameId(message)}
            onClick={() => onDelete(message)}
          >
            Delete
          </Button>
        </>
      ),
    },
  ]
  return (
    <DataTable caption={screens.contactMessages.title} columns={columns} rowKey={({ id }) => id} {...shown} />
  )
}

function SenderName({ message }: { message: ContactMessage }) {
  return (
    <div className="list-name">
      <span id={nameId(message)} className={classNames(message.readAt !== null && 'message-read')} dir="auto">
        {message.name}
      </span>
      {message.readAt === null && <Badge tone="blue">Unread</Badge>}
    </div>
  )
}

const nameId = ({ id }: ContactMessage): string => `message-${id}`

type ReadMarkButtonProps = { message: ContactMessage; nameId: string }

/** The mark is shared by all who may read the messages. */
function ReadMarkButton({ message, nameId }: ReadMarkButtonProps) {
  const isUnread = message.readAt === null
  const marking = useAction(useMarkRead(), {
    failed: `Couldn’t mark as ${isUnread ? 'read' : 'unread'}.`,
    reasons: { 'not-found': 'This message has already been deleted.' },
  })
  return (
    <Button
      small
      tone="quiet"
      icon={isUnread ? 'check' : 'mail'}
      busy={marking.isPending}
      aria-describedby={nameId}
      onClick={() => void marking.start({ id: message.id, read: isUnread })}
    >
      {isUnread ? 'Mark as read' : 'Mark as unread'}
    </Button>
  )
}

type MessageTextProps = {
  text: string
  /** Id of the sender's name, which describes the button. */
  nameId: string
}

/** A message of more than three lines is cut after the third until its button is used. */
function MessageText({ text, nameId }: MessageTextProps) {
  const [isWhole, setWhole] = useState(false)
  const paragraph = useRef<HTMLParagraphElement>(null)
  const isCut = useOverflow(paragraph, 'Height')
  return (
    <div className="message-cell">
      <p
        className={classNames('message-text written-text', !isWhole && 'message-beginning')}
        dir="auto"
        ref={paragraph}
      >
        <UnbrokenText text={text} />
      </p>
      {(isCut || isWhole) && (
        <Button
          className="button-flush"
          tone="quiet"
          small
          aria-expanded={isWhole}
          aria-describedby={nameId}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}
