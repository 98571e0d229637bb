/** An address too long for its line breaks after the @, not within a name. */
export function EmailAddress({ address, className }: { address: string; className?: string }) {
  const [name = '', host] = address.split('@')
  return (
    <span className={className}>
      {host === undefined ? address : `${name}@`}
      <wbr />
      {host}
    </span>
  )
}
