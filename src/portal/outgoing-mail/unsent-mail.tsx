import './unsent-mail.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import { dateAndTime } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { isWaiting, unsentMailQuery, useSendAgain } from './queries.ts'
import { outgoingMailWording as wording } from './wording.ts'

/** Mail that waits or was refused; absent while there is none. */
export function UnsentMail() {
  const mails = useQuery(unsentMailQuery)
  const { data, error } = mails
  const gone = useRef<HTMLDivElement>(null)
  const [sentAgain, setSentAgain] = useState<OutgoingMail>()
  if (!data) return error && <NotLoaded message={wording.loadFailed} query={mails} />
  const hasGone = sentAgain && !data.some(({ id }) => id === sentAgain.id)
  return (
    <>
      <RefreshFailed query={mails} />
      {hasGone && (
        <div ref={gone} tabIndex={-1}>
          <Banner tone="success" onDismiss={() => setSentAgain(undefined)}>
            {wording.goneOut(sentAgain.recipient)}
          </Banner>
        </div>
      )}
      {data.length > 0 && (
        <Card title={wording.title}>
          <p className="soft">{wording.about}</p>
          <ul className="unsent-mail-list stack">
            {data.map((mail) => (
              <li key={mail.id} ref={focusOnRemoval(() => gone.current)}>
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
          <Badge tone={isWaiting(mail) ? 'yellow' : 'red'}>
            {isWaiting(mail) ? wording.waiting : wording.refused}
          </Badge>
        </p>
        <p className="small-soft">
          {[wording.kinds[mail.kind], wording.since(dateAndTime(mail.createdAt)), nextTry(mail)].join(' · ')}
        </p>
        {mail.problem && <p className="small-soft">{wording.problem(mail.problem)}</p>}
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
            {errorMessage(sending.error, { 'not-found': wording.goneAlready })}
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
