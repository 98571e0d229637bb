const shortFormat: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' }
const longFormat: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' }

/** An instant as 'Mar 5, 2024', in the viewer's time zone (decision 51). */
export function shortDate(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : date.toLocaleDateString('en-US', shortFormat)
}

/** The same for a narrow column: all of it stands on one line. */
export function unbrokenDate(instant: string): string {
  return shortDate(instant).replaceAll(' ', '\u00a0')
}

/** An instant as 'Mar 5, 2024, 3:04 PM', in the viewer's time zone (decision 51). */
export function dateAndTime(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return instant
  return date.toLocaleString('en-US', { ...shortFormat, hour: 'numeric', minute: '2-digit' })
}

/** An instant as '3:04:05 PM', in the viewer's time zone (decision 51). */
export function timeOfDay(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : date.toLocaleTimeString('en-US')
}

/** 'YYYY-MM-DD' as 'March 5, 1984'. */
export function longCalendarDate(day: string): string {
  return calendarDate(day, longFormat)
}

/** 'YYYY-MM-DD' as 'Mar 5, 1984', for tables. */
export function shortCalendarDate(day: string): string {
  return calendarDate(day, shortFormat)
}

/** Read and shown in one zone, so that no viewer's zone shifts it (decision 15). */
function calendarDate(day: string, format: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? day : date.toLocaleDateString('en-US', { ...format, timeZone: 'UTC' })
}

/** The viewer's day as 'YYYY-MM-DD'. */
export function today(now = new Date()): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}
