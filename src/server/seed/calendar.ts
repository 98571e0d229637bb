import { calendarDayIn, startOfDay } from '#server/calendar-day.ts'

const day = 24 * 60 * 60 * 1000
const minute = 60 * 1000

/** Days and times of day of one time zone, counted back from today. */
export interface Calendar {
  /** 'YYYY-MM-DD'. */
  date(daysAgo: number): string
  /** 0 is Sunday. */
  weekday(daysAgo: number): number
  /** So many minutes after midnight of that day. */
  instant(daysAgo: number, minutes: number): Date
  /** Whatever the time is now, this is past. */
  startOfToday: Date
  /** How many days ago that instant was; 0 from the start of today on. */
  daysAgo(instant: Date): number
}

export function calendarOf(now: Date, timeZone: string): Calendar {
  const today = calendarDayIn(timeZone)(now)
  const middayUtc = (daysAgo: number) => new Date(Date.parse(`${today}T12:00:00Z`) - daysAgo * day)
  const date = (daysAgo: number) => middayUtc(daysAgo).toISOString().slice(0, 10)
  const starts: number[] = []
  const startOf = (daysAgo: number) => {
    const start = starts[daysAgo] ?? startOfDay(date(daysAgo), timeZone).getTime()
    starts[daysAgo] = start
    return start
  }
  return {
    date,
    weekday: (daysAgo) => middayUtc(daysAgo).getUTCDay(),
    instant: (daysAgo, minutes) => new Date(startOf(daysAgo) + minutes * minute),
    startOfToday: new Date(startOf(0)),
    daysAgo: (instant) => Math.max(0, Math.ceil((startOf(0) - instant.getTime()) / day)),
  }
}
