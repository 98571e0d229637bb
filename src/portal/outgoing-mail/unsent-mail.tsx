import '#portal/screen/record-line.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { MailKind, OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { useAction } from '#portal/action/action.tsx'
import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import { dateAndTime } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { serverNow } from '#portal/session/server-clock.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { isWaiting, outgoingMailQuery, unsentMailQuery, useSendAgain } from './queries.ts'

const kinds = {
  'set-up': 'Link to set the first password',
  reset: 'Link to choose a new password',
  'new-message': 'Notice of a contact message',
  'password-changed': 'Notice of a changed password',
  'two-step-set-up': 'Notice that two-step sign-in was turned on',
  'two-step-removed': 'Notice that the authenticator app was removed',
  'email-changed': 'Notice that the email address was changed',
  'two-step-reset': 'Notice that two-step sign-in was reset',
  'passkey-added': 'Notice that a passkey was added',
  'passkey-removed': 'Notice that a passkey was removed',
  'account-linked': 'Notice that a work account was linked',
  'account-unlinked': 'Notice that the link to a work account was removed',
} as const satisfies Record<MailKind, string>

/** Mail that waits or was refused; absent while there is none. */
export function UnsentMail() {
  const mails = useQuery(unsentMailQuery)
  const { data, error } = mails
  if (!data) return error && <NotLoaded message="Unable to check for unsent email." query={mails} />
  return (
    <>
      <RefreshFailed query={mails} />
      {data.length > 0 && (
        <Card title="Unsent email" asksForAction>
          <p className="soft">Nothing is lost. Waiting emails are retried automatically.</p>
          <ul className="stack-close">
            {data.map((mail) => (
              <li key={mail.id} ref={focusOnRemoval()}>
                <UnsentMailEntry mail={mail} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function UnsentMailEntry({ mail }: { mail: OutgoingMail }) {
  const queries = useQueryClient()
  const sending = useAction(useSendAgain(mail), {
    done() {
      // Read again meanwhile.
      const unsent = queries.getQueryData(outgoingMailQuery.queryKey) ?? []
      return unsent.some(({ id }) => id === mail.id)
        ? 'Sending again. The email disappears from this list once it is sent.'
        : `The email to ${mail.recipient} was sent.`
    },
    failed: 'The email could not be sent again.',
    reasons: { 'not-found': 'It has already been sent, or was replaced by a newer one.' },
  })
  const recipientId = useId()
  return (
    <div className="record-line row row-apart">
      <div className="record-line-text">
        <p className="row">
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
        onClick={() => void sending.start()}
      >
        Send again
      </Button>
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

/** For an employee whose set-up mail has not been sent. */
export function SetUpMailBadge({ recipient }: { recipient: string }) {
  const { data = [] } = useQuery({ ...unsentMailQuery, refetchInterval: false })
  const mail = data.find(
    (unsent) => unsent.kind === 'set-up' && unsent.recipient.toLowerCase() === recipient.toLowerCase(),
  )
  if (!mail) return null
  return mail.state === 'refused' ? (
    <Badge tone="red">Setup email rejected</Badge>
  ) : (
    <Badge tone="yellow">Setup email waiting</Badge>
  )
}
