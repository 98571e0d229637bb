import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { clientFields } from '#contract/clients/fields.ts'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { newDraftId, readDraft, writeDraft } from '#portal/drafts/drafts.ts'
import { draftsQuery } from '#portal/drafts/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useToast } from '#ui/toast.tsx'
import { useMarkRead } from './queries.ts'

/** Opens the client form for the sender of a message. Asks before it replaces the draft of another client. */
export function useAddAsClient() {
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const areaPath = useAreaPath()
  const marking = useMarkRead()
  const [question, setQuestion] = useState<{ message: ContactMessage; draft: ClientDraft }>()

  const openForm = () => navigate(areaPath('addClient'))

  function begin(message: ContactMessage) {
    writeClientDraft(message)
    if (message.readAt === null) marking.mutate({ id: message.id, read: true })
    openForm()
  }

  return {
    async addAsClient(message: ContactMessage) {
      try {
        await queries.ensureQueryData(draftsQuery)
      } catch (error) {
        return toast({ text: errorMessage(error), tone: 'danger' })
      }
      const draft = readDraft('new-client')?.values
      if (draft) setQuestion({ message, draft })
      else begin(message)
    },
    /** Asks what to do with the draft of another client. */
    question,
    close: () => setQuestion(undefined),
    openForm,
    begin,
  }
}

export function ClientDraftDialog({ adding }: { adding: ReturnType<typeof useAddAsClient> }) {
  const { question, close, openForm, begin } = adding
  if (!question) return null
  const { message, draft } = question
  return (
    <Dialog
      open
      title="You have an unsaved client"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button onClick={() => begin(message)}>Start new</Button>
          <Button tone="primary" onClick={openForm}>
            Keep editing
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>You started adding a client and have not saved it yet:</p>
        <p dir="auto">
          <strong>{nameIn(draft)}</strong>
          {draft.dateOfBirth && (
            <>
              <br />
              {clientFields.dateOfBirth.label}: {longCalendarDate(draft.dateOfBirth)}
            </>
          )}
        </p>
        <p dir="auto">Starting a new client for {message.name} discards it.</p>
      </div>
    </Dialog>
  )
}

/** What was typed so far. */
type ClientDraft = Readonly<Record<string, string>>

function nameIn({ firstName = '', lastName = '', email }: ClientDraft): string {
  return `${firstName} ${lastName}`.trim() || email || 'no name yet'
}

/** Passes the sender to the client form as a draft: no name is in an address. */
export function writeClientDraft({
  name,
  email,
  message,
}: Pick<ContactMessage, 'name' | 'email' | 'message'>): void {
  // docs/product.md 70: the message becomes the draft of the first note.
  const values = { ...splitName(name), email, firstNote: message }
  writeDraft('new-client', { id: newDraftId(), values, version: null })
}

/** A name written in one line, as the client form asks for it: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
