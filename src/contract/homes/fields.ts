import type { FieldErrors } from '../endpoint.ts'
import { lengths } from '../lengths.ts'
import type { RecordFields } from '../record-field.ts'

const dollars = {
  kind: 'number',
  min: 0,
  max: 20_000,
  hint: 'Whole dollars per month.',
} as const

/** The fields of a home of a client, in the order of the form. */
export const homeFields = {
  kind: {
    kind: 'choice',
    label: 'Kind of home',
    required: 'Choose a kind of home',
    choices: {
      lease: 'Lease',
      'housing-support': 'Housing Support',
      'family-or-friends': 'With family or friends',
      shelter: 'Shelter',
      outside: 'Unsheltered',
      institution: 'Institution',
      other: 'Other',
    },
    description: 'Where the client lives or lived; `lease` is a home of their own with a lease',
    example: 'lease',
  },
  address: {
    kind: 'line',
    label: 'Address',
    max: lengths.address,
    dir: 'auto',
    wide: true,
    description: 'Not asked for in the portal where the client takes part in Safe at Home',
    example: '1420 Cedar Avenue S, Minneapolis, MN 55404',
  },
  movedInOn: {
    kind: 'date',
    label: 'Moved in on',
    required: 'Choose a date',
    invalid: 'Enter a valid date, 1900 or later',
    description: 'The first day: calendar date, YYYY-MM-DD',
    example: '2026-03-05',
  },
  rent: {
    ...dollars,
    label: 'Rent',
    description: 'Whole dollars per month',
    example: 1150,
  },
  share: {
    ...dollars,
    label: 'Client’s share',
    description: 'What the client pays of the rent, in whole dollars per month',
    example: 340,
  },
  subsidy: {
    kind: 'line',
    label: 'Subsidy',
    max: 100,
    dir: 'auto',
    description: 'Who pays the rest of the rent',
    example: 'Housing Choice Voucher',
  },
  leaseEndsOn: {
    kind: 'date',
    label: 'Lease ends on',
    description: 'The last day of the lease',
    example: '2027-02-28',
  },
  leftOn: {
    kind: 'date',
    label: 'Moved out on',
    hint: 'Leave blank while the client lives there.',
    description: 'The last day; null while the client lives there',
    example: '2026-11-15',
  },
  leftReason: {
    kind: 'line',
    label: 'Reason for leaving',
    max: 100,
    dir: 'auto',
    hint: 'A few words. Identical reasons are counted together.',
    description: 'Why the client left; needs `leftOn`',
    example: 'Moved to a larger apartment',
  },
  leftNote: {
    kind: 'line',
    label: 'Note on leaving',
    max: 300,
    dir: 'auto',
    wide: true,
    example: 'Deposit returned in full.',
  },
} as const satisfies RecordFields

interface HomeDates {
  movedInOn: string
  leaseEndsOn?: string | null | undefined
  leftOn?: string | null | undefined
  leftReason?: string | null | undefined
}

/** What is wrong with the days of a home. */
export function homeErrors({ movedInOn, leaseEndsOn, leftOn, leftReason }: HomeDates): FieldErrors {
  return {
    ...(leaseEndsOn &&
      leaseEndsOn < movedInOn && { leaseEndsOn: 'The lease can’t end before the client moved in' }),
    ...(leftOn && leftOn < movedInOn && { leftOn: 'The client can’t move out before moving in' }),
    ...(leftReason && !leftOn && { leftOn: 'Choose the day the client moved out, or remove the reason' }),
  }
}

/** 'Lease, 1420 Cedar Avenue S'. */
export function homeName({ kind, address }: { kind: string; address?: string | null | undefined }): string {
  const kinds: Readonly<Record<string, string>> = homeFields.kind.choices
  return [kinds[kind] ?? kind, address].filter(Boolean).join(', ')
}

/** '$1,150 a month'. */
export const dollarsAMonth = (amount: number): string => `$${amount.toLocaleString('en-US')} a month`

type Days = { movedInOn: string; leftOn: string | null }

/** Later than every day that can be entered. */
const never = '9999-99-99'

/** On one day, a client can leave a home and move into the next. */
export const homesOverlap = (one: Days, other: Days): boolean =>
  one.movedInOn < (other.leftOn ?? never) && other.movedInOn < (one.leftOn ?? never)
