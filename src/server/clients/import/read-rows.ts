import { clientFields } from '#contract/clients/fields.ts'
import { type ClientInput, clientFieldErrors, clientInput, clientServices } from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { csvFormula } from '#contract/csv.ts'
import { normalizePhone } from '#contract/phone-number.ts'
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

/**
 * All rows as clients, or an error that lists all errors in all rows. `today` is the date in the organization's time zone,
 * as 'YYYY-MM-DD', which no birth date may be after.
 */
export function readRows(
  { header, rows }: Table,
  map: ColumnMap,
  today: string,
  onProgress?: OnProgress,
): ClientRow[] {
  const read: ClientRow[] = []
  const errors: Finding[][] = []
  for (const [index, row] of rows.entries()) {
    const result = readRow(row, header.length, map, today)
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
  today: string,
): ClientRow | { errors: Finding[] } {
  const reason = `The row has ${cells.length} cells, the header has ${width}`
  // Which cells are missing is unknown, so the others are not checked.
  if (cells.length < width) return { errors: [{ row, reason }] }
  const cell = (field: ImportField) => withoutDefusing(cells[map[field] ?? -1] ?? '')
  const { input, fieldErrors } = readClient(cell, map.name !== undefined, today)
  const errors = importFields.flatMap((field): Finding[] => {
    if (map[field] === undefined) return []
    const value = cell(field)
    if (isErrorValue(value)) return [{ row, field, reason: 'The spreadsheet shows an error here', value }]
    const reasons = fieldsIn(field).flatMap((name) => fieldErrors.get(name) ?? [])
    return reasons.map((reason) => ({ row, field, reason, value }))
  })
  if (cells.length > width) errors.unshift({ row, reason })
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
function readClient(cell: (field: ImportField) => string, hasOneName: boolean, today: string) {
  const asWritten = clientFieldNames.map((field) => [field, cell(columnOf(field))])
  const name: ReadValue<Partial<ClientInput>> = hasOneName ? readName(cell('name')) : { value: {} }
  const dateOfBirth = readDate(cell('date of birth'))
  const status = readStatus(cell('status'))
  const service = readService(cell('service'))
  const { data, error } = clientInput.safeParse({
    ...Object.fromEntries(asWritten),
    ...name.value,
    dateOfBirth: dateOfBirth.value,
    phone: normalizePhone(cell('phone')),
    address: joinAddress(cell('address'), cell('address line 2'), cell('city'), cell('state'), cell('zip')),
    status: status.value,
    service: service.value,
  })
  const fieldErrors = new Map(
    Object.entries(clientFieldErrors({ dateOfBirth: dateOfBirth.value ?? '' }, today)),
  )
  for (const { path, message } of error?.issues.toReversed() ?? []) fieldErrors.set(String(path[0]), message)
  for (const [field, { reason }] of Object.entries({ firstName: name, dateOfBirth, status, service })) {
    if (reason) fieldErrors.set(field, reason)
  }
  if (name.reason) fieldErrors.delete('lastName')
  if (fieldErrors.get('address') === clientFields.address.required) {
    fieldErrors.set('address', `${clientFields.address.required}. ${clientFields.address.hint}`)
  }
  return { input: data, fieldErrors }
}

/** A cell's value for the schema, or why it cannot be read. The schema rejects empty cells. */
type ReadValue<Value = string> = { value: Value; reason?: never } | { value?: never; reason: string }

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
export function readDate(written: string): ReadValue {
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

/** A status by its label; null for an empty cell and 'Unknown'. */
export function readStatus(written: string): ReadValue<ClientStatus | null> {
  const word = normalizeName(written)
  if (written.trim() === '' || word === normalizeName(unknownStatus)) return { value: null }
  const status = clientStatuses.find((one) => word === one || word === normalizeName(statusLabels[one]))
  if (status) return { value: status }
  const allowed = clientStatuses.map((one) => statusLabels[one]).join(', ')
  return { reason: `There is no such status; use ${allowed}, or leave it empty` }
}

/** A service by its label, with '&' or 'and'. */
export function readService(written: string): ReadValue {
  if (written.trim() === '') return { value: '' }
  const normalizeService = (text: string) => normalizeName(text.replaceAll('&', ' and '))
  const service = clientServices.find((one) => normalizeService(one) === normalizeService(written))
  if (service) return { value: service }
  return { reason: `There is no such service; use ${clientServices.join(', ')}` }
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
