import type { ClientListItem } from '#contract/clients/schema.ts'
import { newNotePart } from '#contract/paths.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import type { EditInfo } from './edit-info.tsx'
import { PhoneLink } from './phone-link.tsx'
import { StatusBadge } from './status-badge.tsx'
import { timeSinceNote } from './time-since-note.ts'
import { clientScreenWording } from './wording.ts'

const wording = clientScreenWording.list

type ClientTableProps = {
  clients: readonly ClientListItem[]
  /** Says of each client since when there is no note. */
  withoutNote: boolean
  refreshing: boolean
  editInfo: EditInfo
}

export function ClientTable({ clients, withoutNote, refreshing, editInfo }: ClientTableProps) {
  const columns: Column<ClientListItem>[] = [
    {
      key: 'name',
      header: wording.columns.name,
      rowHeader: true,
      cell: (client) => <NameLink client={client} />,
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
      inCard: 'start',
      cell: (client) => <Actions client={client} withoutNote={withoutNote} editInfo={editInfo} />,
    },
  ]
  if (withoutNote) {
    columns.splice(2, 0, {
      key: 'lastNote',
      header: wording.columns.lastNote,
      cell: ({ lastNoteAt }) => timeSinceNote(lastNoteAt, new Date()),
      inCard: 'start',
    })
  }
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

function NameLink({ client }: { client: ClientListItem }) {
  const areaPath = useAreaPath()
  return (
    <Anchor
      id={nameId(client)}
      className="client-name"
      dir="auto"
      href={areaPath('clientDetails', client.id)}
    >
      {fullName(client)}
    </Anchor>
  )
}

type ActionsProps = { client: ClientListItem; withoutNote: boolean; editInfo: EditInfo }

/** A name stays the word that stands there; whom it is about is said after it. */
function Actions({ client, withoutNote, editInfo }: ActionsProps) {
  const notes = useAreaPath()('clientNotes', client.id)
  return (
    <div className="client-actions">
      <Button
        small
        icon="edit"
        busy={editInfo.opening === client.id}
        onClick={() => void editInfo.open(client)}
        aria-describedby={nameId(client)}
      >
        {wording.editInfo}
      </Button>
      <LinkButton
        id={`notes-of-${client.id}`}
        small
        icon="message"
        href={withoutNote ? `${notes}#${newNotePart}` : notes}
        aria-describedby={nameId(client)}
      >
        {wording.notes}
      </LinkButton>
    </div>
  )
}

const nameId = ({ id }: ClientListItem): string => `client-${id}`
