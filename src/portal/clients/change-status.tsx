import { useRef } from 'react'
import type { Client, ClientForm } from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, statusLabels } from '#contract/clients/statuses.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { Menu } from '#ui/menu.tsx'
import { useToast } from '#ui/toast.tsx'
import { baseOf } from './client-values.ts'
import { useEditClient } from './queries.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.form
const label = clientScreenWording.details.changeStatus

/** While the client is on its way, the place is held. */
export function ChangeStatus({ client }: { client: Client | undefined }) {
  if (client) return <StatusMenu client={client} />
  return (
    <div>
      <Menu label={label} items={[]} disabled />
    </div>
  )
}

/**
 * Any status to any other (§4) without the form around it. A menu, not a select: arrow keys on their way through a
 * select would each leave a change in the history.
 */
function StatusMenu({ client }: { client: Client }) {
  const edit = useEditClient(client)
  const toast = useToast()
  const frame = useRef<HTMLDivElement>(null)

  async function choose(status: ClientStatus) {
    // The entry goes with the menu.
    frame.current?.querySelector('button')?.focus()
    const { values, version } = baseOf(client)
    try {
      await edit({ ...(values as ClientForm), status }, version)
      toast({ text: wording.updated })
    } catch (error) {
      toast({ tone: 'danger', text: `${wording.updateFailed} ${sentenceOf(error)}` })
    }
  }

  const others = clientStatuses.filter((status) => status !== client.status)
  return (
    <div ref={frame}>
      <Menu
        label={label}
        items={others.map((status) => ({ label: statusLabels[status], onSelect: () => void choose(status) }))}
      />
    </div>
  )
}
