import type { FieldErrors } from '../endpoint.ts'
import { lengths } from '../lengths.ts'
import { futureDateErrors, type RecordFields } from '../record-field.ts'

/** The fields of a person in a client's life, in the order of the form. */
export const peopleFields = {
  relation: {
    kind: 'choice',
    label: 'Relationship',
    required: 'Choose a relationship',
    choices: {
      household: 'Household member',
      emergency: 'Emergency contact',
      landlord: 'Landlord',
      guardian: 'Guardian',
      payee: 'Representative payee',
      worker: 'Worker at another agency',
      other: 'Other',
    },
    description: 'Who the person is to the client; `worker` works at another agency',
    example: 'emergency',
  },
  name: {
    kind: 'line',
    label: 'Name',
    required: 'Enter a name',
    max: 200,
    dir: 'auto',
    description: 'Of a person or an agency',
    example: 'Sahra Warsame',
  },
  phone: {
    kind: 'phone',
    label: 'Phone',
    digits: [10, 15],
    description: '10 to 15 digits',
    example: '6125550187',
  },
  email: {
    kind: 'email',
    label: 'Email',
    max: lengths.email,
    example: 'sahra.warsame@example.org',
  },
  bornOn: {
    kind: 'date',
    label: 'Date of birth',
    inFuture: 'The date of birth can’t be in the future',
    description: 'Calendar date, YYYY-MM-DD, up to today',
    example: '2017-09-21',
  },
  mayContact: {
    kind: 'yes-no',
    label: 'OK to contact',
    description: 'Whether the client agreed that staff contact the person; null if nobody asked',
  },
  note: {
    kind: 'line',
    label: 'Note',
    max: 300,
    dir: 'auto',
    wide: true,
    example: 'Sister. Has a spare key.',
  },
  until: {
    kind: 'date',
    label: 'Until',
    hint: 'Leave blank while this is current.',
    description: 'The last day of the relationship',
    example: '2026-08-31',
  },
} as const satisfies RecordFields

interface PersonDates {
  bornOn?: string | null | undefined
  until?: string | null | undefined
}

/** What is wrong with the dates of a person. `today` is 'YYYY-MM-DD'. */
export function personDateErrors(dates: PersonDates, today: string): FieldErrors {
  const { bornOn, until } = dates
  return {
    ...(bornOn && until && until < bornOn && { until: 'This can’t end before the person was born' }),
    ...futureDateErrors(peopleFields, dates, today),
  }
}

/** 'Emergency contact'. */
export function relationName(relation: string): string {
  const relations: Readonly<Record<string, string>> = peopleFields.relation.choices
  return relations[relation] ?? relation
}
