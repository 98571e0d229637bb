import { formatPhone } from '#contract/phone-number.ts'

/** Shows the number in local notation, and dials the digits. */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <a className="client-phone" href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  )
}
