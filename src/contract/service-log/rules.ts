import type { FieldErrors } from '../endpoint.ts'

/** Days. Reading a period takes a connection for as long as it is long. */
const longestPeriod = 366

/** Both days, 'YYYY-MM-DD', belong to the period. */
export function periodErrors({ from, to }: { from: string; to: string }): FieldErrors {
  if (to < from) return { to: 'The end date can’t be before the start date' }
  const days = (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000) + 1
  return days > longestPeriod
    ? { to: `The end date is too late: a period has at most ${longestPeriod} days` }
    : {}
}
