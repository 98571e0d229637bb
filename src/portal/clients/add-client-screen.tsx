import { useRef, useState } from 'react'
import type { Client } from '#contract/clients/schema.ts'
import { newNoteFragment, screens } from '#contract/paths.ts'
import { WithDrafts } from '#portal/drafts/draft-status.tsx'
import { newDraftId, readDraft, writeDraft } from '#portal/drafts/drafts.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { Banner } from '#ui/banner.tsx'
import { useToast } from '#ui/toast.tsx'
import { useAddClient } from './changes.ts'
import { ClientForm, FormButtons, useClientForm } from './client-form.tsx'
import { SimilarClients } from './similar-clients.tsx'

export function AddClientScreen() {
  return (
    <Screen title={screens.addClient.title}>
      <WithDrafts lines={3}>
        <NewClientForm />
      </WithDrafts>
    </Screen>
  )
}

function NewClientForm() {
  const { mutateAsync: add } = useAddClient()
  const showToast = useToast()
  const areaPath = useAreaPath()
  // docs/product.md 70: the message of the visitor from whom the client is made.
  const [firstNote] = useState(() => readDraft('new-client')?.values.firstNote)
  const added = useRef<Client>(undefined)
  const form = useClientForm({
    async save(client, _version, once) {
      added.current = await add({ client, once })
      if (firstNote)
        writeDraft(`note:${added.current.id}`, {
          id: newDraftId(),
          values: { text: firstNote },
          version: null,
        })
    },
    onSaved() {
      const { id = '' } = added.current ?? {}
      const link = firstNote
        ? {
            href: `${areaPath('clientNotes', id)}#${newNoteFragment}`,
            label: 'Review and add the first note',
          }
        : { href: areaPath('clientDetails', id), label: 'Open the client' }
      showToast({ text: 'Client added successfully!', link, lasts: true })
    },
  })
  return (
    <>
      {firstNote && (
        <Banner title="The message becomes the text of the first note">
          You can edit it before you add it, once the client is saved.
        </Banner>
      )}
      <ClientForm form={form} afterPerson={<SimilarClients form={form} />}>
        <FormButtons form={form} label="Add Client" savedLabel="Added" />
      </ClientForm>
    </>
  )
}
