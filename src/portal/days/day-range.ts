import { isCalendarDate } from '#contract/calendar-date.ts'

/** The viewer's calendar days as 'YYYY-MM-DD', both inclusive; undefined where the range is open. */
export interface DayRange {
  from: string | undefined
  to: string | undefined
}

export const allDays: DayRange = { from: undefined, to: undefined }

/** 'YYYY-MM-DD', if it is a valid date. */
export function calendarDay(text: string | null): string | undefined {
  return text !== null && isCalendarDate(text) ? text : undefined
}

/** From an address, without invalid dates. */
export function readDays(params: URLSearchParams): DayRange {
  return { from: calendarDay(params.get('from')), to: calendarDay(params.get('to')) }
}

export function endsBeforeItBegins({ from, to }: DayRange): boolean {
  return from !== undefined && to !== undefined && to < from
}

/**
 * The viewer's days as instants: `from` inclusive, `before` exclusive. A day can have 23 or 25 hours, and begins at one o'clock
 * where clocks are put forward at midnight.
 */
export function instantsOf({ from, to }: Partial<DayRange>) {
  return {
    from: from === undefined ? undefined : startOf(from, 0).toISOString(),
    before: to === undefined ? undefined : startOf(to, 1).toISOString(),
  }
}

function startOf(calendarDay: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = calendarDay.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater)
}
