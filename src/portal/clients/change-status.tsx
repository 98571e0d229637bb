import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { earliestDate } from '#contract/calendar-date.ts'
import { statusChangeFields } from '#contract/clients/fields.ts'
import type { Client, ClientForm, ClientInput } from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, statusLabels } from '#contract/clients/statuses.ts'
import { toSingleLine } from '#contract/plain-text.ts'
import { undoTime, useAction } from '#portal/action/action.tsx'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { DateField } from '#ui/date-field.tsx'
import { Menu } from '#ui/menu.tsx'
import { rewriteTyped } from '#ui/rewrite-typed.ts'
import { TextField } from '#ui/text-field.tsx'
import { AboutClient } from './about-client.tsx'
import { useEditClient } from './changes.ts'
import { clientQueries } from './queries.ts'
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

type StatusFacts = Pick<ClientInput, 'statusOn' | 'statusReason'>

type StatusChange = StatusFacts & { status: ClientStatus; version: number; isUndo?: boolean }

/**
 * Any status to any other (docs/specification.md §4), without the form. A menu, because every arrow key in a select would be a
 * change in the history. Discharged asks for date and reason; the others act at once, and their message offers to add
 * them (docs/product.md 94).
 */
function StatusMenu({ client }: { client: Client }) {
  const edit = useEditClient(client)
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Pick<StatusChange, 'status' | 'version'>>()
  const change = useAction(
    useMutation({
      mutationFn: async ({ version, isUndo, ...change }: StatusChange) =>
        edit({ ...(client as ClientForm), ...change, ...(isUndo && (await factsBefore())) }, version),
    }),
    {
      done(saved, { status, isUndo }) {
        const { status: before } = client
        const title = `${clientWording.updated} ${fullName(client)}, born ${shortCalendarDate(client.dateOfBirth)}, is now ${statusLabels[status].toLowerCase()}.`
        if (status === before || isUndo) return { title }
        const addFacts = () => setAsked({ status, version: saved.version })
        return {
          title,
          duration: undoTime,
          undo: before ? { status: before, version: saved.version, isUndo: true } : undefined,
          actions: status === 'discharged' ? [] : [{ label: addFactsLabel, onSelect: addFacts }],
        }
      },
      failed: clientWording.updateFailed,
    },
  )

  /** Since when the client had the status before the last change, and why. */
  async function factsBefore(): Promise<StatusFacts> {
    const [, before] = await queries.fetchQuery({ ...clientQueries.statusHistory(client.id), staleTime: 0 })
    return before ? { statusOn: before.on ?? today(new Date(before.at)), statusReason: before.reason } : {}
  }

  const close = () => setAsked(undefined)
  const others = clientStatuses.filter((status) => status !== client.status)
  const choose = (status: ClientStatus) => {
    const chosen = { status, version: client.version }
    if (status === 'discharged') setAsked(chosen)
    else void change.start(chosen)
  }
  return (
    <div>
      <Menu
        label="Change status"
        tone="secondary"
        // A second choice would be an edit of the version before the first one.
        disabled={change.isPending}
        items={others.map((status) => ({ label: statusLabels[status], onSelect: () => choose(status) }))}
      />
      {asked && (
        <StatusFactsDialog
          client={client}
          status={asked.status}
          busy={change.isPending}
          onClose={close}
          // After a failure what was typed stays.
          onConfirm={(facts) => void change.start({ ...facts, ...asked }, close)}
        />
      )}
    </div>
  )
}

const addFactsLabel = 'Add date and reason'

type StatusFactsDialogProps = {
  client: Client
  status: ClientStatus
  busy: boolean
  onClose: () => void
  onConfirm: (facts: StatusFacts) => void
}

/** Both facts are optional. */
function StatusFactsDialog({ client, status, busy, onClose, onConfirm }: StatusFactsDialogProps) {
  const [on, setOn] = useState('')
  const [reason, setReason] = useState('')
  const { statusOn, statusReason } = statusChangeFields
  const isDischarge = status === 'discharged'
  const error = on > today() ? statusOn.inFuture : undefined
  return (
    <FormDialog
      title={isDischarge ? 'Discharge client' : addFactsLabel}
      submitLabel={isDischarge ? 'Discharge' : 'Save'}
      busy={busy}
      disabled={!isDischarge && on === '' && reason.trim() === ''}
      onClose={onClose}
      onSubmit={() => error || onConfirm({ statusOn: on || null, statusReason: reason.trim() || null })}
    >
      <p>
        <AboutClient client={client} />
      </p>
      <DateField
        label={isDischarge ? statusOn.label : `${statusLabels[status]} since`}
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
        onChange={({ currentTarget }) => {
          rewriteTyped(currentTarget, toSingleLine)
          setReason(currentTarget.value)
        }}
      />
    </FormDialog>
  )
}
