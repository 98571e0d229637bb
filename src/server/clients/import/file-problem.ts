import { type ImportField, importFieldLabels, importLimits } from '#contract/clients/import-fields.ts'
import { OperatorError } from '#server/operator-error.ts'

/** Why no row of a file can be read. Headings are those of the file. */
export type FileProblem =
  | { kind: 'workbook' | 'no-text' | 'is-utf-8' | 'empty' | 'no-rows' | 'name-and-parts' }
  | { kind: 'encoding'; encoding: string }
  | { kind: 'quotation-marks'; row: number }
  | { kind: 'columns'; columns: number }
  | { kind: 'rows'; rows: number }
  | { kind: 'chosen-twice' | 'unclear'; field: ImportField; headings: string[] }
  | { kind: 'missing'; field: ImportField }

/** Far more than a record has fields. Each heading is compared with all that are known. */
export const mostColumns = 500

const sentences: { [Kind in FileProblem['kind']]: (problem: FileProblem & { kind: Kind }) => string } = {
  workbook: () => 'This is a workbook, not a CSV file. Save it in Excel as "CSV UTF-8" and import that file.',
  'no-text': () =>
    'This is not a text file. Save the spreadsheet in Excel as "CSV UTF-8" and import that file.',
  encoding: ({ encoding }) =>
    `The file is not written in ${encoding.toUpperCase()}. Save it in Excel as "CSV UTF-8", or choose the encoding ` +
    'of the program that it comes from.',
  'is-utf-8': () => 'The file is written in UTF-8. Choose that encoding.',
  empty: () => 'The file is empty.',
  'no-rows': () => 'The file has a header, but no row below it.',
  'quotation-marks': ({ row }) =>
    `The quotation marks in row ${row} don't match: one is never closed, or text follows the closing one. ` +
    'Nothing below it can be read.',
  columns: ({ columns }) =>
    `The file has ${columns.toLocaleString('en-US')} columns, and can have ${mostColumns}. Delete those that are not needed.`,
  rows: ({ rows }) =>
    `The file has ${rows.toLocaleString('en-US')} rows, and can have ${importLimits.rows.toLocaleString('en-US')}. ` +
    'Split it into several files, each with the headings.',
  'chosen-twice': ({ field, headings }) =>
    `Two columns are chosen for ${labelOf(field)}: ${quoted(headings)}. Keep one of them.`,
  unclear: ({ field, headings }) =>
    `Two columns look like ${labelOf(field)}: ${quoted(headings)}. Say which one it is.`,
  missing: ({ field }) => `No column looks like ${labelOf(field)}. Say which one it is.`,
  'name-and-parts': () =>
    'Columns are chosen for "name" and for its parts, "first name" or "last name". Keep one of both.',
}

const labelOf = (field: ImportField) => `"${importFieldLabels[field].toLowerCase()}"`
const quoted = (headings: string[]) => headings.map((heading) => `"${printable(heading)}"`).join(' and ')

/** Refuses a file as a whole. */
export class FileRefused extends OperatorError {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super((sentences[problem.kind] as (problem: FileProblem) => string)(problem))
    this.problem = problem
  }
}

const maxCharacters = 40
const escapes: Record<string, string> = { '\n': '\\n', '\t': '\\t' }

/** A cell's text for a sentence or a terminal: shortened, with control characters and direction marks as escapes. */
export function printable(text: string): string {
  const characters = Array.from(text.slice(0, 4 * maxCharacters))
  const cut = characters.length > maxCharacters ? [...characters.slice(0, maxCharacters), '…'] : characters
  return cut
    .join('')
    .replace(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
      (character) => escapes[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
}
