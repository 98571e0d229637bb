import { createHmac, hkdfSync } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { Failure } from '#server/http/failure.ts'

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

/**
 * Hashes callers before they are stored, so that the tables do not tell who it was, not even to somebody who tries all
 * addresses. Instances with the same secret make the same hash.
 */
export function keyedHash(secret: string): (value: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'throttling', 32))
  return (value) => createHmac('sha256', key).update(value).digest('base64url')
}

/** Refuses a caller who has to wait: 429 with the message, and the seconds as Retry-After. 0 is no wait. */
export function refuseIfLimited(seconds: number, message: string): void {
  if (seconds > 0) throw new Failure('too-many-requests', { message, retryAfter: seconds })
}
