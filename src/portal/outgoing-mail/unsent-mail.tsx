import './unsent-mail.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { MailKind, OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import { dateAndTime } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { serverNow } from '#portal/session/server-clock.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { isWaiting, unsentMailQuery, useSendAgain } from './queries.ts'

const kinds = {
  'set-up': 'Link to set the first password',
  reset: 'Link to choose a new password',
  'new-message': 'Notice of a contact message',
  'password-changed': 'Notice of a changed password',
  'two-step-set-up': 'Notice that two-step sign-in was turned on',
  'two-step-removed': 'Notice that two-step sign-in was turned off',
  'email-changed': 'Notice that the email address was changed',
  'two-step-reset': 'Notice that two-step sign-in was reset',
} as const satisfies Record<MailKind, string>

/** Mail that waits or was refused; absent while there is none. */
export function UnsentMail() {
  const mails = useQuery(unsentMailQuery)
  const { data, error } = mails
  const sentMessage = useRef<HTMLDivElement>(null)
  const [sentAgain, setSentAgain] = useState<OutgoingMail>()
  if (!data) return error && <NotLoaded message="Unable to check for unsent email." query={mails} />
  const hasGone = sentAgain && !data.some(({ id }) => id === sentAgain.id)
  return (
    <>
      <RefreshFailed query={mails} />
      {hasGone && (
        <div ref={sentMessage} tabIndex={-1}>
          <Banner tone="success" onDismiss={() => setSentAgain(undefined)}>
            The email to {sentAgain.recipient} was sent.
          </Banner>
        </div>
      )}
      {data.length > 0 && (
        <Card title="Unsent email">
          <p className="soft">Nothing is lost. Waiting emails are retried automatically.</p>
          <ul className="unsent-mail-list stack">
            {data.map((mail) => (
              <li key={mail.id} ref={focusOnRemoval(() => sentMessage.current)}>
                <UnsentMailEntry mail={mail} onSentAgain={() => setSentAgain(mail)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

type UnsentMailEntryProps = { mail: OutgoingMail; onSentAgain: () => void }

function UnsentMailEntry({ mail, onSentAgain }: UnsentMailEntryProps) {
  const sending = useSendAgain(mail)
  const recipientId = useId()
  return (
    <div className="unsent-mail row">
      <div>
        <p className="unsent-mail-recipient row">
          <span id={recipientId}>
            <Person name={mail.recipientName} email={mail.recipient} />
          </span>
          <Badge tone={isWaiting(mail) ? 'yellow' : 'red'}>{isWaiting(mail) ? 'Waiting' : 'Rejected'}</Badge>
        </p>
        <p className="small-soft">
          {[kinds[mail.kind], `Since ${dateAndTime(mail.createdAt)}`, nextTry(mail)].join(' · ')}
        </p>
        {mail.problem && <p className="small-soft">What happened: {mail.problem}</p>}
      </div>
      <Button
        icon="refresh"
        small
        busy={sending.isPending}
        aria-describedby={recipientId}
        onClick={() => sending.mutate(undefined, { onSuccess: onSentAgain })}
      >
        Send again
      </Button>
      <div className="unsent-mail-answer" role="status">
        {sending.isSuccess && isWaiting(mail) && (
          <Banner tone="success" announce="none">
            Sending again. The email disappears from this list once it is sent.
          </Banner>
        )}
      </div>
      {sending.error && (
        <div className="unsent-mail-answer">
          <Banner tone="danger" title="The email could not be sent again.">
            {errorMessage(sending.error, {
              'not-found': 'It has already been sent, or was replaced by a newer one.',
            })}
          </Banner>
        </div>
      )}
    </div>
  )
}

function nextTry({ kind, nextAttemptAt }: OutgoingMail): string {
  if (nextAttemptAt === null)
    return kind === 'new-message'
      ? 'Retried when the next message arrives'
      : 'Will not be retried automatically'
  return Date.parse(nextAttemptAt) <= serverNow().getTime()
    ? 'Sending now'
    : `Next try ${dateAndTime(nextAttemptAt)}`
}
