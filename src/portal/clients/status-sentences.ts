import type { StatusChange } from '#contract/clients/schema.ts'
import { type ClientStatus, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { shortDate } from '#portal/screen/dates.ts'

/** 'Active since Mar 5, 2026'; of an earlier status the day on which it began: 'Pending, Mar 1, 2026'. */
export function headlineOf({ to, at }: StatusChange, { current }: { current: boolean }): string {
  return `${labelOf(to)}${current ? ' since' : ','} ${shortDate(at)}`
}

/** Who set it, and what it was before. The first row is the status at intake; imported records name nobody. */
export function originOf({ from, by }: StatusChange, { intake }: { intake: boolean }): string {
  if (intake) return by ? `at intake, by ${by}` : 'when the record was imported'
  return `changed ${by ? `by ${by} ` : ''}from ${labelOf(from)}`
}

const labelOf = (status: ClientStatus | null) => (status ? statusLabels[status] : unknownStatus)
