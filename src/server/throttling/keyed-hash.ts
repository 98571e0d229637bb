import { createHmac, hkdfSync } from 'node:crypto'

/**
 * Keeps the tables of limits from telling who it was, also to somebody who tries all addresses. The same on all
 * instances with the same secret.
 */
export function keyedHash(secret: string): (value: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'throttling', 32))
  return (value) => createHmac('sha256', key).update(value).digest('base64url')
}
