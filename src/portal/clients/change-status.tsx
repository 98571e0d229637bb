import { useState } from 'react'
import { earliestDate } from '#contract/calendar-date.ts'
import { statusChangeFields } from '#contract/clients/fields.ts'
import type { Client, ClientForm, ClientInput } from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, statusLabels } from '#contract/clients/statuses.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { DateField } from '#ui/date-field.tsx'
import { Menu } from '#ui/menu.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { AboutClient } from './about-client.tsx'
import { useEditClient } from './changes.ts'
import { clientWording } from './wording.ts'

/** Disabled while the client is loading. */
export function ChangeStatus({ client }: { client: Client | undefined }) {
  if (client) return <StatusMenu client={client} />
  return (
    <div>
      <Menu label="Change status" tone="secondary" items={[]} disabled />
    </div>
  )
}

/** Milliseconds for which a change can be undone. */
const undoTime = 10_000

type StatusFacts = Pick<ClientInput, 'statusOn' | 'statusReason'>

/**
 * Any status to any other (docs/specification.md §4), without the form. A menu, because every arrow key in a select would be a
 * change in the history. Discharged asks for date and reason; the others act at once (docs/product.md 94).
 */
function StatusMenu({ client }: { client: Client }) {
  const edit = useEditClient(client)
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const [isDischarging, setDischarging] = useState(false)

  /** Whether it is saved. */
  async function save(status: ClientStatus, version: number, facts?: StatusFacts): Promise<boolean> {
    setSaving(true)
    try {
      const saved = await edit({ ...(client as ClientForm), ...facts, status }, version)
      const { status: before } = client
      const canUndo = before !== null && status !== before && version === client.version
      toast({
        text: `${clientWording.updated} ${fullName(client)}, born ${shortCalendarDate(client.dateOfBirth)}, is now ${statusLabels[status].toLowerCase()}.`,
        ...(canUndo && {
          duration: undoTime,
          action: { label: 'Undo', onSelect: () => void save(before, saved.version) },
        }),
      })
      return true
    } catch (error) {
      toast({ tone: 'danger', text: `${clientWording.updateFailed} ${errorMessage(error)}` })
      return false
    } finally {
      setSaving(false)
    }
  }

  const others = clientStatuses.filter((status) => status !== client.status)
  const choose = (status: ClientStatus) =>
    status === 'discharged' ? setDischarging(true) : void save(status, client.version)
  return (
    <div>
      <Menu
        label="Change status"
        tone="secondary"
        // A second choice would be an edit of the version before the first one.
        disabled={isSaving}
        items={others.map((status) => ({ label: statusLabels[status], onSelect: () => choose(status) }))}
      />
      {isDischarging && (
        <DischargeDialog
          client={client}
          busy={isSaving}
          onClose={() => setDischarging(false)}
          onConfirm={async (facts) => {
            // After a failure what was typed stays.
            if (await save('discharged', client.version, facts)) setDischarging(false)
          }}
        />
      )}
    </div>
  )
}

type DischargeDialogProps = {
  client: Client
  busy: boolean
  onClose: () => void
  onConfirm: (facts: StatusFacts) => Promise<void>
}

/** Both facts are optional. */
function DischargeDialog({ client, busy, onClose, onConfirm }: DischargeDialogProps) {
  const [on, setOn] = useState('')
  const [reason, setReason] = useState('')
  const { statusOn, statusReason } = statusChangeFields
  const error = on > today() ? statusOn.inFuture : undefined
  return (
    <FormDialog
      title="Discharge client"
      submitLabel="Discharge"
      busy={busy}
      onClose={onClose}
      onSubmit={() => error || onConfirm({ statusOn: on || null, statusReason: reason.trim() || null })}
    >
      <p>
        <AboutClient client={client} />
      </p>
      <DateField
        label={statusOn.label}
        min={earliestDate}
        max={today()}
        value={on}
        error={error}
        onChange={(event) => setOn(event.currentTarget.value)}
      />
      <TextField
        label={statusReason.label}
        maxLength={statusReason.max}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
