import { calendarDateOrEmpty } from '#contract/calendar-date.ts'

/** The viewer's calendar days as 'YYYY-MM-DD', both inclusive; undefined where the range is open. */
export interface DayRange {
  from: string | undefined
  to: string | undefined
}

export const allDays: DayRange = { from: undefined, to: undefined }

const day = calendarDateOrEmpty('')

/** 'YYYY-MM-DD', if there is such a day. */
export function calendarDay(text: string | null): string | undefined {
  return day.safeParse(text ?? '').data ?? undefined
}

/** The days that an address names; what is no day is left out of it. */
export function readDays(params: URLSearchParams): DayRange {
  return { from: calendarDay(params.get('from')), to: calendarDay(params.get('to')) }
}

/** 'YYYY-MM-DD' sorts by itself. */
export function endsBeforeItBegins({ from, to }: DayRange): boolean {
  return from !== undefined && to !== undefined && to < from
}

/**
 * The instants that the viewer's days hold: `from` on, and before `before`. A day begins at its first
 * instant, which where clocks are put forward at midnight is one o'clock; it may have 23 or 25 hours.
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
