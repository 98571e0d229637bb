import { clientFields } from '#contract/clients/fields.ts'
import {
  type ImportField,
  importFieldLabels,
  importFields,
  type OfficeField,
  standIns,
} from '#contract/clients/import-fields.ts'
import { clientInput } from '#contract/clients/schema.ts'
import { namesOf, type RecordField } from '#contract/record-field.ts'
import { FileRefused, printable } from './file-refused.ts'

export const clientFieldNames = namesOf(clientFields)

/** Further headings of columns that hold several fields or a part of one. */
const headingsOfParts: Partial<Record<ImportField, readonly string[]>> = {
  name: ['client', 'client name', 'full name', 'name of client'],
  street: ['street address', 'address 1', 'address line 1', 'address street'],
  unit: ['address 2', 'apt', 'apartment', 'unit'],
  city: ['town', 'address city'],
  state: ['address state'],
  zip: ['zip code', 'postal code', 'postcode', 'address postal code'],
}

/** Drops case, accents, spaces and punctuation: 'Date_of Birth' → 'dateofbirth'. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

const headingsOf = (field: ImportField): readonly string[] =>
  headingsOfParts[field] ?? (clientFields as Readonly<Record<string, RecordField>>)[field]?.headings ?? []

const fieldByName = new Map(
  importFields.flatMap((field) =>
    [field, importFieldLabels[field], ...headingsOf(field)].map(
      (name) => [normalizeName(name), field] as const,
    ),
  ),
)

/** Longer than any heading that is known. */
const longestHeading = 100

/** The field that a heading or a `--map` name stands for. */
export const findField = (heading: string) =>
  heading.length > longestHeading ? undefined : fieldByName.get(normalizeName(heading))

/** 'A' for the first column, 'AA' for the 27th. */
export function columnLetters(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}

/** A name for each column that no other has: its heading, with its letter where that is empty or used twice. */
export function columnNames(header: readonly string[]): string[] {
  const used = new Set<string>()
  return header.map((heading, column) => {
    const short = heading.slice(0, longestHeading).toWellFormed()
    const name = normalizeName(short)
    // An object with this key would lose it.
    const isUnique = name !== '' && !used.has(name) && short !== '__proto__'
    used.add(name)
    return isUnique ? short : `${short} (column ${columnLetters(column)})`.trim()
  })
}

/** For each field, the index of its column in the file. */
export type ColumnMap = Partial<Record<ImportField, number>>

/** What the caller chose for columns, by name; null leaves one out. */
export type ColumnChoices = ReadonlyMap<string, ImportField | null>

export interface MappedColumns {
  names: string[]
  map: ColumnMap
  /** Fields that several columns seem to hold, none of which was chosen. */
  unclear: { field: ImportField; columns: number[] }[]
  /** Required fields that no column holds. */
  missing: ImportField[]
}

/** Finds each field's column: first among those that were chosen, then by the headings. */
export function mapColumns(
  header: readonly string[],
  choices: ColumnChoices = new Map(),
  filled: readonly ImportField[] = [],
): MappedColumns {
  const names = columnNames(header)
  const chosenBy = new Map([...choices].map(([name, field]) => [normalizeName(name), field]))
  const chosen = names.map((name) => chosenBy.get(normalizeName(name)))
  const fields = chosen.filter((field) => field != null)
  const columns = header.map((heading, column) => ({
    column,
    choice: chosen[column],
    likely: findField(heading),
  }))
  const map: ColumnMap = {}
  for (const { column, choice } of columns) {
    if (!choice) continue
    const earlier = map[choice]
    if (earlier !== undefined)
      throw new FileRefused(
        'columns',
        `Two columns are chosen for ${quoted(nameOf(choice))}: ${headingsAt(names, [earlier, column])}. Keep one of them.`,
      )
    map[choice] = column
  }
  const hasParts = fields.includes('firstName') || fields.includes('lastName')
  if (fields.includes('name') && hasParts)
    throw new FileRefused(
      'columns',
      'Columns are chosen for "name" and for its parts, "first name" or "last name". Keep one of both.',
    )
  const open = columns.filter(
    ({ choice, likely }) => choice === undefined && likely && !fields.includes(likely),
  )
  let unclear: MappedColumns['unclear'] = []
  for (const [field, found] of Map.groupBy(open, ({ likely }) => likely as ImportField)) {
    const [first, second] = found
    if (second) unclear.push({ field, columns: found.map(({ column }) => column) })
    else if (first) map[field] = first.column
  }
  if (leaveOutOtherName(map, fields)) unclear = unclear.filter(({ field }) => field !== 'name')
  const isMissing = (field: ImportField) =>
    isRequired(field) &&
    !filled.includes(field) &&
    map[field] === undefined &&
    map[standIns[field] ?? field] === undefined &&
    unclear.every((found) => found.field !== field && found.field !== standIns[field])
  return { names, map, unclear, missing: clientFieldNames.filter(isMissing) }
}

/**
 * A name is read from one column or from two: as was chosen, otherwise from two where there are two. Returns whether it is
 * read from two.
 */
function leaveOutOtherName(map: ColumnMap, chosen: readonly ImportField[]): boolean {
  const choseParts = chosen.includes('firstName') || chosen.includes('lastName')
  const hasParts = map.firstName !== undefined && map.lastName !== undefined
  const isInParts = !chosen.includes('name') && (choseParts || hasParts)
  if (isInParts) delete map.name
  else if (map.name !== undefined) {
    delete map.firstName
    delete map.lastName
  }
  return isInParts
}

export function isRequired(field: ImportField): boolean {
  const name = clientFieldNames.find((known) => known === field)
  return name !== undefined && !clientInput.shape[name].safeParse(undefined).success
}

/** What other sources than a column fill: the organization's own, and answers to empty cells. */
export const filledOtherwise = (office: readonly OfficeField[]): ImportField[] => [...office, 'service']

/** Why it is not clear what the columns hold, if it isn't. */
export function whatIsUnclear({ names, unclear: [unclear], missing: [missing] }: MappedColumns) {
  const say = 'Say which one it is.'
  if (unclear)
    return `Two columns look like ${quoted(nameOf(unclear.field))}: ${headingsAt(names, unclear.columns)}. ${say}`
  return missing && `No column looks like ${quoted(nameOf(missing))}. ${say}`
}

/** A field's name in sentences and in `--map`, such as 'first name'. */
export const nameOf = (field: ImportField) => importFieldLabels[field].toLowerCase()

const quoted = (text: string) => `"${printable(text)}"`
const headingsAt = (names: readonly string[], columns: readonly number[]) =>
  columns.map((column) => quoted(names[column] ?? '')).join(' and ')
