import { type ClientInput, clientInput, clientMistakes } from '#contract/clients/schema.ts'
import { clientWording } from '#contract/clients/wording.ts'
import type { Mistakes } from '#contract/endpoint.ts'
import { plainPhone } from '#contract/phone-number.ts'
import type { ColumnMap } from './column-map.ts'
import { readDate } from './dates.ts'
import { type ImportField, importFields } from './fields.ts'
import type { Finding } from './findings.ts'
import { beginsLikeFormula, isErrorValue } from './formulas.ts'
import type { TableRow } from './read-table.ts'
import { joinAddress, type ReadValue, readName, readService, readStatus } from './values.ts'

export interface ClientRow {
  row: number
  input: ClientInput
  /** What is imported all the same. */
  doubts: Finding[]
}

export type ReadRow = ClientRow | { row: number; mistakes: Finding[] }

interface Needs {
  map: ColumnMap
  /** How many cells a row has. */
  width: number
  /** 'YYYY-MM-DD', the organization's. */
  today: string
}

/** The field of the spreadsheet that speaks of a field of the client. */
const columnOf: Record<keyof ClientInput, ImportField> = {
  firstName: 'first name',
  lastName: 'last name',
  dateOfBirth: 'date of birth',
  phone: 'phone',
  email: 'email',
  address: 'address',
  status: 'status',
  service: 'service',
}

/** Fields of free text: in the others nothing passes that begins like a formula. */
const texts: readonly ImportField[] = importFields.filter(
  (field) => !['date of birth', 'phone', 'status', 'service'].includes(field),
)

/** A row as the client that the form would make of it, or all that is wrong with it, in the form's words. */
export function readRow({ number: row, cells }: TableRow, { map, width, today }: Needs): ReadRow {
  const reason = `The row has ${cells.length} cells, the header has ${width}`
  // Which cells are missing nobody knows; what is too much hides no others.
  if (cells.length < width) return { row, mistakes: [{ row, reason }] }
  const surplus = cells.length > width ? [{ row, reason }] : []
  const cell = (field: ImportField) => cells[map[field] ?? -1] ?? ''
  const { input, mistakes } = readClient(cell, map.name !== undefined, today)
  const wrong = [...surplus, ...describe(mistakes, row, cell, map)]
  if (input && wrong.length === 0) return { row, input, doubts: doubtsAbout(row, cell) }
  return { row, mistakes: wrong }
}

function readClient(cell: (field: ImportField) => string, hasOneName: boolean, today: string) {
  const { candidate, reasons } = candidateOf(cell, hasOneName)
  const parsed = clientInput.safeParse(candidate)
  const mistakes: Mistakes = { ...reasons }
  for (const { path, message } of parsed.error?.issues ?? []) mistakes[String(path[0])] ??= message
  const { dateOfBirth } = candidate
  if (dateOfBirth && !mistakes.dateOfBirth) Object.assign(mistakes, clientMistakes({ dateOfBirth }, today))
  return { input: parsed.data, mistakes }
}

/** The cells, read; what can't be meant is a reason under the field's name and stays out of the schema's way. */
function candidateOf(cell: (field: ImportField) => string, hasOneName: boolean) {
  const reasons: Mistakes = {}
  function take<Value>(field: keyof ClientInput, read: ReadValue<Value>): Value | undefined {
    if ('value' in read) return read.value
    reasons[field] = read.reason
    return undefined
  }
  const name = hasOneName
    ? take('firstName', readName(cell('name')))
    : { firstName: cell('first name'), lastName: cell('last name') }
  if (hasOneName && !name) reasons.lastName = ''
  const birth = cell('date of birth')
  const candidate = {
    firstName: name?.firstName,
    lastName: name?.lastName,
    dateOfBirth: birth.trim() === '' ? '' : take('dateOfBirth', readDate(birth)),
    phone: plainPhone(cell('phone')),
    email: cell('email'),
    address: joinAddress({
      address: cell('address'),
      line2: cell('address line 2'),
      city: cell('city'),
      state: cell('state'),
      zip: cell('zip'),
    }),
    status: take('status', readStatus(cell('status'))),
    service: take('service', readService(cell('service'))),
  } satisfies Record<keyof ClientInput, unknown>
  return { candidate, reasons }
}

function describe(
  mistakes: Mistakes,
  row: number,
  cell: (field: ImportField) => string,
  map: ColumnMap,
): Finding[] {
  const errors = importFields
    .filter((field) => isErrorValue(cell(field)))
    .map((field) => ({ row, field, reason: 'The spreadsheet shows an error here', value: cell(field) }))
  const others = Object.entries(columnOf).flatMap(([key, column]) => {
    const reason = mistakes[key]
    const field = column.endsWith(' name') && map.name !== undefined ? 'name' : column
    if (!reason || isErrorValue(cell(field))) return []
    const hint = reason === clientWording.address ? `. ${clientWording.addressHint}` : ''
    return [{ row, field, reason: `${reason}${hint}`, value: cell(field) }]
  })
  return [...errors, ...others].sort((a, b) => importFields.indexOf(a.field) - importFields.indexOf(b.field))
}

function doubtsAbout(row: number, cell: (field: ImportField) => string): Finding[] {
  const reason = 'This begins like a formula; it is imported as text'
  return texts
    .filter((field) => beginsLikeFormula(cell(field)))
    .map((field) => ({ row, field, reason, value: cell(field) }))
}
