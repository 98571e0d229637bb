import { clientFields } from '#contract/clients/fields.ts'
import { type ClientInput, clientInput } from '#contract/clients/schema.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { Table } from './read-table.ts'
import { printable } from './report.ts'

type ClientField = keyof ClientInput
type FieldColumn = Lowercase<(typeof clientFields)[ClientField]['label']>

export const clientFieldNames = Object.keys(clientFields) as ClientField[]

/** A field's column in the words that people type after `--map`: 'first name'. */
export const columnOf = (field: ClientField) => clientFields[field].label.toLowerCase() as FieldColumn

/** Other headings that spreadsheets have for a field. */
const headings: Record<ClientField, readonly string[]> = {
  firstName: ['first', 'given name', 'given', 'forename', 'client first name', 'legal first name'],
  lastName: ['last', 'surname', 'family name', 'family', 'client last name', 'legal last name'],
  dateOfBirth: ['dob', 'birth date', 'birthday', 'born', 'date of birth (dob)'],
  phone: [
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'mobile',
    'mobile phone',
    'cell',
    'cell phone',
  ],
  email: ['e-mail', 'email address', 'e-mail address', 'mail'],
  address: ['street address', 'street', 'address 1', 'address line 1', 'home address', 'mailing address'],
  status: ['client status'],
  service: ['services', 'program', 'programme', 'service type'],
}

/** Columns of several fields, or of a part of one, and other headings for the same. */
const otherColumns = {
  name: ['client', 'client name', 'full name', 'name of client'],
  'address line 2': ['address 2', 'apt', 'apartment', 'unit'],
  city: ['town'],
  state: [],
  zip: ['zip code', 'postal code', 'postcode'],
}

/** What a column can hold. */
export type ImportField = FieldColumn | keyof typeof otherColumns

const otherHeadings = Object.fromEntries([
  ...clientFieldNames.map((field) => [columnOf(field), headings[field]]),
  ...Object.entries(otherColumns),
]) as Record<ImportField, readonly string[]>

export const importFields = Object.keys(otherHeadings) as ImportField[]

/** Columns that no file may lack: those of fields that no client may lack. */
const needed = clientFieldNames
  .filter((field) => !clientInput.shape[field].safeParse(undefined).success)
  .map(columnOf)

/** Blind to case, accents, spaces and punctuation: 'Date_of Birth' → 'dateofbirth'. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The field that a heading, or a word after `--map`, means. */
function fieldCalled(heading: string): ImportField | undefined {
  const word = folded(heading)
  return importFields.find((field) => [field, ...otherHeadings[field]].some((name) => folded(name) === word))
}

/** Field → which column of the file holds it, counted from 0. */
export type ColumnMap = Partial<Record<ImportField, number>>

interface Choice {
  column: number
  /** Absent where the column is left out. */
  field: ImportField | undefined
}

/**
 * Which column holds what: what `--map` says, and for the other fields what the headings look like. `choices` are
 * written 'Column=field', or 'Column=' for a column that is left out.
 */
export function mapColumns(header: string[], choices: string[] = []): ColumnMap {
  const map: ColumnMap = {}
  const chosen = choices.map((choice) => readChoice(choice, header))
  for (const { column, field } of chosen) {
    if (!field) continue
    if (map[field] !== undefined) throw new OperatorError(`--map names two columns for the field "${field}".`)
    map[field] = column
  }
  for (const [column, heading] of header.entries()) {
    const field = fieldCalled(heading)
    if (!field || chosen.some((choice) => choice.column === column || choice.field === field)) continue
    const other = map[field]
    if (other !== undefined) throw undecided(field, header[other] ?? '', heading)
    map[field] = column
  }
  return withOneWayOfNaming(
    map,
    chosen.flatMap(({ field }) => field ?? []),
  )
}

function readChoice(choice: string, header: string[]): Choice {
  const sign = choice.lastIndexOf('=')
  if (sign < 1)
    throw new OperatorError(`--map is written "Column=field", which "${printable(choice)}" is not.`)
  const [heading, word] = [choice.slice(0, sign), choice.slice(sign + 1).trim()]
  const [column, ...more] = header.flatMap((name, place) => (folded(name) === folded(heading) ? [place] : []))
  if (column === undefined) {
    const names = header.map((name) => `"${printable(name)}"`).join(', ')
    throw new OperatorError(`--map names a column "${printable(heading)}"; the file has ${names}.`)
  }
  if (more.length > 0) throw severalColumns(heading)
  const field = fieldCalled(word)
  if (word === '' || field) return { column, field }
  throw new OperatorError(
    `--map names a field "${printable(word)}"; the fields are ${importFields.join(', ')}.`,
  )
}

function undecided(field: ImportField, one: string, other: string): OperatorError {
  if (folded(one) === folded(other)) return severalColumns(one)
  return new OperatorError(
    `Two columns look like the field "${field}": "${printable(one)}" and "${printable(other)}". ` +
      `Say which: --map "${printable(one)}=${field}"`,
  )
}

const severalColumns = (heading: string) =>
  new OperatorError(`The file has several columns "${printable(heading)}". Rename one.`)

/** A name comes either from one column or from two; what `--map` says goes first, then two columns. */
function withOneWayOfNaming(map: ColumnMap, chosen: ImportField[]): ColumnMap {
  const { name, 'first name': first, 'last name': last, ...others } = map
  const choseParts = chosen.includes('first name') || chosen.includes('last name')
  if (chosen.includes('name') && choseParts) {
    throw new OperatorError('--map names both "name" and its parts, "first name" or "last name". Keep one.')
  }
  const hasParts = first !== undefined && last !== undefined
  if (name !== undefined && (chosen.includes('name') || !(choseParts || hasParts))) return { ...others, name }
  const { name: _, ...parts } = map
  return parts
}

/** Refuses a map that lacks what every client needs. */
export function refuseMissingColumns(map: ColumnMap): void {
  const missing = needed.filter(
    (field) => map[field] === undefined && !(map.name !== undefined && field.endsWith(' name')),
  )
  if (missing.length === 0) return
  const sentences = missing.map(
    (field) => `No column looks like the field "${field}". Say which one it is: --map "Column=${field}"`,
  )
  throw new OperatorError(sentences.join('\n'))
}

/** For the operator: each column, what it is taken for, and what the first row has there. */
export function describeMap({ header, rows: [first] }: Table, map: ColumnMap): string {
  const fieldOf = new Map(Object.entries(map).map(([field, column]) => [column, field]))
  const headed = aligned(header.map((heading) => printable(heading) || '(no heading)'))
  const fields = aligned(header.map((_, column) => fieldOf.get(column) ?? '(not taken)'))
  const lines = headed.map((heading, column) => {
    const value = printable((first.cells[column] ?? '').trim()) || '(empty)'
    return `  ${heading}  →  ${fields[column]}  ${value}`
  })
  const status = map.status === undefined ? ['  No column is the status: clients come without one.'] : []
  return [`Columns, and what row ${first.number} has in them:`, ...lines, ...status].join('\n')
}

function aligned(words: string[]): string[] {
  const widest = Math.max(...words.map(({ length }) => length))
  return words.map((word) => word.padEnd(widest))
}
