import type { Organization } from '#contract/organization/schema.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmailAddress, UnbrokenText } from '#ui/unbroken-text.tsx'

type CallButtonProps = {
  organization: Organization
  /** The text before the number. */
  label: string
  tone?: 'primary'
}

/** Calls the organization's first number, if it has one. */
export function CallButton({ organization, label, tone }: CallButtonProps) {
  const [phone] = organization.phones
  if (!phone) return null
  return (
    <LinkButton tone={tone} icon="phone" href={phoneHref(phone.number)}>
      <UnbrokenText text={`${label} ${phone.number}`} />
    </LinkButton>
  )
}

export function PhoneLink({ number, className }: { number: string; className?: string }) {
  return (
    <a className={className} href={phoneHref(number)}>
      {number}
    </a>
  )
}

/** Adds the country code, except to short numbers such as 911. */
export function phoneHref(number: string): string {
  const digits = number.replace(/\D/g, '')
  return `tel:${digits.length === 10 ? `+1${digits}` : digits.length === 11 ? `+${digits}` : digits}`
}

export function EmailLink({ address, className }: { address: string; className?: string }) {
  return (
    <a className={className} href={`mailto:${address}`}>
      <EmailAddress address={address} />
    </a>
  )
}
