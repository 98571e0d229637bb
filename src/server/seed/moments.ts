import type { Calendar } from './calendar.ts'
import { type Chance, evenShare } from './chance.ts'

/** Days back to the oldest record: three years, less the days that a weekend may be moved back. */
const span = 3 * 365 - 7

/** The first few of each kind make sure that even a small seed reaches every window that a screen or a rule knows. */
const firstDaysAgo = [span - 1, 0, 3, 20, 60]

export type Hours = 'office' | 'any'

/**
 * When the record with that number came about: evenly over three years, today included, mostly on weekdays and in
 * office hours. What is of today came about as it began, so that it lies in the past whenever the command is run.
 */
export function momentOf(index: number, chance: Chance, calendar: Calendar, hours: Hours = 'office'): Date {
  const daysAgo =
    firstDaysAgo[index] ?? onWeekday(Math.floor(evenShare(index) * span), chance, calendar, hours)
  return onDay(daysAgo, chance, calendar, hours)
}

/** A time on that day, or the first second of today. */
export function onDay(daysAgo: number, chance: Chance, calendar: Calendar, hours: Hours = 'office'): Date {
  if (daysAgo <= 0) return new Date(calendar.startOfToday.getTime() + chance.below(1000))
  const minutes = chance.happens(hours === 'office' ? 0.93 : 0.5)
    ? officeMinute(chance)
    : 6 * 60 + chance.below(16 * 60)
  return new Date(calendar.instant(daysAgo, minutes).getTime() + chance.below(60_000))
}

/** From 8 in the morning to half past five. */
const officeMinute = (chance: Chance) => 8 * 60 + chance.below(9.5 * 60)

/** Most of what falls on a weekend happened on one of the five days before. */
function onWeekday(daysAgo: number, chance: Chance, calendar: Calendar, hours: Hours): number {
  const weekday = calendar.weekday(daysAgo)
  if (hours === 'any' || daysAgo === 0 || (weekday !== 0 && weekday !== 6)) return daysAgo
  if (chance.happens(0.1)) return daysAgo
  return daysAgo + (weekday === 6 ? 1 : 2) + chance.below(5)
}
