import { useState } from 'react'
import { useNavigate } from 'react-router'
import { clientFields } from '#contract/clients/fields.ts'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import { baseOf, type ClientValues } from '#portal/clients/client-values.ts'
import { formDraft } from '#portal/form/form-draft.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { draftKey, firstNoteKey, writeDraft } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useMarkRead } from './queries.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.draftDialog

/** Opens the client form for the sender of a message. Asks before it replaces the draft of another client. */
export function useMakeClient() {
  const { sub } = useSession()
  const navigate = useNavigate()
  const areaPath = useAreaPath()
  const marking = useMarkRead()
  const [asked, setAsked] = useState<{ message: ContactMessage; begun: ClientValues }>()

  const openForm = () => navigate(areaPath('addClient'))

  function begin(message: ContactMessage) {
    writeClientDraft(sub, message)
    if (message.readAt === null) marking.mutate({ id: message.id, read: true })
    openForm()
  }

  return {
    makeClient(message: ContactMessage) {
      const begun = readClientDraft(sub)
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
  begun: ClientValues
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
      <div className="message-dialog">
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

function nameIn({ firstName, lastName, email }: ClientValues): string {
  return `${firstName} ${lastName}`.trim() || email || wording.nameless
}

const blank = baseOf(undefined)

const draftOf = (employeeId: string) => formDraft(draftKey(employeeId, { kind: 'new-client' }), blank.values)

/** The draft of a new client, by this employee in this tab. */
export function readClientDraft(employeeId: string): ClientValues | undefined {
  return draftOf(employeeId).read()?.values
}

/** Passes the sender to the client form as a draft, so that no name is in an address. */
export function writeClientDraft(
  employeeId: string,
  { name, email, message }: Pick<ContactMessage, 'name' | 'email' | 'message'>,
): void {
  const values = { ...blank.values, ...splitName(name), email }
  const draft = draftOf(employeeId)
  // Also drops the Idempotency-Key of the draft before.
  draft.drop()
  draft.write({ base: blank, values })
  // docs/product.md 70.
  writeDraft(firstNoteKey(draftKey(employeeId, { kind: 'new-client' })), message)
}

/** A name written in one line, as the client form asks for it: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
