import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { noteFields } from '#contract/notes/fields.ts'
import { namesOf } from '#contract/record-field.ts'
import { type Finding, findingLabels } from '#contract/service-log/findings.ts'
import type { ServiceKey } from '#contract/services/service-keys.ts'
import { call, download } from '#portal/calls/call.ts'
import { calendarDay, type DayRange } from '#portal/days/day-range.ts'
import { type ListSchema, type ListState, rowsPerPage } from '#portal/lists/list-state.ts'
import { today } from '#portal/screen/dates.ts'

export interface LogFilters extends DayRange {
  /** An employee's id or 'me'. */
  author: string | undefined
  /** Whose clients: 'me', 'nobody' or an employee's id. */
  worker: string | undefined
  service: ServiceKey | undefined
  finding: Finding | undefined
  /** 'signature' or 'review'. */
  without: 'signature' | 'review' | undefined
}

function among<Value extends string>(values: readonly Value[]) {
  return (text: string | null) => values.find((value) => value === text)
}

export const logList: ListSchema<LogFilters> = {
  filters: {
    from: calendarDay,
    to: calendarDay,
    author: (text) => text || undefined,
    worker: (text) => text || undefined,
    service: among(namesOf(noteFields.service.choices)),
    finding: among(namesOf(findingLabels)),
    without: among(['signature', 'review']),
  },
}

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

export const logPageQuery = (state: LogState) =>
  queryOptions({
    queryKey: ['service-log', state],
    queryFn: async ({ signal }) => {
      const body = { ...filterOf(state), limit: rowsPerPage, cursor: state.cursor }
      return { ...(await call('POST /notes/search', { body }, { signal })), state }
    },
    placeholderData: keepPreviousData,
    // Notes are written all day.
    staleTime: 0,
  })

/** Milliseconds: enough for a year of notes on a slow connection. */
const downloadTimeout = 300_000

export function downloadLog(state: LogState, signal: AbortSignal): Promise<Blob> {
  return download('POST /notes/export', { body: filterOf(state) }, { signal, timeout: downloadTimeout })
}
