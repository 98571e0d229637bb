import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import type { Client } from '#contract/clients/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound } from '#portal/calls/call-failure.ts'
import { changePages, withoutRow } from '#portal/lists/page-query.ts'
import { refresh } from '#portal/query-client.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/person.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { AboutClient } from './about-client.tsx'
import { clientKeys, clientQueries, type FoundPage } from './queries.ts'

/** Deleting asks first (docs/product.md 71), and a second record of the person can be merged; nothing for a role that may do neither. */
export function DeleteClient({ client }: { client: Client }) {
  const [isAsking, setAsking] = useState(false)
  const { role } = useSession()
  if (!can(role, 'clients:delete')) return null
  return (
    <div className="stack screen-only">
      <Button className="button-flush" tone="quiet" icon="trash" onClick={() => setAsking(true)}>
        Delete client
      </Button>
      {can(role, 'clients:merge') && (
        <LinkButton
          className="button-flush"
          tone="quiet"
          icon="users"
          href={screenPath('admin', 'mergeClient', client.id)}
        >
          Merge with another record
        </LinkButton>
      )}
      {isAsking && <DeleteClientDialog client={client} onClose={() => setAsking(false)} />}
    </div>
  )
}

function DeleteClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const removal = useAction(useDeleteClient(client), {
    done: {
      title: `${fullName(client)} has been deleted.`,
      lasts: true,
      link: { href: screenPath('admin', 'deletedRecords'), label: 'Deleted records' },
    },
    failed: 'Failed to delete client.',
  })
  return (
    <ActionDialog
      action={removal}
      title="Delete client"
      confirmLabel="Delete"
      onConfirm={() => void removal.start()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this client?</p>
      <p>
        <AboutClient client={client} />
      </p>
      <p>
        The client and their notes will disappear from every list. You can restore them under “Deleted
        records.”
      </p>
    </ActionDialog>
  )
}

function useDeleteClient({ id }: Client) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const areaPath = useAreaPath()
  return useMutation({
    mutationFn: () => call('DELETE /clients/:id', { params: { id } }).catch(ignoreNotFound),
    onSuccess: () => {
      const { pages } = clientKeys
      void refresh(queries, { queryKey: pages }, () =>
        changePages<FoundPage>(queries, pages, (page) => withoutRow(page, id)),
      )
      navigate(areaPath('clients'), { replace: true })
      queries.removeQueries({ queryKey: clientQueries.one(id).queryKey })
    },
  })
}
