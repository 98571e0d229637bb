import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import type { Client } from '#contract/clients/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound } from '#portal/calls/call-failure.ts'
import { failureText } from '#portal/calls/failure-text.ts'
import { markStale } from '#portal/query-client.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useToast } from '#ui/toast.tsx'
import { AboutClient } from './about-client.tsx'
import { clientQueries } from './queries.ts'

/** The button and its question (docs/product.md 71); nothing for a role that may not delete clients. */
export function DeleteClient({ client }: { client: Client }) {
  const [isAsking, setAsking] = useState(false)
  const { role } = useSession()
  const removal = useDeleteClient(client)
  if (!can(role, 'clients:delete')) return null

  function close() {
    setAsking(false)
    removal.reset()
  }

  return (
    <div className="delete-client screen-only">
      <Button tone="quiet" icon="trash" onClick={() => setAsking(true)}>
        Delete client
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Delete client"
        confirmLabel="Delete"
        busy={removal.isPending}
        error={failureText('Failed to delete client.', removal.error)}
        onCancel={close}
        onConfirm={() => removal.mutate()}
      >
        <div className="stack">
          <p>Are you sure you want to delete this client?</p>
          <p>
            <AboutClient client={client} />
          </p>
          <p>
            The client and their notes will disappear from every list. You can restore them under “Deleted
            records.”
          </p>
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
      const link = { href: screenPath('admin', 'deletedRecords'), label: 'Deleted records' }
      toast({ text: `${fullName(client)} has been deleted.`, lasts: true, link })
    },
  })
}
