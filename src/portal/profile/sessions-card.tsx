import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnSession } from '#contract/session/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage, ignoreNotFound } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { refresh } from '#portal/query-client.ts'
import { dateAndTime } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { sessionsQuery } from './queries.ts'
import { profileWording } from './wording.ts'

const wording = profileWording.sessions

export function SessionsCard() {
  const queries = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const message = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const ending = useMutation({
    mutationFn: (session: OwnSession | 'others') =>
      session === 'others'
        ? call('DELETE /auth/sessions', {})
        : call('DELETE /auth/sessions/:id', { params: { id: session.id } }).catch(ignoreNotFound),
    onSettled: () => refresh(queries, sessionsQuery),
    onSuccess: () => setAsking(false),
  })
  const { variables, error } = ending

  function ask() {
    ending.reset()
    setAsking(true)
  }

  return (
    <Card className="profile-card" title={wording.title}>
      <SuccessMessage
        ref={message}
        title={ending.isSuccess ? (variables === 'others' ? wording.othersEnded : wording.ended) : undefined}
      />
      {error && variables !== 'others' && (
        <Banner tone="danger" title={wording.notEnded}>
          {errorMessage(error)}
        </Banner>
      )}
      <Loaded query={sessions} waiting={<LoadingSkeleton lines={4} />} failed={wording.loadFailed}>
        {(list) => (
          <ul className="profile-sessions stack">
            {list.map((session) => (
              <li key={session.id} className="row row-apart" ref={focusOnRemoval(() => message.current)}>
                <SessionEntry
                  session={session}
                  busy={ending.isPending && variables === session}
                  onEnd={() => ending.isPending || ending.mutate(session)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p>{wording.text}</p>
      <Button icon="log-out" onClick={ask}>
        {wording.open}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={wording.question}
        confirmLabel={wording.confirm}
        busy={ending.isPending}
        error={error ? `${wording.failed} ${errorMessage(error)}` : undefined}
        onConfirm={() => ending.mutate('others')}
        onCancel={() => setAsking(false)}
      >
        {wording.consequence}
      </ConfirmDialog>
    </Card>
  )
}

type SessionEntryProps = { session: OwnSession; busy: boolean; onEnd: () => void }

function SessionEntry({ session, busy, onEnd }: SessionEntryProps) {
  const { id, device, startedAt, activeAt, current } = session
  return (
    <>
      <div id={`session-${id}`}>
        <p>
          <strong>{device}</strong> {current && <Badge tone="green">{wording.current}</Badge>}
        </p>
        <p className="small-soft">{wording.times(dateAndTime(startedAt), dateAndTime(activeAt))}</p>
      </div>
      {!current && (
        <Button
          small
          tone="quiet"
          icon="log-out"
          busy={busy}
          aria-describedby={`session-${id}`}
          onClick={onEnd}
        >
          {wording.end}
        </Button>
      )}
    </>
  )
}
