import type { Role } from '../access/roles.ts'
import { daysAfter, instantOf } from '../calendar-date.ts'
import type { FieldErrors } from '../endpoint.ts'

const daysPerMonth = 30
const millisecondsPerDay = 24 * 60 * 60 * 1000

/**
 * How old, in days, a note may be for a role to change it. The training texts print these very
 * numbers, so that they can't contradict the rule.
 */
export const noteWindowDays = {
  'super-admin': Number.POSITIVE_INFINITY,
  admin: 3 * daysPerMonth,
  manager: 1 * daysPerMonth,
  employee: 0,
} as const satisfies Record<Role, number>

/** Whether a role may edit or delete a note: strictly younger than the role's window. */
export function mayChangeNote(role: Role, note: { createdAt: string | Date }, now: Date): boolean {
  const window = noteWindowDays[role]
  if (window === 0) return false
  const age = now.getTime() - new Date(note.createdAt).getTime()
  return age < window * millisecondsPerDay
}

/** Until when a role may change a note: null if always, undefined if never. */
export function noteChangeDeadline(role: Role, note: { createdAt: string | Date }): Date | null | undefined {
  const window = noteWindowDays[role]
  if (window === 0) return undefined
  if (window === Number.POSITIVE_INFINITY) return null
  return new Date(new Date(note.createdAt).getTime() + window * millisecondsPerDay)
}

type Reviewable = { [Key in 'authorId' | 'editedById' | 'reviewedAt' | 'reviewedById']: string | null }

/** Whether this employee wrote what a review would be about: the first text, or the latest. */
export function isWriterOf({ authorId, editedById }: Reviewable, employeeId: string): boolean {
  return authorId === employeeId || editedById === employeeId
}

/** Whether this employee may review the note, if their role reviews notes: their own review can be replaced, nobody else's. */
export function mayReviewNote(note: Reviewable, employeeId: string): boolean {
  return !isWriterOf(note, employeeId) && (!note.reviewedAt || note.reviewedById === employeeId)
}

/** When a service began and ended, and how long it took. */
export interface ServiceTimes {
  serviceDate?: string | null | undefined
  startTime?: string | null | undefined
  endTime?: string | null | undefined
  endsNextDay?: boolean | null | undefined
  minutes?: number | null | undefined
}

/** Hours that a service past midnight may take. */
const longestNight = 16

/** The instants of both times. Without a date no clock changes between them. */
function instantsOf(note: ServiceTimes, timeZone: string | undefined) {
  const { serviceDate, startTime, endTime, endsNextDay } = note
  if (!startTime || !endTime) return undefined
  const [day, zone] = serviceDate ? [serviceDate, timeZone] : ['2000-01-01', 'UTC']
  return {
    start: instantOf(day, startTime, zone),
    end: instantOf(endsNextDay ? daysAfter(day, 1) : day, endTime, zone),
  }
}

/** How long the service took, computed from its times in the organization's time zone; undefined without both. */
export function minutesBetween(note: ServiceTimes, timeZone: string | undefined): number | undefined {
  const { start, end } = instantsOf(note, timeZone) ?? {}
  return start === undefined || end === undefined ? undefined : (end - start) / 60_000
}

const skipped = 'Clocks were set forward: there was no such time on that day'

/** Checks the times against each other. */
export function serviceTimeErrors(note: ServiceTimes, timeZone: string | undefined): FieldErrors {
  const { startTime, endTime, endsNextDay, minutes } = note
  if (!startTime !== !endTime) return { [startTime ? 'endTime' : 'startTime']: 'Enter both times or neither' }
  const instants = instantsOf(note, timeZone)
  if (!instants) return endsNextDay ? { endTime: 'Enter both times' } : {}
  if (instants.start === undefined) return { startTime: skipped }
  if (instants.end === undefined) return { endTime: skipped }
  const between = (instants.end - instants.start) / 60_000
  if (between <= 0) return { endTime: 'The end must be after the start' }
  if (endsNextDay && between > longestNight * 60)
    return { endTime: `The end can be at most ${longestNight} hours after the start` }
  return minutes && minutes !== between
    ? { minutes: `The start and end times are ${between} minutes apart` }
    : {}
}

/** Checks that a service with times is over. Without a date they are those of the day on which the note was written. */
export function signingErrors(
  note: ServiceTimes,
  { writtenOn, now, timeZone }: { writtenOn: string; now: Date; timeZone: string },
): FieldErrors {
  const serviceDate = note.serviceDate ?? writtenOn
  const { end = 0 } = instantsOf({ ...note, serviceDate }, timeZone) ?? {}
  return end > now.getTime() ? { sign: 'This service has not ended yet. Sign the note when it has.' } : {}
}

/** What its author attests to by signing a note, or a correction. */
export const attestedSentence = (isCorrection: boolean): string =>
  isCorrection ? 'This correction is true.' : 'I provided this service, and this entry is true.'
