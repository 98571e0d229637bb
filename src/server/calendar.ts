import { daysAfter } from '#contract/calendar-date.ts'

/** The calendar day of an instant in a time zone, as 'YYYY-MM-DD'. */
export function calendarDayIn(timeZone: string): (instant: Date) => string {
  // Swedish writes dates as 'YYYY-MM-DD'.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return (instant) => format.format(instant)
}

const millisecondsPerHour = 60 * 60 * 1000

/** The first instant of a day in a time zone: found by bisection, because days are 23 to 25 hours long. */
export function startOfDay(day: string, timeZone: string): Date {
  const dayOf = calendarDayIn(timeZone)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // No time zone is further from UTC than 14 hours.
  let before = midnight - 15 * millisecondsPerHour
  let within = midnight + 15 * millisecondsPerHour
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (dayOf(new Date(middle)) < day) before = middle
    else within = middle
  }
  return new Date(within)
}

/** The Monday of a day's week, both as 'YYYY-MM-DD'. */
export function mondayOf(day: string): string {
  const daysSinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return daysAfter(day, -daysSinceMonday)
}

const shortDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** 'YYYY-MM-DD' as 'Mar 5, 2026', in messages. */
export const shortDay = (day: string): string => shortDays.format(new Date(day))
