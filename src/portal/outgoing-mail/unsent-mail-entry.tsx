import { useId } from 'react'
import type { OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { dateAndTime } from '#portal/screen/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { isWaiting, useSendAgain } from './queries.ts'
import { outgoingMailWording as wording } from './wording.ts'

type UnsentMailEntryProps = { mail: OutgoingMail; onSentAgain: () => void }

export function UnsentMailEntry({ mail, onSentAgain }: UnsentMailEntryProps) {
  const sending = useSendAgain(mail)
  const recipientId = useId()
  return (
    <div className="unsent-mail">
      <div>
        <p className="unsent-mail-recipient">
          <span id={recipientId}>
            <EmailAddress address={mail.recipient} />
          </span>
          <Badge tone={isWaiting(mail) ? 'yellow' : 'red'}>
            {isWaiting(mail) ? wording.waiting : wording.refused}
          </Badge>
        </p>
        <p className="unsent-mail-detail">
          {[wording.kinds[mail.kind], wording.since(dateAndTime(mail.createdAt)), nextTry(mail)].join(' · ')}
        </p>
        {mail.problem && <p className="unsent-mail-detail">{wording.problem(mail.problem)}</p>}
      </div>
      <Button
        icon="refresh"
        small
        busy={sending.isPending}
        aria-describedby={recipientId}
        onClick={() => sending.mutate(undefined, { onSuccess: onSentAgain })}
      >
        {wording.sendAgain}
      </Button>
      <div className="unsent-mail-answer" role="status">
        {sending.isSuccess && isWaiting(mail) && (
          <Banner tone="success" announce="none">
            {wording.again}
          </Banner>
        )}
      </div>
      {sending.error && (
        <div className="unsent-mail-answer">
          <Banner tone="danger" title={wording.failed}>
            {sentenceOf(sending.error, { 'not-found': wording.goneAlready })}
          </Banner>
        </div>
      )}
    </div>
  )
}

function nextTry({ kind, nextAttemptAt }: OutgoingMail): string {
  if (nextAttemptAt === null)
    return kind === 'new-message' ? wording.triedWithNextMessage : wording.notTriedAgain
  return Date.parse(nextAttemptAt) <= Date.now()
    ? wording.tryingNow
    : wording.nextTry(dateAndTime(nextAttemptAt))
}
