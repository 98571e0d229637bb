import type { Role } from '../access/roles.ts'
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

/** When a service began and ended, and how long it took. */
export interface ServiceTimes {
  startTime?: string | null | undefined
  endTime?: string | null | undefined
  minutes?: number | null | undefined
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** How long the service took, computed from its times; undefined without both. */
export function minutesBetween({ startTime, endTime }: ServiceTimes): number | undefined {
  return startTime && endTime ? minutesOf(endTime) - minutesOf(startTime) : undefined
}

/** Checks the times against each other. */
export function serviceTimeErrors(note: ServiceTimes): FieldErrors {
  const { startTime, endTime, minutes } = note
  if (!startTime !== !endTime) return { [startTime ? 'endTime' : 'startTime']: 'Enter both times or neither' }
  const between = minutesBetween(note)
  if (between === undefined) return {}
  if (between <= 0) return { endTime: 'The end must be after the start' }
  return minutes && minutes !== between
    ? { minutes: `The start and end times are ${between} minutes apart` }
    : {}
}
