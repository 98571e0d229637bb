import { Badge } from '../badge.tsx'
import { Button, LinkButton } from '../button.tsx'
import { Card } from '../card.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { DescriptionList } from '../description-list.tsx'
import { PageHeading } from '../page-heading.tsx'
import { EmailAddress, UnbrokenText } from '../unbroken-text.tsx'
import { Group, Specimen } from './specimen.tsx'

const clients = [
  { id: 1, name: 'Hodan Warsame', phone: '(612) 555-0142', status: 'Active', notes: 24 },
  {
    id: 2,
    name: 'Wilhelmina Bartholomew-Featherstonehaugh of Saint Anthony Falls',
    phone: '(763) 555-0199',
    status: 'Waiting',
    notes: 1_208,
  },
]

type Client = (typeof clients)[number]

const columns: Column<Client>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, rowHeader: true, inCard: 'start' },
  { key: 'status', header: 'Status', cell: ({ status }) => <Badge>{status}</Badge>, inCard: 'end' },
  { key: 'phone', header: 'Phone', cell: ({ phone }) => phone, oneLine: true },
  { key: 'notes', header: 'Notes', cell: ({ notes }) => notes.toLocaleString('en-US'), align: 'end' },
]

/** Too many columns for any screen. */
const months: Column<Client>[] = Array.from({ length: 10 }, (_, month) => ({
  key: `month-${month}`,
  header: `Hours in month ${month + 1}`,
  cell: ({ id }) => `${id * 7 + month} hours`,
  align: 'end',
}))

export function ContentGroup() {
  return (
    <Group title="Content">
      <Specimen title="Table as cards" file="data-table.tsx">
        <DataTable caption="Clients of this month" columns={columns} rows={clients} rowKey={({ id }) => id} />
        <DataTable
          caption="Loading"
          columns={columns}
          rows={clients.slice(0, 1)}
          rowKey={({ id }) => id}
          refreshing
        />
      </Specimen>
      <Specimen title="Table that scrolls" file="data-table.tsx">
        <DataTable
          caption="Hours by month"
          columns={[...columns, ...months]}
          rows={clients}
          rowKey={({ id }) => id}
          narrow="scroll"
        />
      </Specimen>
      <Specimen title="Card" file="card.tsx">
        <Card title="Contact" actions={<Button small>Edit contact</Button>}>
          <p>Calls are best in the afternoon. Speaks Somali and English.</p>
        </Card>
        <Card>
          <p>Without a title it is only a box.</p>
        </Card>
      </Specimen>
      <Specimen title="Unbroken text" file="unbroken-text.tsx">
        <UnbrokenText text="For the landlord or the manager of the house / Mondays to Fridays (612) 555-0142, at night 1-844-555-0143" />
        <EmailAddress address="hodan.warsame-and-a-long-name@housing.example.org" />
      </Specimen>
      <Specimen title="Description list" file="description-list.tsx">
        <DescriptionList
          items={[
            { term: 'Phone', value: '(612) 555-0142' },
            { term: 'Address', value: '2100 Bloomington Avenue, Minneapolis, MN 55404' },
          ]}
        />
      </Specimen>
      <Specimen title="Page heading" file="page-heading.tsx">
        <PageHeading
          title="Hodan Warsame"
          mark={<Badge tone="green">Active</Badge>}
          back={{ href: '/clients', label: 'All clients' }}
          intro="With us since June 3, 2025. The newest weekly note is of last Friday."
          actions={
            <LinkButton href="/edit" icon="edit">
              Edit client
            </LinkButton>
          }
        />
      </Specimen>
    </Group>
  )
}
