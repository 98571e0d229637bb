import { createHmac, randomUUID } from 'node:crypto'
import type { AuditKey, Keyring } from './keyring.ts'

/** What an audit row says: every column but its number and its digest. */
export interface RowContent {
  /** With microseconds, as PostgreSQL keeps them. */
  at: string
  actor_id: string | null
  actor_role: string | null
  action: string
  record_kind: string
  record_id: string | null
  /** JSON, its keys in any order. */
  details: string
}

/** The same text for what is written and what is read back. */
export function textOf({ details, ...row }: RowContent): string {
  const { at, actor_id, actor_role, action, record_kind, record_id } = row
  const inOrder = sorted(JSON.parse(details))
  return JSON.stringify([at, actor_id, actor_role, action, record_kind, record_id, inOrder])
}

/** With the keys of objects in order: PostgreSQL keeps them in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]))
}

/** Where the parts of a digest end: key id, nonce, HMAC. */
const ends = { keyId: 6, nonce: 16, digest: 48 }

/**
 * Shows that this program wrote the row. Two rows never have the same digest, even if they say the
 * same, so that a copied row is recognized.
 */
export function digestOf(key: AuditKey, row: RowContent): Buffer {
  // Node.js keeps random bytes for these at hand; asking for them each time costs as much as the digest itself.
  const nonce = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').subarray(0, ends.nonce - ends.keyId)
  return Buffer.concat([Buffer.from(key.id, 'hex'), nonce, authenticate(key, nonce, row)])
}

/** Undefined where the key is not in the ring. */
export function isGenuine(keys: Keyring, row: RowContent, digest: Buffer): boolean | undefined {
  if (digest.length !== ends.digest) return false
  const key = keys.find(({ id }) => id === keyIdOf(digest))
  return (
    key && authenticate(key, digest.subarray(ends.keyId, ends.nonce), row).equals(digest.subarray(ends.nonce))
  )
}

export const keyIdOf = (digest: Buffer): string => digest.toString('hex', 0, ends.keyId)

function authenticate(key: AuditKey, nonce: Buffer, row: RowContent): Buffer {
  return createHmac('sha256', key.secret).update('row').update(nonce).update(textOf(row)).digest()
}
