import { useState } from 'react'
import type { Client, ClientForm } from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, statusLabels } from '#contract/clients/statuses.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { Menu } from '#ui/menu.tsx'
import { useToast } from '#ui/toast.tsx'
import { useEditClient } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form
const label = clientScreenWording.details.changeStatus

type ChangeStatusProps = { client: Client | undefined; tone?: 'secondary' | 'quiet' }

/** Disabled while the client is loading. */
export function ChangeStatus({ client, tone = 'secondary' }: ChangeStatusProps) {
  if (client) return <StatusMenu client={client} tone={tone} />
  return (
    <div>
      <Menu label={label} tone={tone} items={[]} disabled />
    </div>
  )
}

/**
 * Any status to any other (docs/specification.md §4), without the form. A menu, because every arrow key in a select would be a
 * change in the history.
 */
function StatusMenu({ client, tone }: Required<ChangeStatusProps> & { client: Client }) {
  const edit = useEditClient(client)
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)

  async function choose(status: ClientStatus) {
    setSaving(true)
    try {
      await edit({ ...(client as ClientForm), status }, client.version)
      toast({ text: `${wording.updated} ${clientScreenWording.details.statusIs(client, status)}` })
    } catch (error) {
      toast({ tone: 'danger', text: `${wording.updateFailed} ${errorMessage(error)}` })
    }
    setSaving(false)
  }

  const others = clientStatuses.filter((status) => status !== client.status)
  return (
    <div>
      <Menu
        label={label}
        tone={tone}
        // A second choice would be an edit of the version before the first one.
        disabled={isSaving}
        items={others.map((status) => ({ label: statusLabels[status], onSelect: () => void choose(status) }))}
      />
    </div>
  )
}
