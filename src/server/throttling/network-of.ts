import ipaddr from 'ipaddr.js'

/**
 * Who is counted as one caller: an IPv4 address, or the /64 network of an IPv6 address, which is what one household
 * gets. Two ways of writing an address give the same answer.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
