import { useMemo } from 'react'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { newNoteFragment, screens } from '#contract/paths.ts'
import type { ShownRows } from '#portal/lists/record-list.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { fullName, PhoneLink } from '#portal/screen/person.tsx'
import { WorkerName } from '#portal/workers/workers.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { type Column, DataTable, type TableSort } from '#ui/data-table.tsx'
import { ChooseBox, type ChosenClients } from './chosen-clients.tsx'
import type { EditInfo } from './edit-info.tsx'
import { dateOfNote, timeSinceNote } from './last-note.ts'
import { sortColumns } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { TakeClient } from './take-client.tsx'

type ClientTableProps = ShownRows<ClientListItem> & {
  /** Says since when there is no note instead of when the last one was written. */
  withoutNote: boolean
  sort: Omit<TableSort, 'columns'>
  editInfo: EditInfo
  /** For those who may assign clients to others. */
  choice: ChosenClients | undefined
}

type OpenEditInfo = Pick<EditInfo, 'open' | 'opening'>

export function ClientTable({ withoutNote, sort, editInfo, choice, ...shown }: ClientTableProps) {
  const { open, opening } = editInfo
  const { rows } = shown
  const columns = useMemo(
    () => [...(choice ? [chooseColumn(rows, choice)] : []), ...columnsOf(withoutNote, { open, opening })],
    [rows, choice, withoutNote, open, opening],
  )
  return (
    <DataTable
      caption={screens.clients.title}
      columns={columns}
      rowKey={rowKey}
      sort={{ ...sort, columns: sortColumns }}
      {...shown}
    />
  )
}

const chooseColumn = (rows: readonly ClientListItem[], choice: ChosenClients): Column<ClientListItem> => ({
  key: 'choose',
  header: 'Choose',
  cell: (client) => <ChooseBox client={client} rows={rows} choice={choice} describedBy={bornId(client)} />,
  inCard: 'before',
  screenOnly: true,
})

function columnsOf(withoutNote: boolean, editInfo: OpenEditInfo): Column<ClientListItem>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: (client) => <NameLink client={client} />,
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status }) => <StatusBadge status={status} />,
      inCard: 'end',
    },
    {
      key: 'worker',
      header: 'Worker',
      cell: (client) => <Worker client={client} />,
      inCard: 'labeled',
    },
    {
      key: 'lastNote',
      header: 'Last note',
      cell: (client) => (withoutNote ? timeSinceNote(client) : dateOfNote(client)),
      oneLine: true,
      inCard: withoutNote ? 'start' : 'labeled',
    },
    {
      key: 'created',
      header: 'Added',
      cell: ({ createdAt }) => shortDate(createdAt),
      oneLine: true,
      inCard: 'none',
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: ({ phone }) => <PhoneLink phone={phone} />,
      oneLine: true,
      inCard: 'start',
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      inCard: 'end',
      screenOnly: true,
      cell: (client) => <Actions client={client} editInfo={editInfo} />,
    },
  ]
}

const rowKey = ({ id }: ClientListItem) => id

function Worker({ client }: { client: ClientListItem }) {
  const { assignedTo, assignedToName } = client
  if (!assignedTo)
    return (
      <TakeClient
        client={client}
        next={nameId(client)}
        className="take-client"
        small
        tone="quiet"
        aria-describedby={aboutId(client)}
      />
    )
  return (
    <bdi className="client-worker">
      <WorkerName id={assignedTo} name={assignedToName} />
    </bdi>
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
      <span id={bornId(client)} className="client-born small-soft">
        {shortCalendarDate(client.dateOfBirth)}
        {client.preferredName && <bdi> “{client.preferredName}”</bdi>}
      </span>
    </span>
  )
}

type ActionsProps = { client: ClientListItem; editInfo: OpenEditInfo }

/** The buttons are described by the client's name and birth date. */
function Actions({ client, editInfo }: ActionsProps) {
  const areaPath = useAreaPath()
  return (
    <>
      <Button
        small
        tone="quiet"
        icon="edit"
        busy={editInfo.opening === client.id}
        onClick={() => editInfo.open(client)}
        aria-describedby={aboutId(client)}
      >
        Edit Info
      </Button>
      <LinkButton
        id={`notes-of-${client.id}`}
        small
        tone="quiet"
        icon="message"
        href={`${areaPath('clientNotes', client.id)}#${newNoteFragment}`}
        aria-describedby={aboutId(client)}
      >
        Notes
      </LinkButton>
    </>
  )
}

/** With the birth date: two clients may share a name. */
const aboutId = ({ id }: ClientListItem): string => `client-${id}-about`
const bornId = ({ id }: ClientListItem): string => `client-${id}-born`
const nameId = ({ id }: ClientListItem): string => `client-${id}`
