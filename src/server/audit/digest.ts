import { createHmac, randomBytes } from 'node:crypto'
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
  const sorted = JSON.parse(details, (_, value) =>
    value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value,
  )
  return JSON.stringify([at, actor_id, actor_role, action, record_kind, record_id, sorted])
}

/** Where the parts of a digest end: key id, nonce, HMAC. */
const ends = { keyId: 6, nonce: 16, digest: 48 }

/**
 * Shows that this program wrote the row. Two rows never have the same digest, even if they say the
 * same, so that a copied row is recognized.
 */
export function digestOf(key: AuditKey, row: RowContent): Buffer {
  const nonce = randomBytes(ends.nonce - ends.keyId)
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
