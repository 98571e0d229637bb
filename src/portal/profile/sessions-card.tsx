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
    <Card className="profile-card" title="Where you are signed in">
      <SuccessMessage
        ref={message}
        title={
          ending.isSuccess
            ? variables === 'others'
              ? 'You have been signed out everywhere else.'
              : 'That browser has been signed out.'
            : undefined
        }
      />
      {error && variables !== 'others' && (
        <Banner tone="danger" title="That browser was not signed out.">
          {errorMessage(error)}
        </Banner>
      )}
      <Loaded
        query={sessions}
        waiting={<LoadingSkeleton lines={4} />}
        failed="Unable to load the list of browsers where you are signed in."
      >
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
      <p>Forgot to sign out somewhere, or lost a phone? End every session but this one.</p>
      <Button icon="log-out" onClick={ask}>
        Sign out everywhere else
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Sign out everywhere else?"
        confirmLabel="Sign out"
        busy={ending.isPending}
        error={error ? `You were not signed out everywhere else. ${errorMessage(error)}` : undefined}
        onConfirm={() => ending.mutate('others')}
        onCancel={() => setAsking(false)}
      >
        You will have to sign in again on every other browser and device. You stay signed in here.
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
          <strong>{device}</strong> {current && <Badge tone="green">This browser</Badge>}
        </p>
        <p className="small-soft">
          Signed in {dateAndTime(startedAt)} · Last used {dateAndTime(activeAt)}
        </p>
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
          Sign out
        </Button>
      )}
    </>
  )
}
