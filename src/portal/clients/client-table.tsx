import type { Client } from '#contract/clients/schema.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Anchor } from '#ui/anchor.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { fullName } from './client-name.ts'
import { PhoneLink } from './phone-link.tsx'
import { StatusBadge } from './status-badge.tsx'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

export function ClientTable({ clients, refreshing }: { clients: readonly Client[]; refreshing: boolean }) {
  const areaPath = useAreaPath()
  const columns: Column<Client>[] = [
    {
      key: 'name',
      header: wording.columns.name,
      rowHeader: true,
      cell: (client) => (
        <Anchor
          id={nameId(client)}
          className="client-name"
          dir="auto"
          href={areaPath('clientDetails', client.id)}
        >
          {fullName(client)}
        </Anchor>
      ),
    },
    {
      key: 'status',
      header: wording.columns.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      inCard: 'end',
    },
    {
      key: 'phone',
      header: wording.columns.phone,
      cell: ({ phone }) => <PhoneLink phone={phone} />,
      oneLine: true,
      inCard: 'start',
    },
    {
      key: 'actions',
      header: wording.columns.actions,
      align: 'end',
      inCard: 'end',
      cell: (client) => (
        <LinkButton
          id={`notes-of-${client.id}`}
          small
          icon="message"
          href={areaPath('clientNotes', client.id)}
          // The name stays the word that stands there; whose notes they are is said after it.
          aria-describedby={nameId(client)}
        >
          {wording.notes}
        </LinkButton>
      ),
    },
  ]
  return (
    <DataTable
      caption={wording.title}
      hideCaption
      columns={columns}
      rows={clients}
      rowKey={(client) => client.id}
      refreshing={refreshing}
    />
  )
}

const nameId = ({ id }: Client): string => `client-${id}`
