import { noteFields } from '#contract/notes/fields.ts'
import { namesOf } from '#contract/record-field.ts'
import { findingLabels } from '#contract/service-log/findings.ts'
import { call, download } from '#portal/calls/call.ts'
import { type DayRange, readDays } from '#portal/days/day-range.ts'
import { among, type ListState } from '#portal/lists/list-state.ts'
import { pageQuery, rowsPerPage } from '#portal/lists/page-query.ts'
import { today } from '#portal/screen/dates.ts'

export const readLogFilters = (params: URLSearchParams) => ({
  ...readDays(params),
  /** An employee's id. */
  author: params.get('author') || undefined,
  /** Whose clients: 'nobody' or an employee's id. */
  worker: params.get('worker') || undefined,
  service: among(namesOf(noteFields.service.choices), params.get('service')),
  finding: among(namesOf(findingLabels), params.get('finding')),
  without: among(['signature', 'review'], params.get('without')),
})

export type LogFilters = ReturnType<typeof readLogFilters>

type LogState = ListState<LogFilters>

/** Without dates: this month through today. */
export const periodOf = ({ from, to }: DayRange) => {
  const last = to ?? today()
  return { from: from ?? `${last.slice(0, 7)}-01`, to: last }
}

function filterOf({ author, worker, service, finding, without, ...days }: LogState) {
  return {
    ...periodOf(days),
    author,
    assignedTo: worker,
    service,
    finding,
    unsigned: without === 'signature',
    unreviewed: without === 'review',
  }
}

/** Notes are written all day. */
export const logPageQuery = (state: LogState) =>
  pageQuery({
    key: ['service-log'],
    state,
    read: (signal) => {
      const body = { ...filterOf(state), limit: rowsPerPage, cursor: state.cursor }
      return call('POST /notes/search', { body }, { signal })
    },
    staleTime: 0,
  })

/** Milliseconds: enough for a year of notes on a slow connection. */
const downloadTimeout = 300_000

export function downloadLog(state: LogState, signal: AbortSignal): Promise<Blob> {
  return download('POST /notes/export', { body: filterOf(state) }, { signal, timeout: downloadTimeout })
}
