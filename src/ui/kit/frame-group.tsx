import '../masthead-rows.css'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { DateField } from '../date-field.tsx'
import { Dialog } from '../dialog.tsx'
import { Masthead, NameMark } from '../masthead.tsx'
import { TextField } from '../text-field.tsx'
import { Group, Specimen } from './specimen.tsx'

const few = [
  { href: '/home', label: 'HOME', icon: 'home', current: true },
  { href: '/services', label: 'SERVICES', icon: 'hands' },
  { href: '/contact', label: 'CONTACT', icon: 'mail' },
] as const

const many = ['Dashboard', 'Clients', 'Add client', 'Weekly notes', 'Employees', 'Messages', 'Training'].map(
  (label) => ({
    href: `/${label}`,
    label,
    current: label === 'Clients',
    count: label === 'Messages' ? { value: 3, label: '3 unread' } : undefined,
  }),
)

/** Page headers and dialogs. */
export function FrameGroup() {
  return (
    <Group title="Frame">
      <Specimen title="Masthead" file="masthead.tsx">
        <div className="kit-row">
          <NameMark name="Stable Housing" />
          <NameMark name="Stable Housing" detail="Staff portal" href="/home" />
        </div>
        <div className="kit-frame">
          <Masthead name="Stable Housing" homeHref="/home" links={few} navLabel="Row" side="(612) 555-0100" />
        </div>
        <div className="kit-frame">
          <Masthead
            name="Stable Housing"
            detail="Staff portal"
            homeHref="/home"
            links={many}
            arrangement="rows"
            navLabel="Rows"
            side="Rosa Lindqvist"
          />
        </div>
      </Specimen>
      <Dialogs />
      <Confirmations />
    </Group>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'narrow' | 'wide' | null>(null)
  const close = () => setOpen(null)
  return (
    <Specimen title="Dialog" file="dialog.tsx">
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
        <TextField label="Place" required defaultValue="Maple Court, apartment 12" />
        <DateField label="Day" />
      </Dialog>
    </Specimen>
  )
}

function Confirmations() {
  const [open, setOpen] = useState<'asking' | 'failed' | null>(null)
  const close = () => setOpen(null)
  return (
    <Specimen title="Confirm dialog" file="confirm-dialog.tsx">
      <div className="kit-row">
        <Button tone="danger" icon="trash" onClick={() => setOpen('asking')}>
          Delete a note
        </Button>
        <Button onClick={() => setOpen('failed')}>Delete fails</Button>
      </div>
      <ConfirmDialog
        open={open !== null}
        title="Delete this note?"
        confirmLabel="Delete the note"
        error={open === 'failed' ? 'The note was not deleted. Try again.' : undefined}
        onCancel={close}
        onConfirm={close}
      >
        <p>The note of November 20, 2026 about Hodan Warsame is taken out of the list.</p>
      </ConfirmDialog>
    </Specimen>
  )
}
