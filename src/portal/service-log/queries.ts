import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { daysAfter } from '#contract/calendar-date.ts'
import { noteFields } from '#contract/notes/fields.ts'
import type { Note } from '#contract/notes/schema.ts'
import { namesOf } from '#contract/record-field.ts'
import type { Grouping, LoggedNote } from '#contract/service-log/endpoints.ts'
import { findingLabels } from '#contract/service-log/findings.ts'
import { call, download } from '#portal/calls/call.ts'
import { type DayRange, readDays } from '#portal/days/day-range.ts'
import { among, type ListState } from '#portal/lists/list-state.ts'
import { changePages, pageQuery, rowsPerPage } from '#portal/lists/page-query.ts'
import { today } from '#portal/screen/dates.ts'
import { countedLabels, groupingLabels } from './wording.ts'

export const readLogFilters = (params: URLSearchParams) => ({
  ...readDays(params),
  /** An employee's id, or 'nobody' for those who were purged. */
  author: params.get('author') || undefined,
  /** Whose clients: 'nobody' or an employee's id. */
  worker: params.get('worker') || undefined,
  service: among([...namesOf(noteFields.service.choices), 'none'], params.get('service')),
  finding: among(namesOf(findingLabels), params.get('finding')),
  without: among(['signature', 'review'], params.get('without')),
  counted: among(namesOf(countedLabels), params.get('counted')),
  /** What has a row of its own in the totals. */
  by: among(namesOf(groupingLabels), params.get('by')),
})

export type LogFilters = ReturnType<typeof readLogFilters>

export type LogState = ListState<LogFilters>

/** Without dates: this month through today. */
export const periodOf = ({ from, to }: DayRange) => {
  const last = to ?? today()
  return { from: from ?? `${last.slice(0, 7)}-01`, to: last }
}

export const thisMonth = { from: undefined, to: undefined }

export function lastMonth(): DayRange {
  const to = daysAfter(periodOf(thisMonth).from, -1)
  return periodOf({ from: undefined, to })
}

const periodFilter = ({ author, worker, service, ...days }: LogState) => ({
  ...periodOf(days),
  ...{ author, assignedTo: worker, service },
})

const filterOf = (state: LogState) => ({
  ...periodFilter(state),
  finding: state.finding,
  unsigned: state.without === 'signature',
  unreviewed: state.without === 'review',
  counted: state.counted,
})

const pages = ['service-log']

/** Notes are written all day. */
export const logPageQuery = ({ by: _, ...state }: LogState) =>
  pageQuery({
    key: pages,
    state,
    read: (signal) => {
      const body = { ...filterOf({ ...state, by: undefined }), limit: rowsPerPage, cursor: state.cursor }
      return call('POST /notes/search', { body }, { signal })
    },
    staleTime: 0,
  })

/** Shows a changed note in the pages that were read. */
export function useTakeLoggedNote() {
  const queries = useQueryClient()
  return (note: Note) =>
    changePages<{ items: LoggedNote[] }>(queries, pages, (page) => ({
      ...page,
      items: page.items.map((row) => (row.id === note.id ? { ...row, ...note } : row)),
    }))
}

/** Without a grouping, only the total is shown. */
const totalsBody = (state: LogState) => ({ ...periodFilter(state), by: state.by ?? ('worker' as Grouping) })

export function totalsQuery(state: LogState) {
  const body = totalsBody(state)
  return queryOptions({
    queryKey: ['service-totals', body],
    queryFn: async ({ signal, client }) => {
      // The server does one search of an employee at a time, and the notes come first.
      await client.ensureQueryData(logPageQuery(state)).catch(() => undefined)
      return call('POST /notes/totals', { body }, { signal })
    },
    staleTime: 0,
  })
}

/** Milliseconds: enough for a year of notes on a slow connection. */
const downloadTimeout = 300_000

export function downloadLog(state: LogState, signal: AbortSignal): Promise<Blob> {
  return download('POST /notes/export', { body: filterOf(state) }, { signal, timeout: downloadTimeout })
}

export function downloadTotals(state: LogState, signal: AbortSignal): Promise<Blob> {
  return download('POST /notes/totals/export', { body: totalsBody(state) }, { signal })
}
