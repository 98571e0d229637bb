/** A number of ten digits as people in Minnesota write it; the link dials the digits. */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <a className="client-phone" href={`tel:${phone}`}>
      {phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')}
    </a>
  )
}
