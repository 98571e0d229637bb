import { useState } from 'react'
import { Button, type ButtonTone } from '../button.tsx'
import { LinkButton } from '../link-button.tsx'
import { Menu } from '../menu.tsx'
import { Pagination } from '../pagination.tsx'
import { Tabs } from '../tabs.tsx'
import { useToast } from '../toast.tsx'
import { Group, Specimen, State } from './specimen.tsx'

const tones: [ButtonTone, string][] = [
  ['primary', 'Save client'],
  ['secondary', 'Add another'],
  ['quiet', 'Cancel'],
  ['danger', 'Delete note'],
]

export function ControlGroup() {
  return (
    <Group title="Controls" intro="Whatever is pressed. At least 44 px high where fingers are used.">
      <Buttons />
      <Specimen title="Link button" file="link-button.tsx" use="An address that looks like a button.">
        <div className="kit-row">
          <LinkButton href="/clients/new" tone="primary" icon="plus">
            Add client
          </LinkButton>
          <LinkButton href="/clients">All clients</LinkButton>
          <LinkButton href="/notes" tone="quiet" icon="external">
            Open notes
          </LinkButton>
          <LinkButton href="/edit" small icon="edit">
            Edit
          </LinkButton>
        </div>
      </Specimen>
      <Menus />
      <Specimen
        title="Tabs"
        file="tabs.tsx"
        use="Views of one thing, one at a time: arrow keys, Home, End; all of them on paper. For other pages use links."
      >
        <Tabs
          label="Client"
          tabs={[
            { key: 'details', label: 'Details', content: <p>Moved into Maple Court on June 3, 2025.</p> },
            { key: 'notes', label: 'Weekly notes', content: <p>Twelve notes, the newest of last Friday.</p> },
            { key: 'papers', label: 'Papers and agreements', content: <p>Lease, housing plan, consent.</p> },
            { key: 'history', label: 'History', content: <p>Five changes since the client was added.</p> },
          ]}
        />
      </Specimen>
      <Pages />
    </Group>
  )
}

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Specimen
      title="Button"
      file="button.tsx"
      use="An action. Primary once a screen; a busy one keeps its place and the focus."
    >
      {tones.map(([tone, label]) => (
        <State key={tone} name={tone} row>
          <Button tone={tone}>{label}</Button>
          <Button tone={tone} icon={tone === 'danger' ? 'trash' : 'check'}>
            With icon
          </Button>
          <Button tone={tone} small>
            Small
          </Button>
          <Button tone={tone} busy>
            Busy
          </Button>
          <Button tone={tone} disabled>
            Disabled
          </Button>
        </State>
      ))}
      <State name="a long name, and one that becomes busy when pressed" row>
        <Button icon="print">Print the housing stabilization plan and all agreements of this year</Button>
        <Button tone="primary" busy={busy} onClick={() => setBusy(true)}>
          {busy ? 'Saving …' : 'Save'}
        </Button>
        {busy && (
          <Button tone="quiet" onClick={() => setBusy(false)}>
            Stop
          </Button>
        )}
      </State>
    </Specimen>
  )
}

function Menus() {
  const show = useToast()
  return (
    <Specimen title="Menu" file="menu.tsx" use="A disclosure of a few links and actions. Escape closes it.">
      <div className="kit-row">
        <Menu
          label="Rosa Lindqvist"
          icon="user"
          header="rosa.lindqvist@example.org"
          items={[
            { label: 'My account', href: '/profile', icon: 'user' },
            {
              label: 'Print this page',
              onSelect: () => show({ text: 'Sent to the printer.' }),
              icon: 'print',
            },
            { label: 'Sign out', onSelect: () => show({ text: 'Signed out.' }), icon: 'log-out' },
          ]}
        />
        <Menu label="Not there yet" items={[]} disabled />
      </div>
    </Specimen>
  )
}

const size = 50
const total = 1_234

function Pages() {
  const [from, setFrom] = useState(1)
  return (
    <Specimen title="Pagination" file="pagination.tsx" use="Previous, next and where in the list one is.">
      <Pagination
        label="Pages of clients"
        from={from}
        to={Math.min(from + size - 1, total)}
        total={total}
        onPrevious={() => setFrom(from - size)}
        onNext={() => setFrom(from + size)}
      />
      <State name="nothing found">
        <Pagination
          label="Pages of nothing"
          from={0}
          to={0}
          total={0}
          onPrevious={() => {}}
          onNext={() => {}}
        />
      </State>
    </Specimen>
  )
}
