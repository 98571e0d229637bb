import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { DescriptionList } from '../description-list.tsx'
import { EmailAddress } from '../email-address.tsx'
import { EmptyState } from '../empty-state.tsx'
import { LinkButton } from '../link-button.tsx'
import { PageHeading } from '../page-heading.tsx'
import { UnbrokenText } from '../unbroken-text.tsx'
import { Group, Specimen, State } from './specimen.tsx'

export function ContentGroup() {
  return (
    <Group title="Content" intro="What is read. Lines stay under seventy characters.">
      <Specimen title="Card" file="card.tsx" use="A boxed group with its heading.">
        <div className="kit-fields">
          <Card
            title="Contact"
            level={3}
            actions={
              <Button small icon="edit">
                Edit contact
              </Button>
            }
          >
            <p>Calls are best in the afternoon. Speaks Somali and English.</p>
          </Card>
          <Card>
            <p>Without a title it is only a box: for a form, or a part of a page that names itself.</p>
          </Card>
        </div>
      </Specimen>
      <Specimen
        title="Email address"
        file="email-address.tsx"
        use="Too long for its line it breaks after the @."
      >
        <EmailAddress address="hodan.warsame-and-a-long-name@housing.example.org" />
      </Specimen>
      <Specimen
        title="Unbroken text"
        file="unbroken-text.tsx"
        use="No line ends within a telephone number or a word of an email address, and none begins with a slash."
      >
        <UnbrokenText text="For the landlord or the manager of the house / Mondays to Fridays (612) 555-0142, at night 1-844-555-0143" />
      </Specimen>
      <Specimen title="Description list" file="description-list.tsx" use="Terms and their values.">
        <DescriptionList
          items={[
            { term: 'Phone', value: '(612) 555-0142' },
            { term: 'Email', value: 'hodan.warsame-and-a-very-long-name@housing.example.org' },
            { term: 'Address', value: '2100 Bloomington Avenue, Minneapolis, MN 55404' },
            { term: 'Date of birth', value: 'Not known' },
          ]}
        />
      </Specimen>
      <Specimen
        title="Page heading"
        file="page-heading.tsx"
        use="The title of a page with intro, way back and actions. This is the one place with a second h1."
      >
        <PageHeading
          title="Hodan Warsame"
          mark={<Badge tone="green">Active</Badge>}
          back={{ href: '/clients', label: 'All clients' }}
          intro="With us since June 3, 2025. The newest weekly note is of last Friday."
          actions={
            <>
              <LinkButton href="/print" icon="print">
                Print
              </LinkButton>
              <Button tone="primary" icon="edit">
                Edit client
              </Button>
            </>
          }
        />
      </Specimen>
    </Group>
  )
}

type Row = {
  id: number
  name: string
  phone: string
  status: 'Active' | 'Waiting'
  since: string
  notes: number
}

const rows: Row[] = [
  { id: 1, name: 'Hodan Warsame', phone: '(612) 555-0142', status: 'Active', since: '06/03/2025', notes: 24 },
  {
    id: 2,
    name: 'Pa Houa Vang-Thao',
    phone: '(651) 555-0117',
    status: 'Waiting',
    since: '11/01/2026',
    notes: 1,
  },
  {
    id: 3,
    name: 'Wilhelmina Bartholomew-Featherstonehaugh of Saint Anthony Falls',
    phone: '(763) 555-0199',
    status: 'Active',
    since: '01/20/2024',
    notes: 1_208,
  },
]

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, rowHeader: true, inCard: 'start' },
  {
    key: 'status',
    header: 'Status',
    inCard: 'end',
    cell: ({ status }) => <Badge tone={status === 'Active' ? 'green' : 'yellow'}>{status}</Badge>,
  },
  { key: 'phone', header: 'Phone', cell: ({ phone }) => phone, oneLine: true },
  { key: 'since', header: 'Since', cell: ({ since }) => since, oneLine: true },
  { key: 'notes', header: 'Notes', cell: ({ notes }) => notes.toLocaleString('en-US'), align: 'end' },
]

/** So many that they never fit. */
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
]
const wide: Column<Row>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, rowHeader: true },
  ...months.map(
    (month, place): Column<Row> => ({
      key: month,
      header: month,
      align: 'end',
      cell: ({ id }) => `${id * 7 + place} hours`,
    }),
  ),
]

export function TableGroup() {
  return (
    <Group title="Tables" intro="Rows and columns where there is room; on a phone, what a hand can hold.">
      <Specimen title="Table as cards" file="data-table.tsx" use="On a narrow screen each row is a card.">
        <DataTable caption="Clients of this month" columns={columns} rows={rows} rowKey={({ id }) => id} />
        <State name="refreshing: rows stay, on a darker ground, until the new ones are there">
          <DataTable
            caption="Clients on their way"
            columns={columns}
            rows={rows.slice(0, 1)}
            rowKey={({ id }) => id}
            refreshing
          />
        </State>
      </Specimen>
      <Specimen
        title="Table that scrolls"
        file="data-table.tsx"
        use="Figures to compare keep their columns inside a frame that scrolls and says so."
      >
        <DataTable
          caption="Hours by month"
          columns={wide}
          rows={rows.slice(0, 2)}
          rowKey={({ id }) => id}
          narrow="scroll"
        />
      </Specimen>
      <Specimen title="Table without rows" use="No heads over nothing: the empty state stands in its place.">
        <EmptyState
          icon="search"
          title="No client is called “Zebulon”"
          action={<Button>Clear the search</Button>}
        >
          Look for a part of the name, or for the phone number.
        </EmptyState>
      </Specimen>
    </Group>
  )
}
