import type { Role } from '../access/roles.ts'

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
