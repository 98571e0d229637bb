import { isCalendarDate } from '#contract/calendar-date.ts'
import { searchWords } from '#server/database/search-words.ts'

interface Word {
  text: string
  /** It can use the trigram index. */
  isLong: boolean
}

/** Days of birth: 'YYYY-MM-DD'. */
type Period = readonly [first: string, last: string]

/** A parsed client search. */
export interface SearchTerms {
  /** Each has to be part of the name. None for a date. */
  words: Word[]
  /** What is searched for literally, instead of words. */
  signs: string[]
  /** Digits that may also be part of the phone number. */
  phone?: string
  /** Clients born in one of these periods match, if the other words are part of their name. */
  born?: { periods: Period[]; words: Word[] }
}

/** Shorter parts have no trigram; the index by name finds them. */
const longWord = /[\p{L}\p{N}]{3}/u

const minDigits = 4

export function readSearch(text: string): SearchTerms {
  const { words, signs } = searchWords(text)
  return { words: words.map(wordOf), signs, ...phoneIn(text), ...birthIn(text) }
}

const wordOf = (text: string): Word => ({ text, isLong: longWord.test(text) })

/** '(612) 555-01' and '+1 612 555' as phone numbers are stored: digits, without the country code. */
function phoneIn(text: string): Pick<SearchTerms, 'phone'> {
  if (!/^[\d\s()+./\p{Pd}]+$/u.test(text)) return {}
  const digits = text.replace(/\D/g, '')
  const isWithCountry = text.trim().startsWith('+1') || /^1\d{10}$/.test(digits)
  return digits.length >= minDigits ? { phone: isWithCountry ? digits.slice(1) : digits } : {}
}

/** 'Feb 9, 1990' and 'February 9 90', '2/9/1990' and '2-9-90', '1990-02-09', and a year: as people write it. */
const births = [
  /(?<month>\p{L}{3,})\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4}|\d{2})/u,
  /(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4}|\d{2})/,
  /(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
  /(?<year>(?:19|20)\d{2})/,
].map(({ source }) => new RegExp(`(?<!\\S)(?:${source})(?=[\\s,]|$)`, 'u'))

/** A date, with or without a name, or a name with a year. A year of two digits may be of either century. */
function birthIn(text: string): Partial<Pick<SearchTerms, 'born' | 'words'>> {
  for (const pattern of births) {
    const match = pattern.exec(text)
    if (!match?.groups) continue
    const { year = '', month, day = '' } = match.groups
    const words = searchWords(text.replace(match[0], ' ')).words.map(wordOf)
    const hasName = words.some(({ text }) => /\p{L}/u.test(text))
    const years = year.length === 2 ? [`19${year}`, `20${year}`] : [year]
    const periods = years.flatMap((year): Period[] => {
      if (!month) return hasName ? [[`${year}-01-01`, `${year}-12-31`]] : []
      const date = dateOf(year, /^\d/.test(month) ? month : String(monthNamed(month)), day)
      return date ? [[date, date]] : []
    })
    // A date is not searched in names: its short words would find too many.
    if (periods.length > 0) return { born: { periods, words }, ...(month && { words: [] }) }
  }
  return {}
}

function dateOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** 'Mar', 'Sept' and 'March' → 3 and so on; 0 for other words. */
const monthNamed = (name: string): number =>
  months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1
