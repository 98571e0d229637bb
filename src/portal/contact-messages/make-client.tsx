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
import { messageWording } from './wording.ts'

const wording = messageWording.draftDialog

/** Opens the client form for the sender of a message. Asks before it replaces the draft of another client. */
export function useMakeClient() {
  const queries = useQueryClient()
  const toast = useToast()
  const navigate = useNavigate()
  const areaPath = useAreaPath()
  const marking = useMarkRead()
  const [asked, setAsked] = useState<{ message: ContactMessage; begun: BegunClient }>()

  const openForm = () => navigate(areaPath('addClient'))

  function begin(message: ContactMessage) {
    writeClientDraft(message)
    if (message.readAt === null) marking.mutate({ id: message.id, read: true })
    openForm()
  }

  return {
    async makeClient(message: ContactMessage) {
      try {
        await queries.ensureQueryData(draftsQuery)
      } catch (error) {
        return toast({ text: errorMessage(error), tone: 'danger' })
      }
      const begun = readDraft('new-client')?.values
      if (begun) setAsked({ message, begun })
      else begin(message)
    },
    dialog: asked && (
      <ClientDraftDialog
        {...asked}
        onClose={() => setAsked(undefined)}
        onGoOn={openForm}
        onReplace={() => begin(asked.message)}
      />
    ),
  }
}

type ClientDraftDialogProps = {
  message: ContactMessage
  begun: BegunClient
  onClose: () => void
  onGoOn: () => void
  onReplace: () => void
}

function ClientDraftDialog({ message, begun, onClose, onGoOn, onReplace }: ClientDraftDialogProps) {
  return (
    <Dialog
      open
      title={wording.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{wording.cancel}</Button>
          <Button onClick={onReplace}>{wording.replace}</Button>
          <Button tone="primary" onClick={onGoOn}>
            {wording.goOn}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{wording.about}</p>
        <p dir="auto">
          <strong>{nameIn(begun)}</strong>
          {begun.dateOfBirth && (
            <>
              <br />
              {clientFields.dateOfBirth.label}: {longCalendarDate(begun.dateOfBirth)}
            </>
          )}
        </p>
        <p dir="auto">{wording.consequence(message.name)}</p>
      </div>
    </Dialog>
  )
}

/** What was typed so far. */
type BegunClient = Readonly<Record<string, string>>

function nameIn({ firstName = '', lastName = '', email }: BegunClient): string {
  return `${firstName} ${lastName}`.trim() || email || wording.nameless
}

/** Passes the sender to the client form as a draft, so that no name is in an address. */
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
