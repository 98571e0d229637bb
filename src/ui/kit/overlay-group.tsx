import { useState } from 'react'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { TextArea } from '../text-area.tsx'
import { DateField, TextField } from '../text-field.tsx'
import { Group, Specimen } from './specimen.tsx'

export function OverlayGroup() {
  return (
    <Group title="Dialogs" intro="They take the whole attention, so there are few. Escape leaves them.">
      <Dialogs />
      <Confirmations />
    </Group>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'narrow' | 'wide' | null>(null)
  const close = () => setOpen(null)
  return (
    <Specimen
      title="Dialog"
      file="dialog.tsx"
      use="One task in between; the focus starts in it, stays in it and returns."
    >
      <div className="kit-row">
        <Button onClick={() => setOpen('narrow')}>Open a dialog</Button>
        <Button onClick={() => setOpen('wide')}>Open a wide dialog</Button>
      </div>
      <Dialog
        open={open !== null}
        width={open ?? 'narrow'}
        onClose={close}
        title="Plan a visit"
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button tone="primary" onClick={close}>
              Plan the visit
            </Button>
          </>
        }
      >
        <div className="kit-stack">
          <TextField label="Place" required defaultValue="Maple Court, apartment 12" />
          <DateField label="Day" />
          <TextArea label="What for" limit={500} optional />
        </div>
      </Dialog>
    </Specimen>
  )
}

function Confirmations() {
  const [open, setOpen] = useState<'asking' | 'failed' | null>(null)
  const close = () => setOpen(null)
  return (
    <Specimen
      title="Confirm dialog"
      file="confirm-dialog.tsx"
      use="Asks before something is destroyed, and names it; the focus starts on the harmless answer."
    >
      <div className="kit-row">
        <Button tone="danger" icon="trash" onClick={() => setOpen('asking')}>
          Delete a note
        </Button>
        <Button onClick={() => setOpen('failed')}>Delete in vain</Button>
      </div>
      <ConfirmDialog
        open={open !== null}
        title="Delete this note?"
        confirmLabel="Delete the note"
        error={
          open === 'failed' ? 'The note was not deleted. Check your connection, then try again.' : undefined
        }
        onCancel={close}
        onConfirm={close}
      >
        <p>The note of November 20, 2026 about Hodan Warsame is taken out of the list.</p>
      </ConfirmDialog>
    </Specimen>
  )
}
