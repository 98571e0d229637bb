import { isRecordId } from '#server/database/record-id.ts'
import { invalidInput } from '#server/http/failure.ts'

/* Where a page ended: its last client. Opaque to callers, and no name of a client in any address. */

export function cursorAt(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The client that a cursor names. */
export function clientOfCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex')
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  if (!isRecordId(id)) throw wrongCursor()
  return id
}

export const wrongCursor = () => invalidInput({ cursor: 'This cursor is not one that the list gave.' })
