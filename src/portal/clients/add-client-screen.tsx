import { useRef, useState } from 'react'
import type { Client, ClientForm as ClientInput } from '#contract/clients/schema.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { formValues } from '#portal/form/field-values.tsx'
import { formDraft } from '#portal/form/form-draft.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { draftKey, firstNoteKey, readDraft } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Banner } from '#ui/banner.tsx'
import { useToast } from '#ui/toast.tsx'
import { ClientForm, FormButtons, useClientForm } from './client-form.tsx'
import { useAddClient } from './queries.ts'
import { SimilarClients } from './similar-clients.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form

export function AddClientScreen() {
  const { mutateAsync: add } = useAddClient()
  const showToast = useToast()
  const areaPath = useAreaPath()
  const firstNote = useFirstNote()
  const added = useRef<Client>(undefined)
  const form = useClientForm({
    async save(client: ClientInput) {
      added.current = await add(client)
      firstNote.keepFor(added.current)
    },
    onSaved() {
      const { id = '' } = added.current ?? {}
      const link = firstNote.text
        ? { href: `${areaPath('clientNotes', id)}#${newNoteFragment}`, label: wording.toFirstNote }
        : { href: areaPath('clientDetails', id), label: wording.toRecord }
      showToast({ text: wording.added, link, lasts: true })
    },
  })
  return (
    <Screen title={wording.addTitle}>
      {firstNote.text && <Banner title={wording.firstNote}>{wording.firstNoteDetail}</Banner>}
      <ClientForm form={form} afterPerson={<SimilarClients form={form} />}>
        <FormButtons form={form} label={wording.add} savedLabel={wording.addedLabel} />
      </ClientForm>
    </Screen>
  )
}

/** docs/product.md 70: the message of the visitor from whom the client is made. */
function useFirstNote() {
  const { sub } = useSession()
  const [text] = useState(() => readDraft(firstNoteKey(draftKey(sub, { kind: 'new-client' }))))
  return {
    text,
    /** As the draft of a note, before the draft of the client is dropped. */
    keepFor({ id: clientId }: Client) {
      const values = formValues(noteFields)
      if (text)
        formDraft(draftKey(sub, { kind: 'note', clientId }), values).write({
          base: { values },
          values: { ...values, text },
        })
    },
  }
}
