import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnSession } from '#contract/session/endpoints.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { refresh } from '#portal/query-client.ts'
import { dateAndTime } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { sessionsQuery } from './queries.ts'

export function SessionsCard() {
  const sessions = useQuery(sessionsQuery)
  const endOthers = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  return (
    <Card className="profile-card profile-list-card" title="Where you are signed in">
      <Loaded
        query={sessions}
        waiting={<LoadingSkeleton />}
        failed="Unable to load the list of browsers where you are signed in."
      >
        {(list) => (
          <ul className="profile-sessions stack">
            {list.map((session) => (
              <li key={session.id} className="row row-apart" ref={focusOnRemoval(() => endOthers.current)}>
                <SessionEntry session={session} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p>Forgot to sign out somewhere, or lost a phone? End every session but this one.</p>
      <Button icon="log-out" ref={endOthers} onClick={() => setAsking(true)}>
        Sign out everywhere else
      </Button>
      {isAsking && <EndOthersDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const ending = useAction(
    useEndSessions(() => call('DELETE /auth/sessions', {})),
    { done: 'You have been signed out everywhere else.', failed: 'You were not signed out everywhere else.' },
  )
  return (
    <ActionDialog
      action={ending}
      title="Sign out everywhere else?"
      confirmLabel="Sign out"
      onConfirm={() => void ending.start(undefined, onClose)}
      onClose={onClose}
    >
      <p>You will have to sign in again on every other browser and device. You stay signed in here.</p>
    </ActionDialog>
  )
}

function useEndSessions(end: () => Promise<void>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: end, onSettled: () => refresh(queries, sessionsQuery) })
}

function SessionEntry({ session }: { session: OwnSession }) {
  const { id, device, startedAt, activeAt, current } = session
  const ending = useAction(
    useEndSessions(() => call('DELETE /auth/sessions/:id', { params: { id } }).catch(ignoreNotFound)),
    { done: 'That browser has been signed out.', failed: 'That browser was not signed out.' },
  )
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
          busy={ending.isPending}
          aria-describedby={`session-${id}`}
          onClick={() => void ending.start()}
        >
          Sign out
        </Button>
      )}
    </>
  )
}
