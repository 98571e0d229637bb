import { faker } from '@faker-js/faker/locale/en_US'
import { calendarDayIn, startOfDay } from '#server/calendar.ts'

const oneDay = 24 * 60 * 60 * 1000

/** How many days back records reach: three years, less the two days by which a Sunday is moved back. */
const daysCovered = 3 * 365 - 2

/** The first records fall into every time window of screens and rules: even a small seed covers all of them. */
const firstDaysAgo = [daysCovered - 1, 0, 3, 20, 60]

const goldenRatio = (Math.sqrt(5) - 1) / 2

/** The past three years in the organization's time zone, counted back from today. */
export type Calendar = ReturnType<typeof seedCalendar>

export function seedCalendar(now: Date, timeZone: string) {
  const today = Date.parse(calendarDayIn(timeZone)(now))
  const starts = new Map<number, number>()

  /** Midnight UTC of the date, for arithmetic with dates. */
  const midnightUtc = (daysAgo: number) => new Date(today - daysAgo * oneDay)

  function startOf(daysAgo: number): number {
    const date = midnightUtc(daysAgo).toISOString().slice(0, 10)
    const start = starts.get(daysAgo) ?? startOfDay(date, timeZone).getTime()
    starts.set(daysAgo, start)
    return start
  }

  /** A time on that day, mostly in office hours; today it is in the first second, which is past. */
  function onDay(daysAgo: number): Date {
    if (daysAgo <= 0) return new Date(startOf(0) + faker.number.int(999))
    const [min, max] = faker.datatype.boolean(0.93) ? [8, 17.5] : [6, 22]
    return new Date(startOf(daysAgo) + faker.number.int({ min: min * 3_600_000, max: max * 3_600_000 - 1 }))
  }

  /** When the record with that number was made: evenly over three years, on Friday instead of a weekend. */
  function recordTime(index: number): Date {
    const first = firstDaysAgo[index]
    if (first !== undefined) return onDay(first)
    // The fractions of multiples of the golden ratio are spread evenly, however many there are.
    const daysAgo = Math.floor(((0.5 + index * goldenRatio) % 1) * daysCovered)
    const sinceFriday = { 6: 1, 0: 2 }[midnightUtc(daysAgo).getUTCDay()] ?? 0
    return onDay(daysAgo + sinceFriday)
  }

  return {
    midnightUtc,
    onDay,
    recordTime,
    startOfToday: new Date(startOf(0)),
    /** How many days ago that instant was; 0 from the start of today on. */
    daysAgo: (instant: Date) => Math.max(0, Math.ceil((startOf(0) - instant.getTime()) / oneDay)),
  }
}
