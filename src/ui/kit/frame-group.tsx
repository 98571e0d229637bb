import { useState } from 'react'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { Masthead } from '../masthead.tsx'
import { NameMark } from '../name-mark.tsx'
import { TextArea } from '../text-area.tsx'
import { DateField, TextField } from '../text-field.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { Group, Specimen, State } from './specimen.tsx'

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

const few = [
  { href: '/home', label: 'HOME', icon: 'home', current: true },
  { href: '/services', label: 'SERVICES', icon: 'hands' },
  { href: '/contact', label: 'CONTACT', icon: 'mail' },
] as const

const many = [
  'Dashboard',
  'Clients',
  'Add client',
  'Weekly notes',
  'Employees',
  'Messages',
  'Training',
  'Resources',
].map((label) => ({
  href: `/${label}`,
  label,
  current: label === 'Clients',
  count: label === 'Messages' ? { value: 3, label: '3 unread' } : undefined,
}))

export function PageGroup() {
  return (
    <Group title="Frame" intro="What stands around every page.">
      <Specimen title="Name mark" file="name-mark.tsx" use="The drawn sign and the name.">
        <div className="kit-row kit-marks">
          <NameMark name="Stable Housing" />
          <NameMark name="Stable Housing" detail="Staff portal" href="/home" />
          <span className="kit-deep">
            <NameMark name="Stable Housing" detail="On the deep ground" />
          </span>
        </div>
      </Specimen>
      <Specimen
        title="Masthead"
        file="masthead.tsx"
        use="Name, links and what stands at the side. A few links are a row, many stand in rows; on a phone both move to the thumb."
      >
        <State name="row: a few links">
          <div className="kit-frame">
            <Masthead
              name="Stable Housing"
              homeHref="/home"
              links={few}
              navLabel="Row"
              side="Call (612) 555-0100"
            />
          </div>
        </State>
        <State name="rows: many links">
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
        </State>
      </Specimen>
      <Specimen
        title="Skip link"
        file="skip-link.tsx"
        use="First thing in the page, seen when it has the focus: press Tab at the top of this one."
      >
        <p>It leads past the head and the index to the main part.</p>
      </Specimen>
      <Specimen title="Visually hidden" file="visually-hidden.tsx" use="Words for screen readers alone.">
        <p>
          Between these two arrows →{' '}
          <VisuallyHidden>stands a sentence that only a screen reader says</VisuallyHidden> ← is a sentence.
        </p>
      </Specimen>
    </Group>
  )
}
