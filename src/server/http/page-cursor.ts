import { isRecordId } from '#server/database/records.ts'
import { invalidInput } from './failure.ts'

/*
 * A cursor is the position where a page ended: the last record's id and, in lists ordered by time, that time. It is opaque
 * to callers and holds no other data of the record.
 */

export interface CursorPosition {
  id: string
  /** Microseconds since 1970, PostgreSQL's precision. */
  moment?: number
}

/** The paging parameters of a list. */
export interface Paging {
  limit?: number | undefined
  cursor?: string | undefined
}

const idBytes = 16
const momentBytes = 8

export function formatCursor({ id, moment }: CursorPosition): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  if (moment === undefined) return bytes.toString('base64url')
  const ordered = Buffer.alloc(momentBytes)
  ordered.writeBigInt64BE(BigInt(moment))
  return Buffer.concat([ordered, bytes]).toString('base64url')
}

/** The record that a cursor names. */
export function parseIdCursor(cursor: string): string {
  return idIn(Buffer.from(cursor, 'base64url'))
}

/** The record that a cursor names, and the moment that it was ordered by. */
export function parsePositionCursor(cursor: string): Required<CursorPosition> {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== momentBytes + idBytes) throw invalidCursor()
  const moment = Number(bytes.readBigInt64BE())
  if (!Number.isSafeInteger(moment)) throw invalidCursor()
  return { moment, id: idIn(bytes.subarray(momentBytes)) }
}

function idIn(bytes: Buffer): string {
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  if (!isRecordId(id)) throw invalidCursor()
  return id
}

/** Rejects a cursor without a limit, because a whole list has no pages. */
export function requireLimitWithCursor({ limit, cursor }: Paging): void {
  if (cursor && !limit) throw invalidInput({ cursor: 'A cursor goes with a limit.' })
}

export const invalidCursor = () => invalidInput({ cursor: 'This cursor is not one that the list gave.' })
