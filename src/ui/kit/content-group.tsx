import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { DescriptionList } from '../description-list.tsx'
import { EmailAddress } from '../email-address.tsx'
import { LinkButton } from '../link-button.tsx'
import { PageHeading } from '../page-heading.tsx'
import { UnbrokenText } from '../unbroken-text.tsx'
import { Group, Specimen } from './specimen.tsx'

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
