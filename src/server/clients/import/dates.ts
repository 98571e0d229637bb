import type { FieldValue } from '#contract/record-field.ts'

/**
 * A cell's value for the schema, or why it cannot be read. The schema rejects empty cells. `unknown` is the text whose
 * meaning the caller can answer.
 */
export type ReadValue<Value = FieldValue> =
  | { value: Value; reason?: never; unknown?: never }
  | { value?: never; reason: string; unknown?: string }

export type ReadDate = (written: string) => ReadValue<string>

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

export const dateAdvice = {
  serialNumber:
    'This is a number, not a date. Format the column in the spreadsheet as a date (YYYY-MM-DD), then save it again',
  shortYear: 'Write the year with four digits',
  unclear: 'Write the date as YYYY-MM-DD or month/day/year',
  noSuchMonth: 'There is no such month. Write the date as YYYY-MM-DD or month/day/year',
} as const

/** Midnight, which spreadsheets append to dates. */
const midnight = /[T ](0?0:00(:00(\.0+)?)?Z?|12:00(:00)? AM)$/

/** With slashes the month comes first, as in the United States. */
const withSlashes = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}|\d{2})$/

/** Formats in which people and spreadsheets write dates. */
const dateFormats = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  withSlashes,
  /^(?<name>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4}|\d{2})$/u,
  /^(?<day>\d{1,2})[ -](?<name>\p{L}+)\.?,?[ -](?<year>\d{4}|\d{2})$/u,
]

/** Longer than any date. */
const longestDate = 40

function textOf(written: string): string {
  const text = written.trim()
  return text.length > longestDate ? '?' : text.replace(midnight, '')
}

/** '3/5/1984' as [3, 5]. */
function slashedNumbers(written: string): [first: number, second: number] | undefined {
  const { month, day } = withSlashes.exec(textOf(written))?.groups ?? {}
  return month && day ? [Number(month), Number(day)] : undefined
}

/**
 * Reads the dates of a column. If one of them can only have the day first, and none only the month, those that could be either
 * are refused. `years` says what years with two digits mean.
 */
export function dateReader(
  column: readonly { row: number; written: string }[],
  years: ReadonlyMap<string, unknown> = new Map(),
): ReadDate {
  let dayFirst: number | undefined
  let isMonthFirst = false
  for (const { row, written } of column) {
    const [first, second] = slashedNumbers(written) ?? [1, 1]
    if (first > 12 && second <= 12) dayFirst ??= row
    if (second > 12 && first <= 12) isMonthFirst = true
  }
  return (written) => {
    const [first, second] = slashedNumbers(written) ?? [1, 1]
    if (first > 12 && second <= 12) return { reason: dateAdvice.noSuchMonth }
    if (dayFirst !== undefined && !isMonthFirst && first <= 12 && second <= 12 && first !== second)
      return {
        reason: `The day may come first here, as it does in row ${dayFirst}. Write the date as YYYY-MM-DD`,
      }
    return readDate(written, years)
  }
}

/** A date as YYYY-MM-DD. The schema checks that the day exists. */
function readDate(written: string, years: ReadonlyMap<string, unknown>): ReadValue<string> {
  const text = textOf(written)
  if (text === '') return { value: '' }
  if (/^\d{5}(\.\d+)?$/.test(text)) return { reason: dateAdvice.serialNumber }
  const match = dateFormats.map((format) => format.exec(text)).find((found) => found !== null)
  const { year = '', month, day = '', name = '' } = match?.groups ?? {}
  const monthNumber = month ?? monthOf(name)
  if (!monthNumber) return { reason: dateAdvice.unclear }
  const fullYear = year.length < 4 ? years.get(year) : year
  if (fullYear === undefined) return { reason: dateAdvice.shortYear, unknown: year }
  return { value: `${fullYear}-${monthNumber.padStart(2, '0')}-${day.padStart(2, '0')}` }
}

/** 'March', 'Mar' or 'Sept' as a number. */
function monthOf(name: string): string | undefined {
  const word = name.toLowerCase()
  const isShort = word.length === 3 || word.length === 4
  const index = months.findIndex((month) => month === word || (isShort && month.startsWith(word)))
  return index < 0 ? undefined : `${index + 1}`
}
