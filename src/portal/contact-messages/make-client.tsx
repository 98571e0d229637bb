import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ContactMessage } from '#contract/contact-messages/endpoints.ts'
import type { ClientValues } from '#portal/clients/client-values.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { beginClient, begunClient } from './new-client-draft.ts'
import { useMarkRead } from './queries.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.draftDialog

/** Opens the client form with whoever wrote a message; a client that was begun before is not lost unasked. */
export function useMakeClient() {
  const { sub } = useSession()
  const navigate = useNavigate()
  const areaPath = useAreaPath()
  const marking = useMarkRead()
  const [asked, setAsked] = useState<{ message: ContactMessage; begun: ClientValues }>()

  const openForm = () => navigate(areaPath('addClient'))

  function begin(message: ContactMessage) {
    beginClient(sub, message)
    if (message.readAt === null) marking.mutate({ id: message.id, read: true })
    openForm()
  }

  return {
    makeClient(message: ContactMessage) {
      const begun = begunClient(sub)
      if (begun) setAsked({ message, begun })
      else begin(message)
    },
    dialog: asked && (
      <BegunClientDialog
        {...asked}
        onClose={() => setAsked(undefined)}
        onGoOn={openForm}
        onReplace={() => begin(asked.message)}
      />
    ),
  }
}

type BegunClientDialogProps = {
  message: ContactMessage
  begun: ClientValues
  onClose: () => void
  onGoOn: () => void
  onReplace: () => void
}

function BegunClientDialog({ message, begun, onClose, onGoOn, onReplace }: BegunClientDialogProps) {
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
        </p>
        <p dir="auto">{wording.loses(message.name)}</p>
      </div>
    </Dialog>
  )
}

function nameIn({ firstName, lastName, email }: ClientValues): string {
  return `${firstName} ${lastName}`.trim() || email || wording.nameless
}
