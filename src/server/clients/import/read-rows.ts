import { clientFields } from '#contract/clients/fields.ts'
import { type ClientInput, clientFieldErrors, clientInput } from '#contract/clients/schema.ts'
import { unknownStatus } from '#contract/clients/statuses.ts'
import { csvFormula } from '#contract/csv.ts'
import { normalizePhone } from '#contract/phone-number.ts'
import { type FieldValue, type NameOf, normalizeDigits, type RecordField } from '#contract/record-field.ts'
import {
  type ColumnMap,
  clientFieldNames,
  columnOf,
  type ImportField,
  importFields,
  normalizeName,
} from './columns.ts'
import type { Table, TableRow } from './read-table.ts'
import { type Finding, type OnProgress, RowsRefused } from './report.ts'

export interface ClientRow {
  row: number
  input: ClientInput
  /** About values that look wrong; the row is imported anyway. */
  warnings: Finding[]
}

interface ReadingContext {
  /** The date in the organization's time zone, as 'YYYY-MM-DD', which no birth date may be after. */
  today: string
  /** The ids of employees, by email address in lower case. */
  workers: ReadonlyMap<string, string>
}

/** All rows as clients, or an error that lists all errors in all rows. */
export function readRows(
  { header, rows }: Table,
  map: ColumnMap,
  context: ReadingContext,
  onProgress?: OnProgress,
): ClientRow[] {
  const read: ClientRow[] = []
  const errors: Finding[][] = []
  for (const [index, row] of rows.entries()) {
    const result = readRow(row, header.length, map, context)
    if ('input' in result) read.push(result)
    else errors.push(result.errors)
    onProgress?.('Checking', index + 1, rows.length)
  }
  if (errors.length === 0) return read
  throw new RowsRefused(
    errors.flat(),
    `Nothing was imported. Wrong rows: ${errors.length.toLocaleString('en-US')} of ` +
      `${rows.length.toLocaleString('en-US')}. Correct the file and import it again.`,
  )
}

/** The client's fields that a column holds. */
function fieldsIn(column: ImportField): (keyof ClientInput)[] {
  if (column === 'name') return ['firstName', 'lastName']
  return clientFieldNames.filter((field) => columnOf(field) === column)
}

/** The row as a client, or all its errors, worded as in the form. */
function readRow(
  { number: row, cells }: TableRow,
  width: number,
  map: ColumnMap,
  context: ReadingContext,
): ClientRow | { errors: Finding[] } {
  const cell = (field: ImportField) => withoutDefusing(cells[map[field] ?? -1] ?? '')
  const { input, fieldErrors } = readClient(cell, map.name !== undefined, context)
  const errors = importFields.flatMap((field): Finding[] => {
    if (map[field] === undefined) return []
    const value = cell(field)
    if (isErrorValue(value)) return [{ row, field, reason: 'The spreadsheet shows an error here', value }]
    const reasons = fieldsIn(field).flatMap((name) => fieldErrors.get(name) ?? [])
    return reasons.map((reason) => ({ row, field, reason, value }))
  })
  // Spreadsheets leave out empty cells at the end of a row, or write more of them than there are columns.
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    errors.unshift({ row, reason: `The row has ${cells.length} cells, the header has ${width}` })
  if (!input || errors.length > 0) return { errors }
  const warnings = importFields
    // The plus sign of a phone number is not stored.
    .filter((field) => field !== 'phone' && beginsLikeFormula(cell(field)))
    .map((field) => ({
      row,
      field,
      value: cell(field),
      reason: 'This begins like a formula; it is imported as text',
    }))
  return { row, input, warnings }
}

/** The client, checked with the API's rules, or the first error of each field. */
function readClient(
  cell: (field: ImportField) => string,
  hasOneName: boolean,
  { today, workers }: ReadingContext,
) {
  const name: ReadValue<Partial<ClientInput>> = hasOneName ? readName(cell('name')) : { value: {} }
  const read = clientFieldNames.map((field) => [field, readField(field, cell, workers)] as const)
  const values = Object.fromEntries(read.map(([field, { value }]) => [field, value]))
  const { data, error } = clientInput.safeParse({ ...values, ...name.value })
  const fieldErrors = new Map(Object.entries(clientFieldErrors(values, today)))
  for (const { path, message } of error?.issues.toReversed() ?? []) fieldErrors.set(String(path[0]), message)
  for (const [field, { reason }] of [...read, ['firstName', name] as const]) {
    if (reason) fieldErrors.set(field, reason)
  }
  if (name.reason) fieldErrors.delete('lastName')
  if (fieldErrors.get('address') === clientFields.address.required) {
    fieldErrors.set('address', `${clientFields.address.required}. ${clientFields.address.hint}`)
  }
  return { input: data, fieldErrors }
}

/** A field from its cell, or from several. The schema rejects empty cells of required fields. */
export function readField(
  name: NameOf<typeof clientFields>,
  cell: (field: ImportField) => string,
  workers: ReadonlyMap<string, string> = new Map(),
): ReadValue {
  const written = cell(columnOf(name))
  if (name === 'address')
    return {
      value: joinAddress(written, cell('address line 2'), cell('city'), cell('state'), cell('zip')),
    }
  if (name === 'assignedTo') return readWorker(written.trim(), workers)
  if (name === 'status' && normalizeName(written) === normalizeName(unknownStatus)) return { value: null }
  if (name === 'county') return readCell(clientFields.county, readCounty(written), true)
  return readCell(clientFields[name], written, clientInput.shape[name].safeParse(null).success)
}

export const unknownWorker = 'No employee has this email address'

/** Employees are named by their email address, which is unique. */
function readWorker(email: string, workers: ReadonlyMap<string, string>): ReadValue {
  if (email === '') return { value: null }
  const id = workers.get(email.toLowerCase())
  return id ? { value: id } : { reason: unknownWorker }
}

/** 'Saint Louis County' → 'St. Louis'. */
const readCounty = (written: string) =>
  written.replace(/\s+(county|co\.?)\s*$/i, '').replace(/^\s*saint\s/i, 'St. ')

/** A cell by the kind of its field. */
export function readCell(field: RecordField, written: string, mayBeEmpty: boolean): ReadValue {
  const text = written.trim()
  switch (field.kind) {
    case 'date':
      return readDate(written)
    case 'phone':
      return { value: normalizePhone(written) }
    case 'digits':
      return { value: normalizeDigits(written) }
    case 'choice':
      return text === '' ? { value: null } : readChoice(field, text, mayBeEmpty)
    case 'yes-no':
      return text === '' ? { value: null } : readYesNo(text)
    case 'number':
      return { value: text === '' ? null : Number(text) }
    default:
      return { value: written }
  }
}

/** A cell's value for the schema, or why it cannot be read. The schema rejects empty cells. */
type ReadValue<Value = FieldValue> = { value: Value; reason?: never } | { value?: never; reason: string }

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

export const dateAdvice = {
  serialNumber:
    'This is a number, not a date. Format the column in the spreadsheet as a date (YYYY-MM-DD), then save it again',
  shortYear: 'Write the year with four digits',
  unclear: 'Write the date as YYYY-MM-DD or month/day/year',
} as const

/** Midnight, which spreadsheets append to dates. */
const midnight = /[T ](0?0:00(:00(\.0+)?)?Z?|12:00(:00)? AM)$/

/** Formats in which people and spreadsheets write dates. With slashes the month comes first, as in the United States. */
const dateFormats = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d{2})$/,
  /^(?<name>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4}|\d{2})$/u,
  /^(?<day>\d{1,2})[ -](?<name>\p{L}+)\.?,?[ -](?<year>\d{4}|\d{2})$/u,
]

/** A date as 'YYYY-MM-DD'. The schema checks that the day exists. */
export function readDate(written: string): ReadValue<string> {
  const text = written.trim().replace(midnight, '')
  if (text === '') return { value: '' }
  if (/^\d{5}(\.\d+)?$/.test(text)) return { reason: dateAdvice.serialNumber }
  const match = dateFormats.map((format) => format.exec(text)).find((found) => found !== null)
  const { year = '', month, day = '', name = '' } = match?.groups ?? {}
  const monthNumber = month ?? monthOf(name)
  if (!monthNumber) return { reason: dateAdvice.unclear }
  if (year.length < 4) return { reason: dateAdvice.shortYear }
  return { value: `${year}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}` }
}

/** 'March', 'Mar' or 'Sept' as a number. */
function monthOf(name: string): string | undefined {
  const word = name.toLowerCase()
  const isShort = word.length === 3 || word.length === 4
  const index = months.findIndex((month) => month === word || (isShort && month.startsWith(word)))
  return index < 0 ? undefined : `${index + 1}`
}

/** More than these are not listed in a sentence. */
const mostListed = 10

/** A choice by its stored value or its label, with '&' or 'and'. */
function readChoice({ label, choices = {} }: RecordField, text: string, mayBeEmpty: boolean): ReadValue {
  const word = choiceWord(text)
  const found = Object.entries(choices).find((names) => names.some((name) => choiceWord(name) === word))
  if (found) return { value: found[0] }
  const labels = Object.values(choices)
  const allowed = labels.length > mostListed ? 'one of the names in the client form' : labels.join(', ')
  const orEmpty = mayBeEmpty ? ', or leave it empty' : ''
  return { reason: `Unknown ${label.toLowerCase()}; use ${allowed}${orEmpty}` }
}

const choiceWord = (text: string) => normalizeName(text.replaceAll('&', ' and '))

function readYesNo(text: string): ReadValue {
  const word = normalizeName(text)
  const value = { yes: true, y: true, true: true, no: false, n: false, false: false }[word]
  return value === undefined ? { reason: 'Write Yes or No, or leave it empty' } : { value }
}

/** 'Last, First', or exactly two words, because a longer name could be divided at any word. */
export function readName(written: string): ReadValue<{ firstName: string; lastName: string }> {
  const parts = written.split(',').map((part) => part.trim())
  const words = written.trim().split(/\s+/)
  const [firstName, lastName] = parts.length === 2 ? parts.toReversed() : words
  const isUnambiguous = parts.length === 2 || (parts.length === 1 && words.length === 2)
  if (isUnambiguous && firstName && lastName) return { value: { firstName, lastName } }
  return { reason: 'Write the name as "Last, First"' }
}

/** One line: 'street, unit, city, state zip'. Line breaks inside a cell count as commas. */
export function joinAddress(street: string, unit: string, city: string, state: string, zip: string): string {
  return [street, unit, city, `${state.trim()} ${zip.trim()}`]
    .flatMap((part) => part.split('\n'))
    .map((part) => part.trim().replace(/,$/, ''))
    .filter((part) => part !== '')
    .join(', ')
}

/**
 * Whether the cell is a spreadsheet's error, such as '#N/A' or '#¡VALOR!', or '#####' for a column that is too narrow.
 */
function isErrorValue(cell: string): boolean {
  return /^#(N\/[AD]|¿?¡?[\p{L}/0]+[!?]|#*)$/iu.test(cell.trim())
}

/** Without the apostrophe that our own CSV files put before what a spreadsheet would run as a formula. */
function withoutDefusing(cell: string): string {
  return cell.startsWith("'") && csvFormula.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** Whether a spreadsheet would run the text as a formula. */
function beginsLikeFormula(cell: string): boolean {
  return /^[=+\-@]./su.test(cell.trim())
}
