import { writtenPhone } from '#contract/phone-number.ts'

/** The number as people in Minnesota write it; the link dials the digits. */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <a className="client-phone" href={`tel:${phone}`}>
      {writtenPhone(phone)}
    </a>
  )
}
