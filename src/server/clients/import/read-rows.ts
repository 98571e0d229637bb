import { clientFields } from '#contract/clients/fields.ts'
import {
  answeredFields,
  type ImportField,
  type ImportFinding,
  importFields,
  type OfficeField,
  officeFields,
  standIns,
} from '#contract/clients/import-fields.ts'
import { type ClientInput, clientFieldErrors, clientInput } from '#contract/clients/schema.ts'
import { unknownStatus } from '#contract/clients/statuses.ts'
import { csvFormula } from '#contract/csv.ts'
import { normalizePhone } from '#contract/phone-number.ts'
import { type NameOf, normalizeDigits, type RecordField } from '#contract/record-field.ts'
import { type ColumnMap, clientFieldNames, normalizeName } from './columns.ts'
import { dateReader, type ReadDate, type ReadValue } from './dates.ts'
import type { Table, TableRow } from './read-table.ts'

export interface ClientRow {
  row: number
  input: ClientInput
  /** About values that look wrong; the row is imported anyway. */
  warnings: ImportFinding[]
}

export interface UnknownValue {
  field: ImportField
  text: string
  rows: number
}

export interface ReadRows {
  clients: ClientRow[]
  /** What is wrong with the other rows. `isUnknown` if `unknownValues` has it. */
  wrong: (ImportFinding & { isUnknown?: boolean })[]
  unknownValues: UnknownValue[]
  /** How many rows have no phone number or email address of their own. */
  office: Record<OfficeField, number>
}

export type OnProgress = (stage: 'Checking' | 'Importing', done: number, total: number) => void

/** Workers by email address in lower case and by full name, in which two namesakes are null. */
export interface Workers {
  byEmail: ReadonlyMap<string, string>
  byName: ReadonlyMap<string, string | null>
}

/** What unknown texts mean, by field and text. */
export type Answers = ReadonlyMap<string, ReadonlyMap<string, string | boolean | null>>

export interface ReadingContext {
  /** The date in the organization's time zone, as 'YYYY-MM-DD', which no birth date may be after. */
  today: string
  workers: Workers
  answers?: Answers
  /** What empty cells get. */
  office?: Partial<Record<OfficeField, string>>
}

type Reading = ReadingContext & { map: ColumnMap; readDate: ReadDate }

/** All rows as clients, or what is wrong with them. */
export function readRows(
  { header, rows }: Table,
  map: ColumnMap,
  context: ReadingContext,
  onProgress?: OnProgress,
): ReadRows {
  const dates = rows.map(({ number, cells }) => ({
    row: number,
    written: cells[map.dateOfBirth ?? -1] ?? '',
  }))
  const readDate = dateReader(dates, context.answers?.get('dateOfBirth'))
  const read: ReadRows = { clients: [], wrong: [], unknownValues: [], office: { phone: 0, email: 0 } }
  const unknown = new Map<string, UnknownValue>()
  for (const [index, row] of rows.entries()) {
    const cell = cellReader(row, map, context.office)
    for (const field of officeFields) if (cell(field, 'own') === '') read.office[field] += 1
    const result = readRow(row, header.length, cell, { ...context, map, readDate })
    if ('input' in result) read.clients.push(result)
    else
      for (const { unknown: text, ...finding } of result.errors) {
        read.wrong.push(text === undefined ? finding : { ...finding, isUnknown: true })
        if (text === undefined || !finding.field) continue
        const key = `${finding.field} ${text}`
        const known = unknown.get(key) ?? { field: finding.field, text, rows: 0 }
        known.rows += 1
        unknown.set(key, known)
      }
    onProgress?.('Checking', index + 1, rows.length)
  }
  read.unknownValues = [...unknown.values()]
  return read
}

/** Longer than any value: what is cut off here is refused. */
const longestCell = 2000

/** The text of a field's cell in a row; with 'own', without what `office` enters. */
type Cell = (field: ImportField, own?: 'own') => string

function cellReader({ cells }: TableRow, map: ColumnMap, office: ReadingContext['office'] = {}): Cell {
  return (field, own) => {
    const written = withoutDefusing((cells[map[field] ?? -1] ?? '').trim()).slice(0, longestCell)
    const entered = own ? undefined : office[field as OfficeField]
    return entered !== undefined && written === '' ? entered : written
  }
}

/** An error; `unknown` is the text that the caller can answer. */
type RowError = ImportFinding & { unknown?: string }

/** The column in which a field's errors are shown. */
function columnOf(field: ImportField, map: ColumnMap): ImportField {
  const standIn = standIns[field]
  return map[field] === undefined && standIn && map[standIn] !== undefined ? standIn : field
}

/** The row as a client, or all its errors, worded as in the form. */
function readRow(
  { number: row, cells }: TableRow,
  width: number,
  cell: Cell,
  reading: Reading,
): ClientRow | { errors: RowError[] } {
  const { map } = reading
  const { input, fieldErrors } = readClient(cell, reading)
  const reasons = Map.groupBy(fieldErrors, ([field]) => columnOf(field, map))
  const errors = importFields.flatMap((field): RowError[] => {
    const value = cell(field)
    if (map[field] !== undefined && isErrorValue(value))
      return [{ row, field, reason: 'The spreadsheet shows an error here', value }]
    if (value.length === longestCell) return [{ row, field, reason: 'This is too long', value }]
    return (reasons.get(field) ?? []).map(([, error]) => ({ row, field, value, ...error }))
  })
  // Spreadsheets leave out empty cells at the end of a row, or write more of them than there are columns.
  if (cells.slice(width).some((text) => text.trim() !== ''))
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

type FieldError = Pick<RowError, 'reason' | 'unknown'>

/** The client, checked with the API's rules, or the first error of each field. */
function readClient(cell: Cell, reading: Reading) {
  const hasOneName = reading.map.name !== undefined
  const name: ReadValue<Partial<ClientInput>> = hasOneName ? readName(cell('name')) : { value: {} }
  const read = clientFieldNames.map((field) => [field, readField(field, cell, reading)] as const)
  const values = Object.fromEntries(read.map(([field, { value }]) => [field, value]))
  const { data, error } = clientInput.safeParse({ ...values, ...name.value })
  const sentences = Object.entries(clientFieldErrors(values, reading.today))
  const fieldErrors = new Map<ImportField, FieldError>(
    sentences.map(([field, reason]) => [field as ImportField, { reason }]),
  )
  for (const { path, message } of error?.issues.toReversed() ?? [])
    fieldErrors.set(String(path[0]) as ImportField, { reason: message })
  for (const [field, { value: _, ...error }] of [...read, ['firstName', name] as const])
    if (error.reason) fieldErrors.set(field, error as FieldError)
  if (name.reason) fieldErrors.delete('lastName')
  if (fieldErrors.get('address')?.reason === clientFields.address.required)
    fieldErrors.set('address', { reason: `${clientFields.address.required}. ${clientFields.address.hint}` })
  // Without a service, the caller can say which one it is.
  if (fieldErrors.has('service') && cell('service') === '')
    fieldErrors.set('service', { reason: clientFields.service.required, unknown: '' })
  return { input: data, fieldErrors }
}

const nobody: Workers = { byEmail: new Map(), byName: new Map() }

/** A field from its cell, or from several. The schema rejects empty cells of required fields. */
export function readField(
  name: NameOf<typeof clientFields>,
  cell: Cell,
  {
    workers = nobody,
    answers,
    readDate = dateReader([]),
  }: Partial<Pick<Reading, 'workers' | 'answers' | 'readDate'>> = {},
): ReadValue {
  const written = cell(name)
  if (name === 'address') {
    const street = `${written}\n${cell('street')}`
    return { value: joinAddress(street, cell('unit'), cell('city'), cell('state'), cell('zip')) }
  }
  if (name === 'dateOfBirth') return readDate(written)
  const text = written.trim()
  const answer = answers?.get(name)?.get(text)
  if (answer !== undefined) return { value: answer }
  const read = readOther(name, written, workers)
  return read.reason && answeredFields.includes(name) ? { ...read, unknown: text } : read
}

function readOther(name: NameOf<typeof clientFields>, written: string, workers: Workers): ReadValue {
  if (name === 'assignedTo') return readWorker(written.trim(), workers)
  if (name === 'status' && normalizeName(written) === normalizeName(unknownStatus)) return { value: null }
  if (name === 'county') return readCell(clientFields.county, readCounty(written.trim()), true)
  return readCell(clientFields[name], written, clientInput.shape[name].safeParse(null).success)
}

export const unknownWorker = 'No employee has this email address or full name'

/** Employees are named by their email address, which is unique, or by a full name that only one of them has. */
function readWorker(text: string, { byEmail, byName }: Workers): ReadValue {
  if (text === '') return { value: null }
  const id = byEmail.get(text.toLowerCase()) ?? byName.get(nameKey(text))
  if (id) return { value: id }
  return { reason: id === null ? 'Several employees have this name; write the email address' : unknownWorker }
}

/** 'YUSUF, Amina' → 'amina yusuf'. */
export function nameKey(name: string): string {
  const [last = '', first, ...more] = name.split(',')
  const inOrder = first !== undefined && more.length === 0 ? `${first} ${last}` : name
  return inOrder.split(/\s+/).map(normalizeName).filter(Boolean).join(' ')
}

/** 'Saint Louis County' → 'St. Louis'. */
const readCounty = (written: string) =>
  written
    .replace(/(?<=\s)(county|co\.?)$/i, '')
    .trim()
    .replace(/^saint\s/i, 'St. ')

/** A number of ten digits and more, as a spreadsheet shows it in a narrow column. */
const shortenedNumber = /^\s*\d(\.\d+)?E\+?\d+\s*$/i

/** A cell by the kind of its field. */
export function readCell(field: RecordField, written: string, mayBeEmpty: boolean): ReadValue {
  const text = written.trim()
  switch (field.kind) {
    case 'phone':
      return shortenedNumber.test(text)
        ? {
            reason:
              'The spreadsheet has shortened this number. Format the column as a number without decimals, then save it again',
          }
        : { value: normalizePhone(written) }
    case 'digits':
      return { value: normalizeDigits(written) }
    case 'choice':
      return text === '' ? { value: null } : readChoice(field, text, mayBeEmpty)
    case 'yes-no':
      return text === '' ? { value: null } : readYesNo(text)
    default:
      return { value: written }
  }
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
  if (['yes', 'y', 'true'].includes(word)) return { value: true }
  if (['no', 'n', 'false'].includes(word)) return { value: false }
  return { reason: 'Write Yes or No, or leave it empty' }
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
