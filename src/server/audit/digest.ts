import { createHmac, randomUUID } from 'node:crypto'
import type { ClientRecordKind } from '#contract/client-records/schema.ts'
import { comparable, type FieldValue, isFilledIn } from '#contract/record-field.ts'
import type { AuditKey, Keyring } from './keyring.ts'

/** Every column of an audit row except its id and its digest. */
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
  session_id: string | null
  network: string | null
  request_id: string | null
}

/** Gives the same text for a row that is about to be written and for the row as PostgreSQL returns it. */
function canonicalText({ details, ...row }: RowContent): string {
  const { at, actor_id, actor_role, action, record_kind, record_id } = row
  const content = [at, actor_id, actor_role, action, record_kind, record_id, sortKeys(JSON.parse(details))]
  return JSON.stringify([...content, row.session_id, row.network, row.request_id])
}

/** Sorts the keys of objects: PostgreSQL stores jsonb keys in its own order. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, entry]) => [key, sortKeys(entry)]))
}

/** Byte offsets at which the parts of a digest end: key id, nonce, HMAC. */
const offsets = { keyId: 6, nonce: 16, digest: 48 }

/**
 * Shows that this program wrote the row. Two rows never have the same digest, even if their content is the same, so
 * that a copied row is recognized.
 */
export function createDigest(key: AuditKey, row: RowContent): Buffer {
  // `randomUUID` takes its bytes from a pool; calling `randomBytes` costs as much as the digest itself.
  const nonce = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').subarray(
    0,
    offsets.nonce - offsets.keyId,
  )
  return Buffer.concat([Buffer.from(key.id, 'hex'), nonce, authenticate(key, nonce, row)])
}

/** Returns undefined if the key is not in the keyring. */
export function isDigestValid(keys: Keyring, row: RowContent, digest: Buffer): boolean | undefined {
  if (digest.length !== offsets.digest) return false
  const key = keys.find(({ id }) => id === keyIdOf(digest))
  return (
    key &&
    authenticate(key, digest.subarray(offsets.keyId, offsets.nonce), row).equals(
      digest.subarray(offsets.nonce),
    )
  )
}

export const keyIdOf = (digest: Buffer): string => digest.toString('hex', 0, offsets.keyId)

function authenticate(key: AuditKey, nonce: Buffer, row: RowContent): Buffer {
  return createHmac('sha256', key.secret).update('row').update(nonce).update(canonicalText(row)).digest()
}

/** Kinds of records whose audit rows prove what was stored. */
export type ProvenKind = 'client' | 'client merge' | 'note' | 'record packet' | 'file' | ClientRecordKind

/** A record as stored. */
export interface StoredRecord {
  kind: ProvenKind
  id: string
  version: number
  /** Instants in ISO 8601, with milliseconds. */
  values: Readonly<Record<string, FieldValue>>
}

/** For the row of a change: shows later that the record is still what this program stored. Key id, then HMAC. */
export function createRecordDigest(key: AuditKey, record: StoredRecord): string {
  return key.id + authenticateRecord(key, record)
}

/** Returns undefined if the key is not in the keyring. */
export function isRecordDigestValid(
  keys: Keyring,
  record: StoredRecord,
  digest: string,
): boolean | undefined {
  const key = keys.find(({ id }) => id === recordKeyIdOf(digest))
  return key && digest === createRecordDigest(key, record)
}

export const recordKeyIdOf = (digest: string): string => digest.slice(0, 2 * offsets.keyId)

/** Leaves out empty values: digests stay valid when a field is added later. */
function authenticateRecord(key: AuditKey, { kind, id, version, values }: StoredRecord): string {
  const names = Object.keys(values).filter((name) => isFilledIn(values[name]))
  const text = JSON.stringify([
    kind,
    id,
    version,
    names.sort().map((name) => [name, comparable(values[name])]),
  ])
  return createHmac('sha256', key.secret).update(`record${text}`).digest('base64url')
}
