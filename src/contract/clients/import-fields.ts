import type { RowFinding } from '../failures.ts'
import { type NameOf, namesOf, type RecordField } from '../record-field.ts'
import { clientFields } from './fields.ts'

/** Columns of a spreadsheet that hold several fields of a client, or a part of one. */
const combinedColumns = {
  name: 'Name',
  street: 'Street',
  unit: 'Address line 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
} as const

type ClientField = NameOf<typeof clientFields>

/** What a column of a spreadsheet can hold. */
export type ImportField = ClientField | keyof typeof combinedColumns

export const importFields: readonly ImportField[] = [...namesOf(clientFields), ...namesOf(combinedColumns)]

/** 'Date of Birth', 'ZIP'. */
export const importFieldLabels: Readonly<Record<ImportField, string>> = {
  ...(Object.fromEntries(namesOf(clientFields).map((name) => [name, clientFields[name].label])) as Record<
    ClientField,
    string
  >),
  ...combinedColumns,
}

/** The columns that can stand in for that of a field. */
export const standIns: Partial<Record<ImportField, ImportField>> = {
  firstName: 'name',
  lastName: 'name',
  address: 'street',
}

/** Fields whose unknown values the caller of the import can answer. */
export const answeredFields: readonly ImportField[] = namesOf(clientFields).filter((name) => {
  const { kind }: RecordField = clientFields[name]
  return name === 'dateOfBirth' || ['choice', 'yes-no', 'employee'].includes(kind)
})

/** Bytes of a file, and its rows below the headings. */
export const importLimits = { bytes: 5 * 1024 * 1024, rows: 10_000 } as const

/** How many findings of a kind a reply has. */
export const mostFindings = 500

export const fileTooLarge = `The file is larger than ${importLimits.bytes / 1024 / 1024} MB. Split it into several files, each with the headings.`

export const importEncodings = ['utf-8', 'windows-1252', 'macintosh'] as const

export type ImportEncoding = (typeof importEncodings)[number]

/** What to do with rows that may be duplicates: cancel the import, leave them out, or add them. */
export const duplicateChoices = ['stop', 'skip', 'add'] as const

export type DuplicateChoice = (typeof duplicateChoices)[number]

/** Empty cells of these can be filled with those of the organization. */
export const officeFields = ['phone', 'email'] as const

export type OfficeField = (typeof officeFields)[number]

export interface ImportFinding extends RowFinding {
  field?: ImportField | undefined
}
