import { daysAfter } from '../calendar-date.ts'
import { daysBeforeDue } from '../due/manifest.ts'
import type { FieldErrors } from '../endpoint.ts'
import { noteFields } from '../notes/fields.ts'

interface Dates {
  /** 'YYYY-MM-DD', both inclusive. */
  startsOn: string
  endsOn: string
}

export const authorizationDateErrors = ({ startsOn, endsOn }: Dates): FieldErrors =>
  endsOn < startsOn ? { endsOn: 'The end date can’t be before the start date' } : {}

/** Whether two authorizations of one client share a day. */
export const authorizationsOverlap = (one: Covered, other: Covered): boolean =>
  one.service === other.service &&
  one.startsOn <= other.endsOn &&
  other.startsOn <= one.endsOn &&
  !one.mistaken &&
  !other.mistaken

type Covered = Dates & { service: string; mistaken?: boolean | null }

/** 'Authorization 4711', or 'Authorization from Hennepin County' if it has no number. */
export const authorizationName = ({ number, payer }: Pick<Named, 'number' | 'payer'>) =>
  `Authorization ${number ?? `from ${payer}`}`

interface Named {
  payer: string
  number: string | null
  service: string
}

/** 'Housing Transition, Hennepin County, number 4711'. */
export const authorizationTitle = ({ payer, number, service }: Named) =>
  [serviceLabel(service), payer, number && `number ${number}`].filter(Boolean).join(', ')

/** 'Housing Transition'. */
export function serviceLabel(service: string): string {
  const labels: Readonly<Record<string, string>> = noteFields.service.choices
  return labels[service] ?? service
}

export const warningLabels = {
  'ends-soon': `Ends within ${daysBeforeDue} days`,
  ended: 'Ended',
  low: 'Almost used up',
  'used-up': 'Used up',
} as const

export type Warning = keyof typeof warningLabels

interface Use extends Dates {
  minutes: number | null
  usedMinutes: number
  mistaken: boolean | null
}

/** What to point out about an authorization. `today` is 'YYYY-MM-DD'. */
export function warningsOf({ endsOn, minutes, usedMinutes, mistaken }: Use, today: string): Warning[] {
  if (mistaken) return []
  const warnings: Warning[] = []
  if (endsOn < today) warnings.push('ended')
  else if (endsOn <= daysAfter(today, daysBeforeDue)) warnings.push('ends-soon')
  // 'low' from 80 percent on.
  if (minutes !== null && usedMinutes >= minutes) warnings.push('used-up')
  else if (minutes !== null && usedMinutes * 5 >= minutes * 4) warnings.push('low')
  return warnings
}
