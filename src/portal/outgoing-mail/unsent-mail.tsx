import './unsent-mail.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import { Banner } from '#ui/banner.tsx'
import { Card } from '#ui/card.tsx'
import { unsentMailQuery } from './queries.ts'
import { UnsentMailEntry } from './unsent-mail-entry.tsx'
import { outgoingMailWording as wording } from './wording.ts'

/** Mail that waits or was refused; absent, without a gap, while there is none. */
export function UnsentMail() {
  const mails = useQuery(unsentMailQuery)
  const { data, error } = mails
  const [sentAgain, setSentAgain] = useState<OutgoingMail>()
  if (!data) return error && <NotLoaded message={wording.loadFailed} query={mails} />
  const hasGone = sentAgain && !data.some(({ id }) => id === sentAgain.id)
  return (
    <>
      <RefreshFailed query={mails} />
      {hasGone && <Gone mail={sentAgain} onDismiss={() => setSentAgain(undefined)} />}
      {data.length > 0 && (
        <Card title={wording.title}>
          <p className="unsent-mail-about">{wording.about}</p>
          <ul className="unsent-mail-list">
            {data.map((mail) => (
              <li key={mail.id}>
                <UnsentMailEntry mail={mail} onSentAgain={() => setSentAgain(mail)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

/** Takes the focus that was lost with the entry, so that the keyboard goes on from here. */
function Gone({ mail, onDismiss }: { mail: OutgoingMail; onDismiss: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="unsent-mail-gone" ref={place} tabIndex={-1}>
      <Banner tone="success" onDismiss={onDismiss}>
        {wording.goneOut(mail.recipient)}
      </Banner>
    </div>
  )
}
