import { z } from 'zod'
import { invalidInput } from '#server/http/failure.ts'

/** Where a page ended: the sort key of its last row. Opaque to callers. */
const position = z.tuple([z.string(), z.string(), z.guid()])
export type ClientPosition = z.output<typeof position>

export function cursorAt(place: ClientPosition): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

export function positionOf(cursor: string): ClientPosition {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw invalidInput({ cursor: 'This cursor is not one that the list gave.' })
  }
}
