import { type RefObject, useState } from 'react'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { EmailLink } from '#portal/screen/contact-links.tsx'
import { DateTime } from '#portal/screen/date-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { useToast } from '#ui/toast.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { useMarkRead } from './queries.ts'
import { messageWording as wording } from './wording.ts'

type MessageTableProps = {
  messages: readonly ContactMessage[]
  refreshing: boolean
  focusAfterRow: RefObject<HTMLElement | null>
  onMakeClient: (message: ContactMessage) => void
  onDelete: (message: ContactMessage) => void
}

export function MessageTable({ messages, onMakeClient, onDelete, ...table }: MessageTableProps) {
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
      cell: ({ email }) => <EmailLink address={email} />,
    },
    {
      key: 'message',
      header: headers.message,
      cell: (message) => <MessageText text={message.message} nameId={nameId(message)} />,
    },
    {
      key: 'received',
      header: headers.received,
      cell: ({ receivedAt }) => <DateTime instant={receivedAt} />,
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
    <DataTable caption={wording.title} columns={columns} rows={messages} rowKey={({ id }) => id} {...table} />
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

/** The mark is shared by all who may read the messages. */
function ReadMarkButton({ message, nameId }: ReadMarkButtonProps) {
  const marking = useMarkRead()
  const toast = useToast()
  const isUnread = message.readAt === null

  function mark() {
    marking.mutate(
      { id: message.id, read: isUnread },
      {
        onError: (error) => {
          const reason = errorMessage(error, { 'not-found': wording.gone })
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

type MessageTextProps = {
  text: string
  /** Id of the sender's name, which describes the button. */
  nameId: string
}

/** A long message is shortened until its button is used. */
function MessageText({ text, nameId }: MessageTextProps) {
  const [isWhole, setWhole] = useState(false)
  const beginning = shortened(text)
  return (
    <>
      <p className="message-text" dir="auto">
        <UnbrokenText text={isWhole ? text : beginning} />
      </p>
      {beginning !== text && (
        <Button
          className="message-more"
          tone="quiet"
          small
          aria-expanded={isWhole}
          aria-describedby={nameId}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? wording.showLess : wording.showAll}
        </Button>
      )}
    </>
  )
}

/** How much of a message is shown at first. */
const most = { characters: 400, lines: 8 }

/** A slightly longer message is shown whole: a button for a few words is not worth it. */
const tolerance = 1.25

/** The beginning of a long message, cut between words where that is possible; a short one as it is. */
export function shortened(text: string): string {
  const lines = text.split('\n')
  const characters = Array.from(text)
  const isLong =
    characters.length > most.characters * tolerance || lines.length > Math.ceil(most.lines * tolerance)
  if (!isLong) return text
  const beginning = Array.from(lines.slice(0, most.lines).join('\n'))
  if (beginning.length <= most.characters) return `${beginning.join('').trimEnd()}…`
  const cut = beginning.slice(0, most.characters).join('')
  const end = cut.search(/\s\S*$/)
  return `${(end > cut.length / 2 ? cut.slice(0, end) : cut).trimEnd()}…`
}
