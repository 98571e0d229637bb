import { calendarDayIn } from '#server/calendar-day.ts'
import type { Connection } from '#server/database/connection.ts'
import { type DeletableKind, deletableKinds } from './kinds.ts'
import { deletedRecords } from './list-store.ts'

const widthOfId = 36
const widthOfKind = Math.max(...deletableKinds.map(({ length }) => length))
const widthOfDay = 10

interface Choice {
  kinds?: readonly DeletableKind[]
  /** Of the organization: which day something was deleted on. */
  timeZone: string
}

/** The deleted records as an aligned table of ids, kinds and dates, in pieces of text. No name of a client. */
export async function* listOfDeleted(
  db: Connection,
  { kinds = deletableKinds, timeZone }: Choice,
): AsyncGenerator<string> {
  const dayOf = calendarDayIn(timeZone)
  let isEmpty = true
  for await (const page of deletedRecords(db, kinds)) {
    if (isEmpty) yield row('id', 'kind', 'deleted', 'by')
    isEmpty = false
    yield page
      .map(({ id, kind, deletedAt, deletedBy }) => row(id, kind, dayOf(deletedAt), deletedBy ?? '—'))
      .join('')
  }
  if (isEmpty) yield 'Nothing is deleted.\n'
}

function row(id: string, kind: string, day: string, by: string): string {
  return `${id.padEnd(widthOfId)}  ${kind.padEnd(widthOfKind)}  ${day.padEnd(widthOfDay)}  ${by}\n`
}
