import { daysAfter } from '#contract/calendar-date.ts'
import { clientFields } from '#contract/clients/fields.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { namesOf } from '#contract/record-field.ts'
import { type LoggedNote, serviceLogEndpoints } from '#contract/service-log/endpoints.ts'
import { findingLabels } from '#contract/service-log/findings.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { filterWords, shownRecords } from '#server/audit/store.ts'
import { startOfDay } from '#server/calendar.ts'
import { cellOf } from '#server/clients/make-csv.ts'
import { requireConfirmation } from '#server/http/confirmation.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { formatCursor, invalidCursor, parseIdCursor } from '#server/http/page-cursor.ts'
import { csvFile } from '#server/http/whole-list.ts'
import { largeList, wholeListSender } from '#server/throttling/large-lists.ts'
import { countLog, everyNote, type LogFilter, searchLog } from './store.ts'

type Filter = BodyOf<typeof serviceLogEndpoints.exportCsv>

export function serviceLogRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, organization } = context
  const { timeZone } = organization
  const sendList = wholeListSender(context)

  function filterOf(filter: Filter, { employeeId }: Actor): LogFilter {
    const own = (id: string | undefined) => (id === 'me' ? employeeId : id)
    return {
      ...filter,
      author: own(filter.author),
      assignedTo: own(filter.assignedTo),
      timeZone,
      start: startOfDay(filter.from, timeZone),
      end: startOfDay(daysAfter(filter.to, 1), timeZone),
    }
  }

  route(serviceLogEndpoints.search, async ({ body: { limit, cursor, ...filter }, actor }) => {
    const after = cursor ? parseIdCursor(cursor) : undefined
    const page = await searchLog(db, filterOf(filter, actor), limit, after)
    if (!page) throw invalidCursor()
    const { items, total, last } = page
    const details = { ...shownRecords(items), filter: filterWords(filter) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'service log', details })
    return { items, total, nextCursor: last && formatCursor({ id: last }) }
  })

  route(serviceLogEndpoints.exportCsv, async ({ body, actor }) => {
    requireConfirmation(actor, clock())
    const filter = filterOf(body, actor)
    const count = await countLog(db, filter)
    const details = { count, filter: filterWords(body) }
    return await sendList({
      employeeId: actor.employeeId,
      isLong: count > largeList,
      record: () =>
        trail.record(db, { at: clock(), actor, action: 'exported', kind: 'service log', details }),
      parts: () => csvFile(headings, everyNote(db, filter), cellsOf),
    })
  })
}

const noteNames = namesOf(noteFields).filter((name) => name !== 'text')

const headings = [
  ...(['firstName', 'lastName', 'dateOfBirth'] as const).map((name) => clientFields[name].label),
  ...noteNames.map((name) => noteFields[name].label),
  ...['Author', 'Author email', 'Written', 'Version', 'Signed', 'Signed by', 'Title'],
  ...['Reviewed', 'Reviewed by', 'Review comment', noteFields.text.label],
  ...['Note ID', 'Corrects note', 'Flags'],
]

function cellsOf({ client, findings, ...note }: LoggedNote): string[] {
  return [
    ...[client.firstName, client.lastName, client.dateOfBirth],
    ...noteNames.map((name) => cellOf(noteFields[name], note[name])),
    ...[note.authorName, note.author, note.createdAt, String(note.version)],
    ...[note.signedAt, note.signedByName, note.signedTitle].map((value) => value ?? ''),
    ...[note.reviewedAt, note.reviewedByName, note.reviewComment].map((value) => value ?? ''),
    ...[note.text, note.id, note.corrects ?? ''],
    findings.map((finding) => findingLabels[finding]).join('; '),
  ]
}
