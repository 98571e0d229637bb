import * as z from 'zod/mini'
import { describedBy } from './text.ts'

interface DateRules {
  required: string
  invalid: string
  description?: string
  example?: string
}

/** A calendar date as 'YYYY-MM-DD', never an instant, never shifted by a time zone. */
export function calendarDate({ required, invalid, ...rest }: DateRules) {
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, { error: required, abort: true }),
      z.refine(isCalendarDate, invalid),
      describedBy({ example: '1990-04-12', ...rest }),
    )
}

/** The same for an optional date: '' becomes null. */
export function optionalCalendarDate(invalid: string) {
  return z.pipe(
    z.string({ error: invalid }).check(
      z.trim(),
      z.refine((text) => text === '' || isCalendarDate(text), invalid),
    ),
    z.transform((text) => text || null),
  )
}

export const earliestBirthDate = '1900-01-01'

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < earliestBirthDate) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
