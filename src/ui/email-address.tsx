/** An address too long for its line breaks after the @, not within a name. */
export function EmailAddress({ address, className }: { address: string; className?: string }) {
  const host = address.lastIndexOf('@') + 1
  return (
    <span className={className}>
      {address.slice(0, host)}
      <wbr />
      {address.slice(host)}
    </span>
  )
}
