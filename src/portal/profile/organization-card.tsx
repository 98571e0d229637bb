import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from '#contract/endpoint-table.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound } from '#portal/calls/call-failure.ts'
import { refresh } from '#portal/query-client.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { organizationQuery, sessionsQuery } from './queries.ts'

type State = ReplyOf<Calls['GET /auth/organization']>

/** The link to an account of the organization, and removing it. */
export function OrganizationCard({ name, isLinked }: { name: string } & Pick<State, 'isLinked'>) {
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState(false)
  const message = useRef<HTMLDivElement>(null)
  return (
    <Card className="profile-card" title={`Sign in with ${name}`}>
      <SuccessMessage ref={message} title={done ? 'The link was removed.' : undefined}>
        You have been signed out where you had used it.
      </SuccessMessage>
      {isLinked ? (
        <>
          <p>On. You can sign in with {name}.</p>
          <Button onClick={() => setAsking(true)}>Remove link</Button>
        </>
      ) : (
        <p>
          Off. To turn it on, choose “Sign in with {name}” on the login page, and use the account there that
          has your email address.
        </p>
      )}
      {isAsking && (
        <RemoveDialog
          name={name}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            setDone(true)
            message.current?.focus()
          }}
        />
      )}
    </Card>
  )
}

type RemoveDialogProps = { name: string; onClose: () => void; onDone: () => void }

function RemoveDialog({ name, onClose, onDone }: RemoveDialogProps) {
  const queries = useQueryClient()
  const removal = useAction(
    useMutation({
      mutationFn: () => call('DELETE /auth/organization', {}).catch(ignoreNotFound),
      onSettled: () =>
        Promise.all([organizationQuery, sessionsQuery].map((query) => refresh(queries, query))),
    }),
    { failed: 'The link was not removed.' },
  )
  return (
    <ActionDialog
      action={removal}
      title="Remove link?"
      confirmLabel="Remove"
      onConfirm={() => void removal.start(undefined, onDone)}
      onClose={onClose}
    >
      <p>You will be signed out wherever you have signed in with {name}, but not here.</p>
      <p>The next sign-in with {name} and your email address links that account again.</p>
    </ActionDialog>
  )
}
