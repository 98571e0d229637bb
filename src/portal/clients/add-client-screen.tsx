import { useRef, useState } from 'react'
import type { Client } from '#contract/clients/schema.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { WithDrafts } from '#portal/drafts/draft-status.tsx'
import { newDraftId, readDraft, writeDraft } from '#portal/drafts/drafts.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { Banner } from '#ui/banner.tsx'
import { useToast } from '#ui/toast.tsx'
import { ClientForm, FormButtons, useClientForm } from './client-form.tsx'
import { useAddClient } from './queries.ts'
import { SimilarClients } from './similar-clients.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form

export function AddClientScreen() {
  return (
    <Screen title={wording.addTitle}>
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
        ? { href: `${areaPath('clientNotes', id)}#${newNoteFragment}`, label: wording.toFirstNote }
        : { href: areaPath('clientDetails', id), label: wording.toRecord }
      showToast({ text: wording.added, link, lasts: true })
    },
  })
  return (
    <>
      {firstNote && <Banner title={wording.firstNote}>{wording.firstNoteDetail}</Banner>}
      <ClientForm form={form} afterPerson={<SimilarClients form={form} />}>
        <FormButtons form={form} label={wording.add} savedLabel={wording.addedLabel} />
      </ClientForm>
    </>
  )
}
