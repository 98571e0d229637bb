import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Client, ClientForm as ClientInput, SimilarClient } from '#contract/clients/schema.ts'
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
  const [question, setQuestion] = useState<{ same: SimilarClient; answer: (adds: boolean) => void }>()
  const checked = useRef<string>(undefined)
  const form = useClientForm({
    ask,
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

  /** Asks if the person is already on record. Once: after a lost answer, the client on record is the one that was just added. */
  async function ask({ firstName, lastName, dateOfBirth }: ClientInput): Promise<boolean> {
    const person = { firstName, lastName, dateOfBirth }
    const key = JSON.stringify(person)
    if (checked.current === key) return true
    checked.current = key
    const same = await findSamePerson(queries, person)
    if (!same) return true
    return await new Promise((answer) => setQuestion({ same, answer }))
  }

  function answer(adds: boolean) {
    question?.answer(adds)
    setQuestion(undefined)
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
        form={form}
        afterPerson={<SimilarClients form={form} onUse={(client) => void use(client)} />}
      >
        <FormButtons form={form} label="Add Client" savedLabel="Added" />
      </ClientForm>
      {question && (
        <SamePersonDialog
          client={question.same}
          onUse={() => void use(question.same)}
          onAdd={() => answer(true)}
          onClose={() => answer(false)}
        />
      )}
    </>
  )
}
