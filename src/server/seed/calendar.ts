import { calendarDayIn, startOfDay } from '#server/calendar.ts'
import type { Random } from './random.ts'

const oneDay = 24 * 60 * 60 * 1000

/** Days back to the oldest record: three years, less the two days that a Sunday is moved back. */
const span = 3 * 365 - 2

/** The first records reach every window that a screen or a rule knows, so that a small seed does, too. */
const firstDaysAgo = [span - 1, 0, 3, 20, 60]

const goldenRatio = (Math.sqrt(5) - 1) / 2

/** The past three years in the organization's time zone, counted back from today. */
export type Calendar = ReturnType<typeof calendarOf>

export function calendarOf(now: Date, timeZone: string) {
  const today = Date.parse(calendarDayIn(timeZone)(now))
  const starts = new Map<number, number>()

  /** Midnight UTC of the date, for arithmetic with dates. */
  const midnightUtc = (daysAgo: number) => new Date(today - daysAgo * oneDay)

  /** 'YYYY-MM-DD'. */
  const date = (daysAgo: number) => midnightUtc(daysAgo).toISOString().slice(0, 10)

  function startOf(daysAgo: number): number {
    const start = starts.get(daysAgo) ?? startOfDay(date(daysAgo), timeZone).getTime()
    starts.set(daysAgo, start)
    return start
  }

  /** A time on that day; today's is the first second, so that it lies in the past whenever the command runs. */
  function onDay(daysAgo: number, random: Random): Date {
    if (daysAgo <= 0) return new Date(startOf(0) + random.below(1000))
    const minutes = random.happens(0.93) ? 8 * 60 + random.below(9.5 * 60) : 6 * 60 + random.below(16 * 60)
    return new Date(startOf(daysAgo) + minutes * 60_000 + random.below(60_000))
  }

  /** When the record with that number came about: evenly over three years, what falls on a weekend on the Friday before. */
  function momentOf(index: number, random: Random): Date {
    const first = firstDaysAgo[index]
    if (first !== undefined) return onDay(first, random)
    // Multiples of the golden ratio lie evenly, however many there are.
    const daysAgo = Math.floor(((0.5 + index * goldenRatio) % 1) * span)
    const sinceFriday = { 6: 1, 0: 2 }[midnightUtc(daysAgo).getUTCDay()] ?? 0
    return onDay(daysAgo + sinceFriday, random)
  }

  return {
    date,
    midnightUtc,
    onDay,
    momentOf,
    startOfToday: new Date(startOf(0)),
    /** How many days ago that instant was; 0 from the start of today on. */
    daysAgo: (instant: Date) => Math.max(0, Math.ceil((startOf(0) - instant.getTime()) / oneDay)),
  }
}
