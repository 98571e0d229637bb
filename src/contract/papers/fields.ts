import type { FieldErrors } from '../endpoint.ts'
import { futureDateErrors, type RecordFields } from '../record-field.ts'

/** The fields of a paper that was signed, in the order of the form. */
export const paperFields = {
  kind: {
    kind: 'choice',
    label: 'Kind',
    required: 'Choose what was signed',
    choices: {
      'privacy-notice': 'Privacy notice',
      release: 'Release of information',
      'statement-of-need': 'Statement of need',
      plan: 'Plan',
      lease: 'Lease',
      agreement: 'Agreement',
      other: 'Other document',
    },
    description: 'What was signed',
    example: 'release',
  },
  to: {
    kind: 'line',
    label: 'To whom',
    max: 200,
    dir: 'auto',
    description: 'Whom it was given to, or who may receive information',
    example: 'Hennepin County',
  },
  purpose: {
    kind: 'line',
    label: 'Purpose',
    max: 200,
    dir: 'auto',
    description: 'What it is for',
    example: 'Application for Housing Support',
  },
  where: {
    kind: 'line',
    label: 'Where it is kept',
    max: 200,
    dir: 'auto',
    description: 'Where the document itself is kept',
    example: 'Filing cabinet, folder A–D',
  },
  signedOn: {
    kind: 'date',
    label: 'Signed on',
    required: 'Choose a date',
    invalid: 'Enter a valid date, 1900 or later',
    inFuture: "The date can't be in the future",
    description: 'When it was signed: calendar date, YYYY-MM-DD, up to today',
    example: '2026-03-05',
  },
  expiresOn: {
    kind: 'date',
    label: 'Expires on',
    description: 'The last day on which it is valid',
    example: '2027-03-05',
  },
  revokedOn: {
    kind: 'date',
    label: 'Revoked on',
    inFuture: "The date can't be in the future",
    hint: 'While there is a date, nothing else of the entry can be changed.',
    description: 'When the client revoked it; nothing else can be changed while there is a date',
    example: '2026-09-14',
  },
} as const satisfies RecordFields

interface PaperDates {
  signedOn: string
  expiresOn?: string | null | undefined
  revokedOn?: string | null | undefined
}

/** What is wrong with the dates of a paper. `today` is 'YYYY-MM-DD'. */
export function paperDateErrors(dates: PaperDates, today: string): FieldErrors {
  const { signedOn, expiresOn, revokedOn } = dates
  return {
    ...(expiresOn && expiresOn < signedOn && { expiresOn: 'It can’t expire before it was signed' }),
    ...(revokedOn && revokedOn < signedOn && { revokedOn: 'It can’t be revoked before it was signed' }),
    ...futureDateErrors(paperFields, dates, today),
  }
}

/** 'Release of information, to Hennepin County'. */
export function paperName({ kind, to }: { kind: string; to: string | null }): string {
  const kinds: Readonly<Record<string, string>> = paperFields.kind.choices
  return `${kinds[kind] ?? kind}${to ? `, to ${to}` : ''}`
}
