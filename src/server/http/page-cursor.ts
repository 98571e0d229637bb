import { isRecordId } from '#server/database/records.ts'
import { invalidInput } from './failure.ts'

/*
 * Where a page of a list ended: its last record and, where the record's position may change meanwhile, the moment that
 * it was ordered by. Opaque to callers, and nothing of what a record says stands in any address.
 */

export interface CursorPosition {
  id: string
  /** Microseconds since 1970, as exact as the database. */
  moment?: number
}

/** What a call for a list says about pages. */
export interface Paging {
  limit?: number | undefined
  cursor?: string | undefined
}

const idBytes = 16
const momentBytes = 8

export function cursorAt({ id, moment }: CursorPosition): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  if (moment === undefined) return bytes.toString('base64url')
  const ordered = Buffer.alloc(momentBytes)
  ordered.writeBigInt64BE(BigInt(moment))
  return Buffer.concat([ordered, bytes]).toString('base64url')
}

/** The record that a cursor names. */
export function idOfCursor(cursor: string): string {
  return idIn(Buffer.from(cursor, 'base64url'))
}

/** The record that a cursor names, and the moment that it was ordered by. */
export function positionOfCursor(cursor: string): Required<CursorPosition> {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== momentBytes + idBytes) throw wrongCursor()
  const moment = Number(bytes.readBigInt64BE())
  if (!Number.isSafeInteger(moment)) throw wrongCursor()
  return { moment, id: idIn(bytes.subarray(momentBytes)) }
}

function idIn(bytes: Buffer): string {
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  if (!isRecordId(id)) throw wrongCursor()
  return id
}

/** A list without a limit is answered whole, and has no pages that a cursor could name. */
export function refuseCursorAlone({ limit, cursor }: Paging): void {
  if (cursor && !limit) throw invalidInput({ cursor: 'A cursor goes with a limit.' })
}

export const wrongCursor = () => invalidInput({ cursor: 'This cursor is not one that the list gave.' })
