import { faker } from '@faker-js/faker/locale/en_US'
import { calendarDayIn, startOfDay } from '#server/calendar.ts'

const oneDay = 24 * 60 * 60 * 1000
const hour = 60 * 60 * 1000

/** How many days back records reach, and the step between two of them, which visits each day before it repeats one. */
const daysCovered = 3 * 365
const step = 677

/** The first records fall into every time window of screens and rules: even a small seed covers all of them. */
const firstDaysAgo = [daysCovered - 1, 0, 3, 20, 60]

/** The past three years in the organization's time zone, counted back from today. */
export type Calendar = ReturnType<typeof seedCalendar>

export function seedCalendar(now: Date, timeZone: string) {
  const today = calendarDayIn(timeZone)(now)
  const startOfToday = startOfDay(today, timeZone)

  /** A time of that day in office hours, which a clock change since moves by an hour; today in the first second, which is past. */
  function onDay(daysAgo: number): Date {
    const since =
      daysAgo > 0 ? faker.number.int({ min: 9 * hour, max: 17 * hour - 1 }) : faker.number.int(999)
    return new Date(startOfToday.getTime() - Math.max(0, daysAgo) * oneDay + since)
  }

  return {
    startOfToday,
    onDay,
    /** Midnight UTC of the date, for arithmetic with dates. */
    midnightUtc: (daysAgo: number) => new Date(Date.parse(today) - daysAgo * oneDay),
    /** When the record with that number was made: evenly over three years. */
    recordTime: (index: number) => onDay(firstDaysAgo[index] ?? (index * step) % daysCovered),
    /** How many days ago that instant was; 0 from the start of today on. */
    daysAgo: (instant: Date) => Math.max(0, Math.ceil((startOfToday.getTime() - instant.getTime()) / oneDay)),
    /** Which share of the three years had passed at that instant. */
    passed: (instant: Date) => 1 - (startOfToday.getTime() - instant.getTime()) / oneDay / daysCovered,
  }
}
