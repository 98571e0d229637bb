import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { Failure } from '#server/http/failure.ts'

/**
 * Identifies a caller by IPv4 address or by the /64 network of an IPv6 address, which one household gets. Independent of
 * notation. Callers who hung up before their address was looked up have none.
 */
export function networkOf(ip: string | undefined): string {
  const [address = ''] = ip?.split('%') ?? []
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

const unsetTrustProxy =
  'Requests carry X-Forwarded-For, but TRUST_PROXY is not set: all users behind the proxy count as one address and share its limits. Set TRUST_PROXY to the address of the proxy.'

/** Warns once about a proxy if TRUST_PROXY is not set, and removes ports, which some proxies add to addresses. */
export function acceptForwarded(app: FastifyInstance, trustProxy: readonly string[]): void {
  let isWarned = trustProxy.length > 0
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat()
    if (forwarded.length === 0) return done()
    headers['x-forwarded-for'] = forwarded.join().split(',').map(withoutPort).join()
    // Not logged, because the log level could hide it.
    if (!isWarned) process.stderr.write(`${unsetTrustProxy}\n`)
    isWarned = true
    done()
  })
}

/** '192.0.2.1:443' and '[2001:db8::1]:443', also without a port, as an address alone. */
function withoutPort(address: string): string {
  return address
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
}

/**
 * Hashes callers with a key before they are stored, so that hashing all possible addresses does not reveal them. Instances
 * with the same secret produce the same hash.
 */
export function keyedHash(secret: string): (value: string) => string {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'throttling', 32)))
  return (value) => createHmac('sha256', key).update(value).digest('base64url')
}

/** The keyed hash of a caller's network. */
export function networkHash(secret: string): (ip: string) => string {
  const hash = keyedHash(secret)
  return (ip) => hash(networkOf(ip))
}

/** Throws 429 with Retry-After unless `seconds` is 0. */
export function assertNotLimited(seconds: number, message: string): void {
  if (seconds > 0) throw new Failure('too-many-requests', { message, retryAfter: seconds })
}
