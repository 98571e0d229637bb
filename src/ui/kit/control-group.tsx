import { useState } from 'react'
import { Button, LinkButton } from '../button.tsx'
import { Menu } from '../menu.tsx'
import { Pagination } from '../pagination.tsx'
import { Group, Specimen } from './specimen.tsx'

export function ControlGroup() {
  return (
    <Group title="Controls">
      <Specimen title="Button" file="button.tsx">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((tone) => (
          <div className="kit-row" key={tone}>
            <Button tone={tone}>{tone}</Button>
            <Button tone={tone} icon="check">
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
          </div>
        ))}
        <div className="kit-row">
          <Button icon="print">Print the housing stabilization plan and all agreements of this year</Button>
        </div>
      </Specimen>
      <Specimen title="Link button" file="button.tsx">
        <div className="kit-row">
          <LinkButton href="/clients/new" tone="primary" icon="plus">
            Add client
          </LinkButton>
          <LinkButton href="/clients">All clients</LinkButton>
          <LinkButton href="/edit" small icon="edit">
            Edit
          </LinkButton>
        </div>
      </Specimen>
      <Specimen title="Menu" file="menu.tsx">
        <div className="kit-row">
          <Menu
            label="Rosa Lindqvist"
            icon="user"
            header="rosa.lindqvist@example.org"
            items={[
              { label: 'My account', href: '/profile', icon: 'user' },
              { label: 'Sign out', onSelect: () => {}, icon: 'log-out' },
            ]}
          />
          <Menu label="Not there yet" items={[]} disabled />
        </div>
      </Specimen>
      <Pages />
    </Group>
  )
}

const size = 50
const total = 1_234

function Pages() {
  const [from, setFrom] = useState(1)
  return (
    <Specimen title="Pagination" file="pagination.tsx">
      <Pagination
        label="Pages of clients"
        from={from}
        to={Math.min(from + size - 1, total)}
        total={total}
        onPrevious={() => setFrom(from - size)}
        onNext={() => setFrom(from + size)}
      />
    </Specimen>
  )
}
