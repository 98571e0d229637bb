import { isRecordId } from '#server/database/records.ts'
import { invalidInput } from './failure.ts'

/*
 * A cursor is the position where a page ended: the last record's id and, where the list needs it, what the record was sorted
 * by. It is opaque to callers and holds no other data of the record.
 */

export interface CursorPosition {
  id: string
  /** The first sort key as a whole number: a time in microseconds since 1970, a day, or a rank. In the service log, the total. */
  sortKey?: number
}

/** The paging parameters of a list. */
export interface Paging {
  limit?: number | undefined
  cursor?: string | undefined
}

const idBytes = 16
const keyBytes = 8

export function formatCursor({ id, sortKey }: CursorPosition): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  if (sortKey === undefined) return bytes.toString('base64url')
  const ordered = Buffer.alloc(keyBytes)
  ordered.writeBigInt64BE(BigInt(sortKey))
  return Buffer.concat([ordered, bytes]).toString('base64url')
}

/** The record that a cursor names. */
export function parseIdCursor(cursor: string): string {
  return idIn(Buffer.from(cursor, 'base64url'))
}

/** The record that a cursor names, and its sort key. */
export function parsePositionCursor(cursor: string): Required<CursorPosition> {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== keyBytes + idBytes) throw invalidCursor()
  const sortKey = Number(bytes.readBigInt64BE())
  if (!Number.isSafeInteger(sortKey)) throw invalidCursor()
  return { sortKey, id: idIn(bytes.subarray(keyBytes)) }
}

function idIn(bytes: Buffer): string {
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  if (!isRecordId(id)) throw invalidCursor()
  return id
}

/** Rejects a cursor without a limit, because a whole list has no pages. */
export function requireLimitWithCursor({ limit, cursor }: Paging): void {
  if (cursor && !limit) throw invalidInput({ cursor: 'Send a limit together with the cursor.' })
}

export const invalidCursor = () => invalidInput({ cursor: 'This cursor does not belong to this list.' })
