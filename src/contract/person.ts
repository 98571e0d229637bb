import { lengths } from './lengths.ts'

/** One field of a record, as the form, the import, the API and its reference use it. */
export interface RecordField {
  /** On screens; a spreadsheet's column for it has the same name. */
  label: string
  /** The message for an empty value and, without `invalid`, for an invalid one. */
  required: string
  invalid?: string
  hint?: string
  /** Longest value in UTF-16 code units. */
  max?: number
  /** 'auto' where people write in any script. */
  dir?: 'auto'
  /** For the API's reference. */
  description?: string
  example?: string
}

/** Fields that clients and employees share. */
export const personFields = {
  firstName: { label: 'First Name', required: 'First name is required', max: lengths.name, dir: 'auto' },
  lastName: { label: 'Last Name', required: 'Last name is required', max: lengths.name, dir: 'auto' },
  birthDate: {
    label: 'Date of Birth',
    required: 'Date of birth is required',
    invalid: 'Enter a real date in 1900 or later',
    inFuture: "Date of birth can't be in the future",
  },
  email: {
    label: 'Email',
    required: 'Enter a valid email address',
    invalid: 'Enter a valid email address',
    max: lengths.email,
  },
  address: { label: 'Address', required: 'Address is required', max: lengths.address, dir: 'auto' },
} as const satisfies Record<string, RecordField & { inFuture?: string }>

export function labelsOf<Name extends string>(fields: Record<Name, RecordField>): Record<Name, string> {
  const labels = Object.entries<RecordField>(fields).map(([name, { label }]) => [name, label])
  return Object.fromEntries(labels)
}
