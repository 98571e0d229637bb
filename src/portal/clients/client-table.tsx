import type { ClientListItem } from '#contract/clients/schema.ts'
import { newNoteFragment } from '#contract/paths.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { PhoneLink } from '#portal/screen/contact-links.tsx'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import type { EditInfo } from './edit-info.tsx'
import { StatusBadge } from './status-badge.tsx'
import { clientScreenWording, timeSinceNote } from './wording.ts'

const wording = clientScreenWording.list

type ClientTableProps = {
  clients: readonly ClientListItem[]
  /** Adds the column that says since when there is no note. */
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
    <span id={aboutId(client)}>
      <Anchor
        id={nameId(client)}
        className="client-name"
        dir="auto"
        href={areaPath('clientDetails', client.id)}
        aria-describedby={bornId(client)}
      >
        {fullName(client)}
      </Anchor>
      <span id={bornId(client)} className="client-born">
        {shortCalendarDate(client.dateOfBirth)}
      </span>
    </span>
  )
}

type ActionsProps = { client: ClientListItem; withoutNote: boolean; editInfo: EditInfo }

/** The buttons are described by the client's name and birth date. */
function Actions({ client, withoutNote, editInfo }: ActionsProps) {
  const notes = useAreaPath()('clientNotes', client.id)
  return (
    <div className="client-actions">
      <Button
        small
        icon="edit"
        busy={editInfo.opening === client.id}
        onClick={() => editInfo.open(client)}
        aria-describedby={aboutId(client)}
      >
        {wording.editInfo}
      </Button>
      <LinkButton
        id={`notes-of-${client.id}`}
        small
        icon="message"
        href={withoutNote ? `${notes}#${newNoteFragment}` : notes}
        aria-describedby={aboutId(client)}
      >
        {wording.notes}
      </LinkButton>
    </div>
  )
}

/** With the birth date: two clients may share a name. */
const aboutId = ({ id }: ClientListItem): string => `client-${id}-about`
const bornId = ({ id }: ClientListItem): string => `client-${id}-born`
const nameId = ({ id }: ClientListItem): string => `client-${id}`
