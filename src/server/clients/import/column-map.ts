import { OperatorError } from '#server/operator-error.ts'
import { fieldCalled, folded, type ImportField, importFields } from './fields.ts'
import type { Table } from './read-table.ts'
import { shown } from './shown.ts'

/** Field → which column of the file holds it, counted from 0. */
export type ColumnMap = Partial<Record<ImportField, number>>

/** Fields of which each file needs a column; the status may be missing (decision 36). */
const needed = ['first name', 'last name', 'date of birth', 'phone', 'email', 'address', 'service'] as const

/**
 * Which column holds what: what `--map` says, and for the other fields what the headings look like. `choices` are
 * written 'Column=field', or 'Column=' for a column that is not to be taken.
 */
export function mapColumns(header: string[], choices: string[] = []): ColumnMap {
  const chosen = choices.map((choice) => readChoice(choice, header))
  const map: ColumnMap = {}
  for (const { column, field } of chosen) {
    if (!field) continue
    if (map[field] !== undefined) throw new OperatorError(`--map names two columns for the field "${field}".`)
    map[field] = column
  }
  const decided = new Set(chosen.map(({ column }) => column))
  guess(map, header, decided)
  preferOneWayOfNaming(
    map,
    chosen.flatMap(({ field }) => field ?? []),
  )
  return map
}

function readChoice(choice: string, header: string[]): { column: number; field: ImportField | undefined } {
  const sign = choice.lastIndexOf('=')
  if (sign < 1) throw new OperatorError(`--map is written "Column=field", which "${shown(choice)}" is not.`)
  const [heading, word] = [choice.slice(0, sign), choice.slice(sign + 1).trim()]
  const columns = header.flatMap((name, column) => (folded(name) === folded(heading) ? [column] : []))
  const [column, ...more] = columns
  if (column === undefined) {
    const names = header.map((name) => `"${shown(name)}"`).join(', ')
    throw new OperatorError(`--map names a column "${shown(heading)}"; the file has ${names}.`)
  }
  if (more.length > 0)
    throw new OperatorError(`The file has several columns "${shown(heading)}". Rename one.`)
  const field = fieldCalled(word)
  if (word !== '' && !field) {
    throw new OperatorError(
      `--map names a field "${shown(word)}"; the fields are ${importFields.join(', ')}.`,
    )
  }
  return { column, field }
}

function guess(map: ColumnMap, header: string[], decided: Set<number>): void {
  const given = new Set(Object.keys(map))
  const guessed = new Map<ImportField, string>()
  header.forEach((heading, column) => {
    const field = fieldCalled(heading)
    if (!field || decided.has(column) || given.has(field)) return
    const other = guessed.get(field)
    if (other !== undefined) throw undecided(field, other, heading)
    guessed.set(field, heading)
    map[field] = column
  })
}

function undecided(field: ImportField, one: string, other: string): OperatorError {
  if (folded(one) === folded(other)) {
    return new OperatorError(`The file has several columns "${shown(one)}". Rename one.`)
  }
  return new OperatorError(
    `Two columns look like the field "${field}": "${shown(one)}" and "${shown(other)}". ` +
      `Say which: --map "${shown(one)}=${field}"`,
  )
}

/** A name comes either from one column or from two; what `--map` says goes first, then two columns. */
function preferOneWayOfNaming(map: ColumnMap, chosen: ImportField[]): void {
  const chosenParts = chosen.includes('first name') || chosen.includes('last name')
  if (chosen.includes('name') && chosenParts) {
    throw new OperatorError('--map names both "name" and its parts, "first name" or "last name". Keep one.')
  }
  const hasParts = map['first name'] !== undefined && map['last name'] !== undefined
  const useParts = !chosen.includes('name') && (chosenParts || hasParts)
  if (map.name === undefined) return
  if (useParts) delete map.name
  else {
    delete map['first name']
    delete map['last name']
  }
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

/** For the person at the terminal: each column, what it is taken for, and what the first row has there. */
export function describeMap({ header, rows: [first] }: Table, map: ColumnMap): string {
  const fieldOf = new Map(Object.entries(map).map(([field, column]) => [column, field]))
  const headings = aligned(header.map((heading) => shown(heading) || '(no heading)'))
  const fields = aligned(header.map((_, column) => fieldOf.get(column) ?? '(not taken)'))
  const lines = headings.map((heading, column) => {
    const value = shown((first.cells[column] ?? '').trim()) || '(empty)'
    return `  ${heading}  →  ${fields[column]}  ${value}`
  })
  const status = map.status === undefined ? ['  No column is the status: clients come without one.'] : []
  return [`Columns, and what row ${first.number} has in them:`, ...lines, ...status].join('\n')
}

function aligned(words: string[]): string[] {
  const widest = Math.max(...words.map(({ length }) => length))
  return words.map((word) => word.padEnd(widest))
}
