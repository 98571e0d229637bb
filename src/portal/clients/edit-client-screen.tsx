import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Client } from '#contract/clients/schema.ts'
import { screens } from '#contract/paths.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { WithDraft } from '#portal/drafts/draft-status.tsx'
import type { PageDraft } from '#portal/drafts/drafts.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { useToast } from '#ui/toast.tsx'
import { ClientLink, ClientNotLoaded } from './about-client.tsx'
import { useEditClient } from './changes.ts'
import { ClientForm, FormButtons, useClientForm } from './client-form.tsx'
import { clientQueries, useListedClient } from './queries.ts'
import { clientWording } from './wording.ts'

/** docs/product.md 8. */
export function EditClientScreen() {
  const { id = '' } = useParams()
  // An edit of what was read before could conflict with a version that was there all along.
  const client = useQuery({ ...clientQueries.one(id), staleTime: 0 })
  const listed = useListedClient(id)
  const knownClient = client.data ?? listed
  return (
    <Screen
      title={screens.editClient.title}
      intro={knownClient ? <ClientLink client={knownClient} /> : '\u00a0'}
    >
      <Loaded
        query={client.isFetchedAfterMount ? client : { ...client, data: undefined }}
        waiting={<LoadingSkeleton />}
        failed={(query) => <ClientNotLoaded query={query} />}
      >
        {(client) => (
          <WithDraft key={client.id} form={`edit-client:${client.id}`} lines={3}>
            {(draft) => <EditClientForm client={client} draft={draft} />}
          </WithDraft>
        )}
      </Loaded>
    </Screen>
  )
}

function EditClientForm({ client, draft }: { client: Client; draft: PageDraft }) {
  const edit = useEditClient(client)
  const showToast = useToast()
  const form = useClientForm({
    draft,
    record: client,
    save: edit,
    onSaved: () => showToast({ text: clientWording.updated, lasts: true }),
  })
  return (
    <ClientForm form={form}>
      <FormButtons form={form} label="Update Client" savedLabel="Updated" />
    </ClientForm>
  )
}
