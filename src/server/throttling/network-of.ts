import { isIPv4, isIPv6 } from 'node:net'

/**
 * Who is counted as one caller: an IPv4 address, or the /64 network of an IPv6 address, which is what one household
 * gets. Two ways of writing an address give the same answer.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  if (isIPv4(address) || !isIPv6(address)) return address
  const groups = groupsOf(canonical(address))
  const isMappedIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMappedIPv4) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** In hexadecimal throughout, also where it ends as an IPv4 address. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

function groupsOf(address: string): number[] {
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

const bytesOf = (group: number): number[] => [group >> 8, group & 255]
