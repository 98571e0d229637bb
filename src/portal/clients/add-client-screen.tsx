import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Client, ClientForm as ClientInput, SimilarClient } from '#contract/clients/schema.ts'
import { newNoteFragment, screens } from '#contract/paths.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { WithDraft } from '#portal/drafts/draft-status.tsx'
import { beginDraft, newDraftId, openDraft, type PageDraft } from '#portal/drafts/drafts.ts'
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
      <WithDraft form="new-client" lines={3}>
        {(draft) => <NewClientForm draft={draft} />}
      </WithDraft>
    </Screen>
  )
}

function NewClientForm({ draft }: { draft: PageDraft }) {
  const { mutateAsync: add } = useAddClient()
  const showToast = useToast()
  const areaPath = useAreaPath()
  // docs/product.md 70: the message of the visitor from whom the client is made.
  const [firstNote] = useState(() => draft.state.content?.values.firstNote)
  const added = useRef<Client>(undefined)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [question, setQuestion] = useState<{ same: SimilarClient; answer: (adds: boolean) => void }>()
  const checkedPerson = useRef<string>(undefined)
  const form = useClientForm({
    draft,
    ask,
    async save(client, _version, once) {
      added.current = await add({ client, once })
      if (firstNote) await beginDraft(queries, `note:${added.current.id}`, { text: firstNote })
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

  /** Asks if the person is already on record, until that was answered: after a lost reply it is the client that was just added. */
  async function ask({ firstName, lastName, dateOfBirth, pmi }: ClientInput): Promise<boolean> {
    const person = { firstName, lastName, dateOfBirth, pmi }
    const key = JSON.stringify(person)
    if (checkedPerson.current === key) return true
    const same = await findSamePerson(queries, person)
    const isWanted = !same || (await new Promise<boolean>((answer) => setQuestion({ same, answer })))
    if (isWanted) checkedPerson.current = key
    return isWanted
  }

  function answer(adds: boolean) {
    question?.answer(adds)
    setQuestion(undefined)
  }

  /** Drops what was typed; a message becomes the draft of a note about the existing client, after what is in one already. */
  async function use({ id }: SimilarClient) {
    try {
      if (firstNote) {
        const note = await openDraft(queries, `note:${id}`)
        const { content } = note.state
        const text = [content?.values.text, firstNote].filter(Boolean).join('\n\n')
        const noteId = content?.id ?? newDraftId()
        note.write({ id: noteId, values: { ...content?.values, text }, version: null })
      }
    } catch (error) {
      return showToast({ text: errorMessage(error), tone: 'danger' })
    }
    form.dropDraft()
    navigate(firstNote ? `${areaPath('clientNotes', id)}#${newNoteFragment}` : areaPath('clientDetails', id))
  }

  return (
    <>
      {firstNote && (
        <Banner title="We’ll add this message as a draft of the first note">
          <p>You can edit it before you add it, once the client is saved.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long message scrolls, by arrow keys too */}
          <div className="scroll-text" role="document" aria-label="The message" tabIndex={0}>
            <p className="written-text" dir="auto">
              {firstNote}
            </p>
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
