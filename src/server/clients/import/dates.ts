const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

export const dateAdvice = {
  serialNumber:
    'This is a number, not a date. Format the column in the spreadsheet as a date (YYYY-MM-DD), then save it again',
  shortYear: 'Write the year with four digits',
  unclear: 'Write the date as YYYY-MM-DD or month/day/year',
} as const

type ReadDate = { value: string } | { reason: string }

/** Midnight, which spreadsheets put behind dates. */
const midnight = /[T ](0?0:00(:00(\.0+)?)?Z?|12:00(:00)? AM)$/

/**
 * A date as people and spreadsheets write it, as 'YYYY-MM-DD'. Which of day and month comes first is never guessed: with
 * slashes it is the month, as everywhere in Minnesota. Whether there is such a day, the schema says.
 */
export function readDate(written: string): ReadDate {
  const text = written.trim().replace(midnight, '')
  if (/^\d{5}(\.\d+)?$/.test(text)) return { reason: dateAdvice.serialNumber }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return dateOf(iso[1], iso[2], iso[3])
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text)
  if (american) return dateOf(american[3], american[1], american[2])
  const monthFirst = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d{2})$/u.exec(text)
  if (monthFirst) return namedMonth(monthFirst[3], monthFirst[1], monthFirst[2])
  const dayFirst = /^(\d{1,2})[ -](\p{L}+)\.?,?[ -](\d{4}|\d{2})$/u.exec(text)
  if (dayFirst) return namedMonth(dayFirst[3], dayFirst[2], dayFirst[1])
  return { reason: dateAdvice.unclear }
}

function namedMonth(year = '', name = '', day = ''): ReadDate {
  const word = name.toLowerCase()
  const index = months.findIndex(
    (month) => month === word || (word.length >= 3 && word.length <= 4 && month.startsWith(word)),
  )
  return index < 0 ? { reason: dateAdvice.unclear } : dateOf(year, String(index + 1), day)
}

function dateOf(year = '', month = '', day = ''): ReadDate {
  if (year.length < 4) return { reason: dateAdvice.shortYear }
  return { value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }
}
