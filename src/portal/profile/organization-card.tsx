import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound } from '#portal/calls/call-failure.ts'
import { refresh } from '#portal/query-client.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { organizationQuery, sessionsQuery } from './queries.ts'

/** The link to an account of the organization, and removing it. */
export function OrganizationCard({ name, isLinked }: { name: string; isLinked: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card className="profile-card" title={`Sign in with ${name}`}>
      {isLinked ? (
        <>
          <p>On. You can sign in with {name}.</p>
          <Button ref={focusOnRemoval()} onClick={() => setAsking(true)}>
            Remove link
          </Button>
        </>
      ) : (
        <p>
          Off. To turn it on, choose “Sign in with {name}” on the login page, and use the account there that
          has your email address.
        </p>
      )}
      {isAsking && <RemoveDialog name={name} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function RemoveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const queries = useQueryClient()
  const removal = useAction(
    useMutation({
      mutationFn: () => call('DELETE /auth/organization', {}).catch(ignoreNotFound),
      onSettled: () =>
        Promise.all([organizationQuery, sessionsQuery].map((query) => refresh(queries, query))),
    }),
    {
      done: 'The link was removed. You have been signed out wherever you had signed in with it.',
      failed: 'The link was not removed.',
    },
  )
  return (
    <ActionDialog
      action={removal}
      title="Remove link?"
      confirmLabel="Remove"
      onConfirm={() => void removal.start(undefined, onClose)}
      onClose={onClose}
    >
      <p>You will be signed out wherever you have signed in with {name}, but not here.</p>
      <p>The next sign-in with {name} and your email address links that account again.</p>
    </ActionDialog>
  )
}
