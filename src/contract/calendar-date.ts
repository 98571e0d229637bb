export const earliestDate = '1900-01-01'

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < earliestDate) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The day so many days after another, or before it if `days` is negative. Days can have 23 or 25 hours, so hours are not counted. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const clocks = new Map<string | undefined, Intl.DateTimeFormat>()

/** What clocks of a time zone show at an instant, as the instant at which clocks of UTC show the same. */
function clockAt(instant: number, timeZone: string | undefined): number {
  // Swedish writes 'YYYY-MM-DD HH:MM'.
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  clocks.set(timeZone, clock)
  return Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`)
}

/**
 * The instant at which clocks of a time zone show 'HH:MM' on a day: the first one where clocks were set back, undefined where
 * they were set forward past it.
 */
export function instantOf(day: string, time: string, timeZone: string | undefined): number | undefined {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const ofDayBefore = shown - 24 * 60 * 60 * 1000
  const ofDayAfter = shown + 24 * 60 * 60 * 1000
  return [ofDayBefore, ofDayAfter]
    .map((near) => shown + near - clockAt(near, timeZone))
    .find((instant) => clockAt(instant, timeZone) === shown)
}

/** How many days later a day is; negative if it is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000)
