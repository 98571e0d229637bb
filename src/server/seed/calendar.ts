import { faker } from '@faker-js/faker/locale/en_US'
import { calendarDayIn, startOfDay } from '#server/calendar.ts'

const oneDay = 24 * 60 * 60 * 1000

/** How many days back records reach: three years, less the two days by which a Sunday is moved back. */
const daysCovered = 3 * 365 - 2

/** The first records fall into every time window of screens and rules: even a small seed covers all of them. */
const firstDaysAgo = [daysCovered, 0, 3, 20, 60]

/** The past three years in the organization's time zone, counted back from today. */
export type Calendar = ReturnType<typeof seedCalendar>

export function seedCalendar(now: Date, timeZone: string) {
  const today = Date.parse(calendarDayIn(timeZone)(now))
  const starts = new Map<number, number>()

  /** 'YYYY-MM-DD'. */
  const dateOf = (daysAgo: number) => new Date(today - daysAgo * oneDay).toISOString().slice(0, 10)

  function startOf(daysAgo: number): number {
    const start = starts.get(daysAgo) ?? startOfDay(dateOf(daysAgo), timeZone).getTime()
    starts.set(daysAgo, start)
    return start
  }

  /** A time in office hours of that day; today it is in the first second, which is past. */
  function onDay(daysAgo: number): Date {
    if (daysAgo <= 0) return new Date(startOf(0) + faker.number.int(999))
    return new Date(startOf(daysAgo) + faker.number.int({ min: 8 * 3_600_000, max: 17.5 * 3_600_000 }))
  }

  /** When the record with that number was made: any day of the three years, but Friday instead of a weekend. */
  function recordTime(index: number): Date {
    const first = firstDaysAgo[index]
    if (first !== undefined) return onDay(first)
    const daysAgo = faker.number.int(daysCovered)
    const sinceFriday = { 6: 1, 0: 2 }[new Date(dateOf(daysAgo)).getUTCDay()] ?? 0
    return onDay(daysAgo + sinceFriday)
  }

  /** How many days ago that instant was; 0 from the start of today on. */
  const daysAgo = (instant: Date) => Math.max(0, Math.ceil((startOf(0) - instant.getTime()) / oneDay))

  return { dateOf, onDay, recordTime, daysAgo }
}
