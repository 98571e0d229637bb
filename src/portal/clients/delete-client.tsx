import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import type { Client } from '#contract/clients/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound, reasonAfter } from '#portal/calls/call-failure.ts'
import { markStale } from '#portal/query-client.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToast } from '#ui/toast.tsx'
import { AboutClient } from './about-client.tsx'
import { clientQueries } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.remove

/** The button and its question (docs/product.md 71); nothing for a role that may not delete clients. */
export function DeleteClient({ client }: { client: Client }) {
  const [isAsking, setAsking] = useState(false)
  const { role } = useSession()
  const removal = useDeleteClient(client)
  if (!can(role, 'clients:delete')) return null
  const { error } = removal

  function close() {
    setAsking(false)
    removal.reset()
  }

  return (
    <div className="delete-client">
      <Button tone="quiet" icon="trash" onClick={() => setAsking(true)}>
        {wording.button}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={wording.title}
        confirmLabel={wording.confirm}
        busy={removal.isPending}
        error={
          error ? [wording.failed, reasonAfter(wording.failed, error)].filter(Boolean).join(' ') : undefined
        }
        onCancel={close}
        onConfirm={() => removal.mutate()}
      >
        <div className="delete-client-question">
          <p>{wording.question}</p>
          <p>
            <AboutClient client={client} />
          </p>
          <p>{wording.consequence}</p>
        </div>
      </ConfirmDialog>
    </div>
  )
}

function useDeleteClient(client: Client) {
  const { id } = client
  const queries = useQueryClient()
  const navigate = useNavigate()
  const areaPath = useAreaPath()
  const toast = useToast()
  return useMutation({
    mutationFn: () => call('DELETE /clients/:id', { params: { id } }).catch(ignoreNotFound),
    onSuccess: () => {
      // Lists and counts of clients and notes are read again when they are shown next.
      void markStale(queries, {})
      navigate(areaPath('clients'), { replace: true })
      queries.removeQueries({ queryKey: clientQueries.one(id).queryKey })
      const link = { href: screenPath('admin', 'deletedRecords'), label: wording.toDeleted }
      toast({ text: wording.done(fullName(client)), lasts: true, link })
    },
  })
}
