import { clientFields } from '#contract/clients/fields.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { namesOf } from '#contract/record-field.ts'
import { serviceLogEndpoints, type TotalsRow } from '#contract/service-log/endpoints.ts'
import { findingLabels } from '#contract/service-log/findings.ts'
import { groupNames, totalsLabels } from '#contract/service-log/totals.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { filterWords, shownRecords } from '#server/audit/store.ts'
import { cellOf } from '#server/clients/make-csv.ts'
import { lockTimeout } from '#server/database/connection.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { keyedSemaphore } from '#server/http/keyed-semaphore.ts'
import { formatCursor, invalidCursor, parsePositionCursor } from '#server/http/page-cursor.ts'
import { csvFile } from '#server/http/whole-list.ts'
import { largeList, wholeListSender } from '#server/throttling/large-lists.ts'
import { type LogFilter, type NoteOfLog, openLog, searchLog } from './store.ts'
import { addUpNotes } from './totals-store.ts'

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
    }
  }

  /** A search of a year can take seconds of a connection: nobody holds more than one. */
  const inTurn = keyedSemaphore({ most: 1, patience: lockTimeout, refusal: stillSearching })

  route(serviceLogEndpoints.search, async ({ body: { limit, cursor, ...filter }, actor }) => {
    const position = cursor ? parsePositionCursor(cursor) : undefined
    const after = position && { id: position.id, total: position.sortKey }
    const page = await inTurn(actor.employeeId, () => searchLog(db, filterOf(filter, actor), limit, after))
    if (!page) throw invalidCursor()
    const { items, total, last } = page
    const details = { ...shownRecords(items), filter: filterWords(filter) }
    views.add({ at: clock(), actor, action: 'listed', kind: 'service log', details })
    return { items, total, nextCursor: last && formatCursor({ id: last, sortKey: total }) }
  })

  route(serviceLogEndpoints.totals, async ({ body, actor }) => {
    const totals = await totalsOf(body, actor)
    views.add({
      at: clock(),
      actor,
      action: 'listed',
      kind: 'service totals',
      details: { filter: filterWords(body) },
    })
    return totals
  })

  route(serviceLogEndpoints.totalsCsv, async ({ body, actor }) => {
    const { rows, total } = await totalsOf(body, actor)
    const groups = groupNames[body.by]
    return await sendList({
      employeeId: actor.employeeId,
      isLong: false,
      record: () =>
        trail.record(db, {
          ...{ at: clock(), actor, action: 'exported', kind: 'service totals' },
          details: { filter: filterWords(body) },
        }),
      parts: () =>
        csvFile(
          [...Object.keys(groups), ...Object.values(totalsLabels)],
          [[...rows, total]],
          (row: TotalsRow) => [
            ...Object.values(groups).map((cellOf, index) =>
              row === total ? (index === 0 ? 'Total' : '') : cellOf(row),
            ),
            ...namesOf(totalsLabels).map((name) => String(row[name])),
          ],
        ),
    })
  })

  function totalsOf({ by, ...filter }: BodyOf<typeof serviceLogEndpoints.totals>, actor: Actor) {
    return inTurn(actor.employeeId, () => addUpNotes(db, filterOf(filter, actor), by))
  }

  route(serviceLogEndpoints.exportCsv, async ({ body, actor }) => {
    const { employeeId } = actor
    const { total, notes, close } = await inTurn(employeeId, () => openLog(db, filterOf(body, actor)))
    const details = { count: total, filter: filterWords(body) }
    try {
      const file = await sendList({
        employeeId,
        isLong: total > largeList,
        record: () =>
          trail.record(db, { at: clock(), actor, action: 'exported', kind: 'service log', details }),
        parts: () => csvFile(headings, notes, cellsOf),
      })
      return file.once('close', close)
    } catch (error) {
      await close()
      throw error
    }
  })
}

const stillSearching = () =>
  new Failure('too-many-requests', {
    message: 'Your last search of the service log is still running. Please wait until it has finished.',
    retryAfter: 5,
  })

const noteNames = namesOf(noteFields).filter((name) => name !== 'text')

const headings = [
  ...(['firstName', 'lastName', 'dateOfBirth'] as const).map((name) => clientFields[name].label),
  ...noteNames.map((name) => noteFields[name].label),
  ...['Author', 'Author email', 'Written (UTC)', 'Version', 'Signed (UTC)', 'Signed by', 'Title'],
  ...['Reviewed (UTC)', 'Reviewed by', 'Review comment', noteFields.text.label],
  ...['Note ID', 'Corrects note', 'Flags'],
]

function cellsOf({ client, findings, goalTexts, ...note }: NoteOfLog): string[] {
  return [
    ...[client.firstName, client.lastName, client.dateOfBirth],
    ...noteNames.map((name) => cellOf(noteFields[name], name === 'goals' ? goalTexts : note[name])),
    ...[note.authorName, note.author, note.createdAt, String(note.version)],
    ...[note.signedAt, note.signedByName, note.signedTitle].map((value) => value ?? ''),
    ...[note.reviewedAt, note.reviewedByName, note.reviewComment].map((value) => value ?? ''),
    ...[note.text, note.id, note.corrects ?? ''],
    findings.map((finding) => findingLabels[finding]).join('; '),
  ]
}
