import { serverNow } from '#portal/session/server-clock.ts'
import { metaContent } from './page-meta.ts'

const shortFormat = { year: 'numeric', month: 'short', day: 'numeric' } as const
const longFormat = { ...shortFormat, month: 'long' } as const

// Created once: that takes a hundred times as long as formatting a date.
const short = formatter(shortFormat)
const shortWithTime = formatter({ ...shortFormat, hour: 'numeric', minute: '2-digit' })
const hourMinute = formatter({ hour: 'numeric', minute: '2-digit' })
const time = formatter({ hour: 'numeric', minute: 'numeric', second: 'numeric' })
// Parsed and formatted in one zone: no viewer's zone shifts the day.
const shortCalendar = formatter({ ...shortFormat, timeZone: 'UTC' })
const shortDay = formatter({ month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthAndYear = formatter({ year: 'numeric', month: 'long', timeZone: 'UTC' })
const longCalendar = formatter({ ...longFormat, timeZone: 'UTC' })

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', options)
}

/** A text that is no date stays as it is. */
function formatted(text: string, format: Intl.DateTimeFormat, date = new Date(text)): string {
  return Number.isNaN(date.getTime()) ? text : format.format(date)
}

/** An instant as 'Mar 5, 2024', in the viewer's time zone. */
export function shortDate(instant: string): string {
  return formatted(instant, short)
}

/** The same for a narrow column, on one line. */
export function unbrokenDate(instant: string): string {
  return shortDate(instant).replaceAll(' ', '\u00a0')
}

/** An instant as 'Mar 5, 2024, 3:04 PM', in the viewer's time zone. */
export function dateAndTime(instant: string): string {
  return formatted(instant, shortWithTime)
}

/** An instant as '3:04 PM', in the viewer's time zone. */
export function hourAndMinute(instant: string | Date): string {
  return hourMinute.format(new Date(instant))
}

/** An instant as '3:04:05 PM', in the viewer's time zone. */
export function timeOfDay(instant: string): string {
  return formatted(instant, time)
}

/** 'YYYY-MM-DD' as 'March 5, 1984'. */
export function longCalendarDate(day: string): string {
  return formatted(day, longCalendar, midnightOf(day))
}

/** 'YYYY-MM-DD' as 'Mar 5, 1984', for tables. */
export function shortCalendarDate(day: string): string {
  return formatted(day, shortCalendar, midnightOf(day))
}

/** 'YYYY-MM-DD' as 'Mar 5', for a day that is near. */
export function monthAndDay(day: string): string {
  return formatted(day, shortDay, midnightOf(day))
}

/** 'YYYY-MM' as 'March 2026'. */
export function monthName(month: string): string {
  return formatted(month, monthAndYear, midnightOf(`${month}-01`))
}

function midnightOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** The viewer's day of an instant as 'YYYY-MM-DD'. */
export function dayOf(instant: Date): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${instant.getFullYear()}-${part(instant.getMonth() + 1)}-${part(instant.getDate())}`
}

export const organizationTimeZone = (): string | undefined => metaContent('time-zone') || undefined

let organizationDay: Intl.DateTimeFormat | undefined

/** The organization's day as 'YYYY-MM-DD', wherever the viewer is: the server counts by it what is due, late or in the future. */
export function today(now = serverNow()): string {
  // Swedish writes dates as 'YYYY-MM-DD'.
  organizationDay ??= new Intl.DateTimeFormat('sv-SE', { timeZone: organizationTimeZone() })
  return organizationDay.format(now)
}

/** The organization's time of day as 'HH:MM'. */
export function currentTime(now = serverNow()): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: organizationTimeZone(), timeStyle: 'short' }).format(
    now,
  )
}
