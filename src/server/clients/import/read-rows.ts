import { clientFields } from '#contract/clients/fields.ts'
import { type ClientInput, clientFieldErrors, clientInput, clientServices } from '#contract/clients/schema.ts'
import { type ClientStatus, clientStatuses, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { plainPhone } from '#contract/phone-number.ts'
import {
  type ColumnMap,
  clientFieldNames,
  columnOf,
  folded,
  type ImportField,
  importFields,
} from './columns.ts'
import type { Table, TableRow } from './read-table.ts'
import { type Finding, type OnProgress, RowsRefused } from './report.ts'

export interface ClientRow {
  row: number
  input: ClientInput
  /** What the operator should know about the row, which is imported all the same. */
  warnings: Finding[]
}

/**
 * All rows as clients, or a failure that names every wrong row with all that is wrong in it. `today` is 'YYYY-MM-DD', the
 * organization's: no birth date is after it.
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

/** What a column says about the client. */
function fieldsIn(column: ImportField): (keyof ClientInput)[] {
  if (column === 'name') return ['firstName', 'lastName']
  return clientFieldNames.filter((field) => columnOf(field) === column)
}

/** The client that the form would make of the row, or all that is wrong with it, in the form's words. */
function readRow(
  { number: row, cells }: TableRow,
  width: number,
  map: ColumnMap,
  today: string,
): ClientRow | { errors: Finding[] } {
  const reason = `The row has ${cells.length} cells, the header has ${width}`
  // Nobody knows which cells are missing, so that nothing else can be said about such a row.
  if (cells.length < width) return { errors: [{ row, reason }] }
  const cell = (field: ImportField) => cells[map[field] ?? -1] ?? ''
  const { input, mistakes } = readClient(cell, map.name !== undefined, today)
  const errors = importFields.flatMap((field): Finding[] => {
    if (map[field] === undefined) return []
    const value = cell(field)
    if (isErrorValue(value)) return [{ row, field, reason: 'The spreadsheet shows an error here', value }]
    const reasons = fieldsIn(field).flatMap((name) => mistakes.get(name) ?? [])
    return reasons.map((reason) => ({ row, field, reason, value }))
  })
  if (cells.length > width) errors.unshift({ row, reason })
  if (!input || errors.length > 0) return { errors }
  const warnings = importFields
    // The plus of a phone number is not stored.
    .filter((field) => field !== 'phone' && beginsLikeFormula(cell(field)))
    .map((field) => ({
      ...{ row, field, value: cell(field) },
      reason: 'This begins like a formula; it is imported as text',
    }))
  return { row, input, warnings }
}

/** The client, checked by the rules of the API, and of each field the first mistake. */
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
    phone: plainPhone(cell('phone')),
    address: joinAddress(cell('address'), cell('address line 2'), cell('city'), cell('state'), cell('zip')),
    status: status.value,
    service: service.value,
  })
  const mistakes = new Map(Object.entries(clientFieldErrors({ dateOfBirth: dateOfBirth.value ?? '' }, today)))
  for (const { path, message } of error?.issues.toReversed() ?? []) mistakes.set(String(path[0]), message)
  for (const [field, { reason }] of Object.entries({ firstName: name, dateOfBirth, status, service })) {
    if (reason) mistakes.set(field, reason)
  }
  if (name.reason) mistakes.delete('lastName')
  if (mistakes.get('address') === clientFields.address.required) {
    mistakes.set('address', `${clientFields.address.required}. ${clientFields.address.hint}`)
  }
  return { input: data, mistakes }
}

/** A cell as the client's schema takes it, or why its meaning is unclear. An empty cell is left to the schema. */
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

/** Midnight, which spreadsheets put behind dates. */
const midnight = /[T ](0?0:00(:00(\.0+)?)?Z?|12:00(:00)? AM)$/

/** The ways in which people and spreadsheets write dates. With slashes the month comes first, as everywhere in Minnesota. */
const dateFormats = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d{2})$/,
  /^(?<name>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4}|\d{2})$/u,
  /^(?<day>\d{1,2})[ -](?<name>\p{L}+)\.?,?[ -](?<year>\d{4}|\d{2})$/u,
]

/** A date as 'YYYY-MM-DD'. Whether there is such a day, the schema says. */
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

/** A status by its label; an empty cell and 'Unknown' are none. */
export function readStatus(written: string): ReadValue<ClientStatus | null> {
  const word = folded(written)
  if (written.trim() === '' || word === folded(unknownStatus)) return { value: null }
  const status = clientStatuses.find((one) => word === one || word === folded(statusLabels[one]))
  if (status) return { value: status }
  const allowed = clientStatuses.map((one) => statusLabels[one]).join(', ')
  return { reason: `There is no such status; take ${allowed}, or leave it empty` }
}

/** A service by its label, '&' or 'and' alike. */
export function readService(written: string): ReadValue {
  if (written.trim() === '') return { value: '' }
  const foldedService = (text: string) => folded(text.replaceAll('&', ' and '))
  const service = clientServices.find((one) => foldedService(one) === foldedService(written))
  if (service) return { value: service }
  return { reason: `There is no such service; take ${clientServices.join(', ')}` }
}

/** 'Last, First', or exactly two words. Where a longer name divides is not guessed. */
export function readName(written: string): ReadValue<{ firstName: string; lastName: string }> {
  const parts = written.split(',').map((part) => part.trim())
  const words = written.trim().split(/\s+/)
  const [firstName, lastName] = parts.length === 2 ? parts.toReversed() : words
  const isClear = parts.length === 2 || (parts.length === 1 && words.length === 2)
  if (isClear && firstName && lastName) return { value: { firstName, lastName } }
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
 * What a spreadsheet shows where a formula could not be worked out, '#N/A' or '#¡VALOR!', or where a column is too narrow
 * for its number, '#####'.
 */
function isErrorValue(cell: string): boolean {
  return /^#(N\/[AD]|¿?¡?[\p{L}/0]+[!?]|#*)$/iu.test(cell.trim())
}

/** Whether a spreadsheet would work the text out. */
function beginsLikeFormula(cell: string): boolean {
  return /^[=+\-@]./su.test(cell.trim())
}
