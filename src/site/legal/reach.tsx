import type { Organization } from '#contract/organization/schema.ts'
import { callAddress } from '#site/shell/call-address.ts'
import { EmailAddress } from '#ui/email-address.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { legalWording } from './wording.en.ts'

const wording = legalWording.reach

export function Reach({ organization, email }: { organization: Organization; email: string }) {
  const { address, phones, fax, legalName, name } = organization
  return (
    <address>
      <dl>
        {phones.map(({ label, number }) => (
          <div key={number}>
            <dt>{label}</dt>
            <dd>
              <a href={callAddress(number)}>{number}</a>
            </dd>
          </div>
        ))}
        <div>
          <dt>{wording.email}</dt>
          <dd>
            <a href={`mailto:${email}`}>
              <EmailAddress address={email} />
            </a>
          </dd>
        </div>
        {fax && (
          <div>
            <dt>{wording.fax}</dt>
            <dd>
              <UnbrokenText text={fax} />
            </dd>
          </div>
        )}
        <div>
          <dt>{wording.post}</dt>
          <dd>{[legalName ?? name, ...address].join(', ')}</dd>
        </div>
      </dl>
    </address>
  )
}
