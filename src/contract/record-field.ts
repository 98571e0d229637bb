import type { FieldErrors } from './endpoint.ts'
import { lengths } from './lengths.ts'

/*
 * The fields of a kind of record are a table, such as `clients/fields.ts`. Schemas, the API reference, inputs, details, columns,
 * CSV and import derive from it (docs/decisions/0062). Without the schema library, which the first screens don't load.
 */

/** One field that people enter. */
export interface RecordField {
  /**
   * `line`: text on one line. `text`: text with line breaks. `choice`: one of `choices`. `date`: 'YYYY-MM-DD', never shifted by
   * a time zone. `time`: 'HH:MM', 24 hours. `yes-no`: true or false. `number`: a whole number. `digits`: a number that is kept
   * with its leading zeros. `employee`: an employee's id. `goals`: a list of ids of the client's goals, in any order. All others
   * are strings.
   */
  kind:
    | 'line'
    | 'text'
    | 'choice'
    | 'date'
    | 'time'
    | 'yes-no'
    | 'number'
    | 'digits'
    | 'phone'
    | 'email'
    | 'employee'
    | 'goals'
  /** On screens; a spreadsheet's column for it has the same name. */
  label: string
  /** The message for an empty value and, without `invalid`, for an invalid one. An optional field has none. */
  required?: string
  invalid?: string
  /** The message for a date after today, where that is wrong. */
  inFuture?: string
  hint?: string
  /** A yes-no that is a box to tick: without a tick it is empty, and `false` is stored as null. */
  checkbox?: true
  /** The stored values and their labels. */
  choices?: Readonly<Record<string, string>>
  /** How many digits it may have: a phone number, or what is of kind `digits`. */
  digits?: readonly [min: number, max: number]
  /** The smallest number. */
  min?: number
  /** The largest number, the longest text in UTF-16 code units, or the longest list. */
  max?: number
  /** 'auto' where people write in any script. */
  dir?: 'auto'
  /** The group of the form that shows it; without one, the form places it by hand. */
  group?: string
  /** Takes the whole width of the form. */
  wide?: true
  /** Further headings that spreadsheets have for it. */
  headings?: readonly string[]
  /** For the API's reference. */
  description?: string
  example?: string | number | boolean | readonly string[]
}

export type RecordFields = Readonly<Record<string, RecordField>>

/** What a field that is filled in holds. */
export type ValueOf<Field extends RecordField> = Field extends { choices: infer Choices }
  ? keyof Choices & string
  : Field['kind'] extends 'yes-no'
    ? boolean
    : Field['kind'] extends 'number'
      ? number
      : Field['kind'] extends 'goals'
        ? string[]
        : string

export type FieldValue = string | number | boolean | readonly string[] | null

/** Values by field; a missing one is an optional field that was not sent. */
export type ValuesOf<Fields> = { readonly [Name in NameOf<Fields>]?: FieldValue | undefined }

/** Whether a field holds something: 0 and false are answers, too. */
export const isFilledIn = (value: FieldValue | undefined): boolean => String(value ?? '') !== ''

/** A value to compare: a list as one text, whatever its order, and null if it is empty. */
export function comparable(value: FieldValue | undefined): string | number | boolean | null {
  if (typeof value !== 'object' || value === null) return value ?? null
  return value.toSorted().join() || null
}

/** '0123 4567' → '01234567'. Dots stay, because '123456.00' is a number with decimals. Other text stays as it is. */
export function normalizeDigits(written: string): string {
  const digits = written.replace(/[\s\p{Cf}\-\u2010-\u2015]/gu, '')
  return /^\d+$/.test(digits) ? digits : written
}

export type NameOf<Fields> = keyof Fields & string

/** In the order of the form. */
export function namesOf<Fields extends object>(fields: Fields): NameOf<Fields>[] {
  return Object.keys(fields) as NameOf<Fields>[]
}

/** Fields that clients and employees share. */
export const personFields = {
  firstName: {
    kind: 'line',
    label: 'First Name',
    required: 'First name is required',
    max: lengths.name,
    dir: 'auto',
    group: 'person',
  },
  lastName: {
    kind: 'line',
    label: 'Last Name',
    required: 'Last name is required',
    max: lengths.name,
    dir: 'auto',
    group: 'person',
  },
  birthDate: {
    kind: 'date',
    label: 'Date of Birth',
    required: 'Date of birth is required',
    invalid: 'Enter a valid date, 1900 or later',
    inFuture: "Date of birth can't be in the future",
    group: 'person',
  },
  email: {
    kind: 'email',
    label: 'Email',
    required: 'Enter a valid email address',
    max: lengths.email,
    group: 'contact',
  },
  address: {
    kind: 'line',
    label: 'Address',
    required: 'Address is required',
    max: lengths.address,
    dir: 'auto',
    group: 'contact',
    wide: true,
  },
} as const satisfies RecordFields

/** The errors of dates after today, where the field forbids that. `today` is 'YYYY-MM-DD'. */
export function futureDateErrors(fields: RecordFields, values: object, today: string): FieldErrors {
  const late = Object.entries(values).flatMap(([name, value]) => {
    const message = fields[name]?.inFuture
    return message && typeof value === 'string' && value > today ? [[name, message]] : []
  })
  return Object.fromEntries(late)
}
