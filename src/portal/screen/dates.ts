const shortFormat: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' }
const longFormat: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', day: 'numeric' }

/** An instant as 'Mar 5, 2024', in the viewer's time zone (decision 51). */
export function shortDate(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? instant : date.toLocaleDateString('en-US', shortFormat)
}

/** 'YYYY-MM-DD' as 'March 5, 1984': read and shown in one zone, so that no viewer's zone shifts it (decision 15). */
export function longCalendarDate(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(date.getTime())
    ? day
    : date.toLocaleDateString('en-US', { ...longFormat, timeZone: 'UTC' })
}

/** The viewer's day as 'YYYY-MM-DD'. */
export function today(now = new Date()): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
}
