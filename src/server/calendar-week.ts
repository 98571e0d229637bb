import { calendarDayIn, startOfDay } from './calendar-day.ts'

const millisecondsPerDay = 24 * 60 * 60 * 1000

/**
 * When the week of an instant began: Monday's first moment in the time zone (decision 51). A week is an hour shorter or
 * longer where the clocks change in it, so it is found by the calendar and not by counting hours.
 */
export function startOfWeekIn(timeZone: string): (instant: Date) => Date {
  const dayOf = calendarDayIn(timeZone)
  let last: { monday: string; start: Date } | undefined
  return (instant) => {
    const monday = mondayOf(dayOf(instant))
    if (last?.monday !== monday) last = { monday, start: startOfDay(monday, timeZone) }
    return last.start
  }
}

/** The Monday of a day's week, both as 'YYYY-MM-DD'. */
function mondayOf(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const daysSinceMonday = (new Date(midnight).getUTCDay() + 6) % 7
  return new Date(midnight - daysSinceMonday * millisecondsPerDay).toISOString().slice(0, 10)
}
