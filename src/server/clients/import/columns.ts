import { clientFields } from '#contract/clients/fields.ts'
import { clientInput } from '#contract/clients/schema.ts'
import { type NameOf, namesOf, type RecordField } from '#contract/record-field.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { Table } from './read-table.ts'
import { printable } from './report.ts'

type ClientField = NameOf<typeof clientFields>
type FieldColumn = Lowercase<(typeof clientFields)[ClientField]['label']>

export const clientFieldNames = namesOf(clientFields)

/** A field's name in `--map`, such as 'first name'. */
export const columnOf = (field: ClientField) => clientFields[field].label.toLowerCase() as FieldColumn

/** Columns that hold several fields or a part of one, with their headings. */
const combinedColumns = {
  name: ['client', 'client name', 'full name', 'name of client'],
  'address line 2': ['address 2', 'apt', 'apartment', 'unit'],
  city: ['town'],
  state: [],
  zip: ['zip code', 'postal code', 'postcode'],
}

/** What a column can hold. */
export type ImportField = FieldColumn | keyof typeof combinedColumns

const knownHeadings = Object.fromEntries([
  ...clientFieldNames.map((field) => [columnOf(field), (clientFields[field] as RecordField).headings ?? []]),
  ...Object.entries(combinedColumns),
]) as Record<ImportField, readonly string[]>

export const importFields = Object.keys(knownHeadings) as ImportField[]

/** Required fields. */
const requiredFields = clientFieldNames
  .filter((field) => !clientInput.shape[field].safeParse(undefined).success)
  .map(columnOf)

/** Drops case, accents, spaces and punctuation: 'Date_of Birth' → 'dateofbirth'. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const fieldByName = new Map(
  importFields.flatMap((field) =>
    [field, ...knownHeadings[field]].map((name) => [normalizeName(name), field] as const),
  ),
)

/** The field that a heading or a `--map` name stands for. */
const findField = (heading: string) => fieldByName.get(normalizeName(heading))

/** For each field, the index of its column in the file. */
export type ColumnMap = Partial<Record<ImportField, number>>

/** One `--map` parameter. */
interface MapChoice {
  column: number
  /** Undefined if the column is left out. */
  field: ImportField | undefined
}

/**
 * Finds each field's column: first by `--map`, then by the headings. `choices` are written 'Column=field', or 'Column=' to
 * leave a column out.
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
    const field = findField(heading)
    if (!field || chosen.some((choice) => choice.column === column || choice.field === field)) continue
    const earlier = map[field]
    if (earlier !== undefined) throw ambiguousColumns(field, header[earlier] ?? '', heading)
    map[field] = column
  }
  return chooseNameColumns(
    map,
    chosen.flatMap(({ field }) => field ?? []),
  )
}

function readChoice(choice: string, header: string[]): MapChoice {
  const sign = choice.lastIndexOf('=')
  if (sign < 1) throw new OperatorError(`--map must be written "Column=field", not "${printable(choice)}".`)
  const [heading, word] = [choice.slice(0, sign), choice.slice(sign + 1).trim()]
  const [column, ...more] = header.flatMap((name, column) =>
    normalizeName(name) === normalizeName(heading) ? [column] : [],
  )
  if (column === undefined) {
    const names = header.map((name) => `"${printable(name)}"`).join(', ')
    throw new OperatorError(`--map names a column "${printable(heading)}"; the file has ${names}.`)
  }
  if (more.length > 0) throw severalColumns(heading)
  const field = findField(word)
  if (word === '' || field) return { column, field }
  throw new OperatorError(
    `--map names a field "${printable(word)}"; the fields are ${importFields.join(', ')}.`,
  )
}

function ambiguousColumns(field: ImportField, column: string, otherColumn: string): OperatorError {
  if (normalizeName(column) === normalizeName(otherColumn)) return severalColumns(column)
  return new OperatorError(
    `Two columns look like the field "${field}": "${printable(column)}" and "${printable(otherColumn)}". ` +
      `Say which: --map "${printable(column)}=${field}"`,
  )
}

const severalColumns = (heading: string) =>
  new OperatorError(`The file has several columns "${printable(heading)}". Rename one.`)

/** A name is read from one column or from two: as `--map` says, otherwise from two where there are two. */
function chooseNameColumns(map: ColumnMap, chosen: ImportField[]): ColumnMap {
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

/** Refuses a map without a required column. */
export function assertRequiredColumns(map: ColumnMap, { header, rows }: Table): void {
  const missing = requiredFields.filter(
    (field) => map[field] === undefined && !(map.name !== undefined && field.endsWith(' name')),
  )
  if (missing.length === 0) return
  const headingsIn = (cells: string[]) => cells.filter((cell) => findField(cell)).length
  const headings = rows.slice(0, 10).find(({ cells }) => headingsIn(cells) > Math.max(1, headingsIn(header)))
  if (headings)
    throw new OperatorError(
      `The file begins with "${printable(header.find(Boolean) ?? '')}"; the headings of the columns seem to be in row ` +
        `${headings.number}. Delete the rows above it and import the file again.`,
    )
  const sentences = missing.map(
    (field) => `No column looks like the field "${field}". Say which one it is: --map "Column=${field}"`,
  )
  throw new OperatorError(sentences.join('\n'))
}

/** Shows the operator each column, its field and the first row's value. */
export function describeMap({ header, rows: [first] }: Table, map: ColumnMap): string {
  const fieldOf = new Map(Object.entries(map).map(([field, column]) => [column, field]))
  const headings = aligned(header.map((heading) => printable(heading) || '(no heading)'))
  const fields = aligned(header.map((_, column) => fieldOf.get(column) ?? '(ignored)'))
  const lines = headings.map((heading, column) => {
    const value = printable((first.cells[column] ?? '').trim()) || '(empty)'
    return `  ${heading}  →  ${fields[column]}  ${value}`
  })
  const status =
    map.status === undefined ? ['  There is no status column: clients are added without a status.'] : []
  return [`Columns, and what row ${first.number} has in them:`, ...lines, ...status].join('\n')
}

function aligned(words: string[]): string[] {
  const widest = Math.max(...words.map(({ length }) => length))
  return words.map((word) => word.padEnd(widest))
}
