import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Client, SimilarClient } from '#contract/clients/schema.ts'
import { newNoteFragment, screens } from '#contract/paths.ts'
import { WithDrafts } from '#portal/drafts/draft-status.tsx'
import { newDraftId, readDraft, writeDraft } from '#portal/drafts/drafts.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { Banner } from '#ui/banner.tsx'
import { useToast } from '#ui/toast.tsx'
import { useAddClient } from './changes.ts'
import { ClientForm, FormButtons, useClientForm } from './client-form.tsx'
import { findSamePerson, SamePersonDialog, SimilarClients } from './similar-clients.tsx'

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
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [same, setSame] = useState<SimilarClient>()
  const asked = useRef<string>(undefined)
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

  /** Asks first if the person is already on record. */
  async function submit(event?: { preventDefault: () => void }) {
    event?.preventDefault()
    const { firstName, lastName, dateOfBirth } = form.values()
    const person = [firstName, lastName, dateOfBirth].join()
    const isNew = !form.locked && form.isValid && asked.current !== person
    // Once: after a lost answer, the client on record is the one that was just added.
    if (isNew) asked.current = person
    const same = isNew ? await findSamePerson(queries, form.values()) : undefined
    if (same) setSame(same)
    else await form.submit()
  }

  /** Drops what was typed; a message becomes the draft of a note about the existing client. */
  function use({ id }: SimilarClient) {
    form.dropDraft()
    if (!firstNote) return navigate(areaPath('clientDetails', id))
    const begun = readDraft(`note:${id}`)
    const text = [begun?.values.text, firstNote].filter(Boolean).join('\n\n')
    writeDraft(`note:${id}`, {
      id: begun?.id ?? newDraftId(),
      values: { ...begun?.values, text },
      version: null,
    })
    navigate(`${areaPath('clientNotes', id)}#${newNoteFragment}`)
  }

  return (
    <>
      {firstNote && (
        <Banner title="The message becomes the text of the first note">
          <p>You can edit it before you add it, once the client is saved.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long message scrolls, by arrow keys too */}
          <div className="first-note" role="document" aria-label="The message" tabIndex={0} dir="auto">
            {firstNote}
          </div>
        </Banner>
      )}
      <ClientForm
        form={{ ...form, submit }}
        afterPerson={<SimilarClients form={form} onUse={(client) => void use(client)} />}
      >
        <FormButtons form={form} label="Add Client" savedLabel="Added" />
      </ClientForm>
      {same && (
        <SamePersonDialog
          client={same}
          onUse={() => void use(same)}
          onAdd={() => {
            setSame(undefined)
            void form.submit()
          }}
          onClose={() => setSame(undefined)}
        />
      )}
    </>
  )
}
